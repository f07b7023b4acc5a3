import { expect, test } from 'vitest';
import { Display } from './display.svelte';

const DURATION_S = 120;

test('the playhead of a live run is at the right end of a full window', () => {
  const display = new Display();
  expect(display.window(0, DURATION_S)).toEqual([0, 30]);
  expect(display.window(20, DURATION_S)).toEqual([0, 30]);
  expect(display.window(45.5, DURATION_S)).toEqual([15.5, 45.5]);
  display.span = 10;
  expect(display.window(45.5, DURATION_S)).toEqual([35.5, 45.5]);
  display.span = 'all';
  expect(display.window(45.5, DURATION_S)).toEqual([0, 120]);
});

test('a playhead in the past is shown with the time before it', () => {
  const display = new Display();
  expect(display.window(90, DURATION_S, 90)).toEqual([60, 90]);
  // Inside the window nothing moves, so that the content under the pointer stays.
  for (const s of [89, 61, 75]) expect(display.window(s, DURATION_S, 90)).toEqual([60, 90]);
  expect(display.window(40, DURATION_S, 90)).toEqual([30, 60]);
  // Beyond the right end, the window moves with the playhead.
  expect(display.window(60, DURATION_S, 90)).toEqual([30, 60]);
  expect(display.window(65, DURATION_S, 90)).toEqual([35, 65]);
  expect(display.window(5, DURATION_S, 90)).toEqual([0, 30]);
  expect(display.window(95, DURATION_S, 95)).toEqual([65, 95]);
  // After an edit the run may be shorter.
  expect(display.window(80, DURATION_S, 80)).toEqual([50, 80]);
});

test('the axis is never longer than the run', () => {
  const display = new Display();
  expect(display.window(3, 5)).toEqual([0, 5]);
  expect(display.window(5, 5)).toEqual([0, 5]);
  expect(display.window(5, 65)).toEqual([0, 30]);
});

test('a lane can be drawn on top where lanes in one plot cover each other', () => {
  const display = new Display();
  display.layout = 'overlaid';
  expect([1, 2, 3, 4].map((lanes) => display.offersFocus(lanes))).toEqual([
    false,
    false,
    false,
    true,
  ]);
  display.seeds = 10;
  expect([1, 2, 3, 4].map((lanes) => display.offersFocus(lanes))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  display.layout = 'stacked';
  expect([1, 2, 6].map((lanes) => display.offersFocus(lanes))).toEqual([false, false, false]);
});

test('a stored number of seeds that is not offered is off', () => {
  const display = new Display();
  const stored = { span: 30, scope: 'window', scales: {}, views: undefined } as const;
  for (const [seeds, shown] of [
    [20, 20],
    [7, 0],
    ['many', 0],
    [undefined, 0],
  ]) {
    display.show({ ...stored, seeds } as Parameters<Display['show']>[0]);
    expect(display.seeds).toBe(shown);
  }
});

test('a chosen window stays while time passes, and moves only to show the playhead', () => {
  const display = new Display();
  display.fix({ fromS: 12, toS: 16 }, DURATION_S);
  expect(display.spanS(DURATION_S)).toBe(4);
  for (const s of [1, 14, 90]) expect(display.window(s, DURATION_S, 90)).toEqual([12, 16]);
  display.reveal(15, DURATION_S);
  expect(display.window(15, DURATION_S, 90)).toEqual([12, 16]);
  // A third of the window shows the time before.
  display.reveal(70, DURATION_S);
  expect(display.window(70, DURATION_S, 90)).toEqual([68.667, 72.667]);
  display.follow(30);
  expect(display.window(90, DURATION_S, 90)).toEqual([60, 90]);
  display.fix({ fromS: -1, toS: 500 }, DURATION_S);
  expect([display.fixed, display.span]).toEqual([undefined, 'all']);
});

test('the numbers belong to the chosen interval, else to the visible window', () => {
  const display = new Display();
  expect(display.counted(45.5, DURATION_S, 45.5)).toEqual([15.5, 45.5]);
  // The steps that a short window touches.
  display.fix({ fromS: 12.3, toS: 12.4 }, DURATION_S);
  expect(display.counted(45.5, DURATION_S, 45.5)).toEqual([12.25, 12.5]);
  expect(display.counts).toBe('visible time');
  display.interval = { fromS: 20, toS: 22.5 };
  expect(display.counted(45.5, DURATION_S, 45.5)).toEqual([20, 22.5]);
  expect(display.counts).toBe('chosen interval');
  display.scope = 'run';
  expect(display.counts).toBe('whole run');
  display.show();
  expect([display.fixed, display.interval]).toEqual([undefined, undefined]);
});

test('zooming a window that follows the playhead selects the next length', () => {
  const display = new Display();
  const steps = (isShorter: boolean, durationS: number): unknown[] => {
    const seen: unknown[] = [];
    for (let span; (span = display.nextSpan(isShorter, durationS)) !== undefined;) {
      display.follow(span);
      seen.push(span);
    }
    return seen;
  };
  expect(steps(true, DURATION_S)).toEqual([10]);
  expect(steps(false, DURATION_S)).toEqual([30, 60, 'all']);
  expect(steps(true, DURATION_S)).toEqual([60, 30, 10]);
  // No length is longer than the run.
  expect(steps(false, 20)).toEqual([30]);
  display.fix({ fromS: 1, toS: 2 }, DURATION_S);
  expect(display.nextSpan(true, DURATION_S)).toBeUndefined();
});
