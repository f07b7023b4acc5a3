import { expect, test } from 'vitest';
import { type Change, path } from '../document/scenario';
import { countsSince } from './since';
import { Bench, PLAIN } from './testing';

const CHANGES: readonly Change[] = [
  { atS: 5, set: 'queues.0.targetMs', to: 5 },
  { atS: 12.4, set: 'queues.0', to: { kind: 'codel' } },
  { atS: 14, set: 'burst', to: { rateMbps: 5, durationS: 1 } },
  { atS: 15, set: 'link.rateMbps', to: 5, muted: true },
  { atS: 25, set: 'link.rateMbps', to: 5 },
];
const since = (toS: number, fromS = 0): number | undefined =>
  countsSince(CHANGES, [fromS, fromS + 30], toS);

test('numbers of the visible time count from the last change of a setting', () => {
  expect(since(4)).toBeUndefined();
  expect([since(20), since(24.9)]).toEqual([12.5, 12.5]);
  expect(since(27)).toBe(25);
  // A change before the visible time is in force all the time.
  expect(since(27, 26)).toBeUndefined();
});

test('soon after a change the numbers are those of the last complete step', () => {
  expect([since(12.4), since(12.5), since(12.74)]).toEqual([12, 12.25, 12.25]);
  expect([since(12.75), since(13)]).toEqual([12.5, 12.5]);
  expect(since(25.1)).toBe(24.75);
});

test('the large numbers of the page count from a change on, and their captions say so', async () => {
  const bench = await new Bench(PLAIN).opened();
  const { workspace } = bench;
  const { run, display } = workspace;
  run.play();
  await bench.pass(4000);
  expect([run.report?.fromS, display.counts]).toEqual([0, 'visible time']);
  workspace.controls.set(path.rate, 5);
  const atS = workspace.doc.changes[0].atS;
  await bench.pass(3000);
  const whole = Math.ceil(atS * 4) / 4;
  expect([run.report?.fromS, display.counts]).toEqual([whole, `since ${whole} s`]);
  // A chosen span has all that lies in it.
  display.interval = { fromS: 1, toS: 6 };
  run.refreshReport();
  await bench.pass(500);
  expect([run.report?.fromS, display.counts]).toEqual([1, 'chosen interval']);
  display.interval = undefined;
  display.scope = 'run';
  expect(display.counts).toBe('whole run');
});
