import { describe, expect, test } from 'vitest';
import type { LaneEvents, LoggedEvent } from '../../../../core/sim/events.generated';
import { DropEvents } from './drop-events.svelte';
import { binAt, eventsAt, nearestIn, tickPath } from './ticks';

const drop = (atS: number, more: Partial<LoggedEvent> = {}): LoggedEvent => ({
  atS,
  hop: '1',
  flow: 0,
  group: 0,
  packet: 1,
  bytes: 1500,
  sojournMs: 1,
  kind: 'drop',
  reason: 'overflow',
  numbers: [],
  sentence: '',
  ...more,
});

test('events are those of a hop and a span', () => {
  const known = { fromS: 0, toS: 9, lanes: [[drop(1), drop(2, { hop: 'reverse' }), drop(3)]] };
  expect(eventsAt(known, 0, '1', [0, 3]).map(({ atS }) => atS)).toEqual([1]);
  expect(eventsAt(known, 0, 'reverse', [0, 9]).map(({ atS }) => atS)).toEqual([2]);
  expect(eventsAt(known, 4, '1', [0, 9])).toEqual([]);
});

test('a click is for the nearest event within reach', () => {
  const events = [drop(1), drop(1.1)];
  expect(nearestIn(events, 1.04, 0.05)).toBe(events[0]);
  expect(nearestIn(events, 1.07, 0.05)).toBe(events[1]);
  expect(nearestIn(events, 1.3, 0.05)).toBeUndefined();
});

test('a bin contains its time, also on its border', () => {
  expect(binAt(1.234, 0.1).map((s) => s.toFixed(2))).toEqual(['1.20', '1.30']);
  expect(binAt(0.3, 0.1).map((s) => s.toFixed(2))).toEqual(['0.30', '0.40']);
});

test('drops are lines, marks are hollow, losses are crosses', () => {
  const events = [drop(1), drop(2, { kind: 'mark' }), drop(3, { kind: 'loss' })];
  const path = (kind: LoggedEvent['kind']): string =>
    tickPath(events, kind, (t) => 10 * t, { top: 5, bottom: 25 });
  expect(path('drop')).toBe('M10.0 5v20');
  expect(path('mark')).toBe('M18.5 5h3v20h-3z');
  expect(path('loss')).toBe('M27.0 12l6 6m0 -6l-6 6');
});

describe('the events of a window', () => {
  const answer = (events: readonly LoggedEvent[], eventCount = events.length): LaneEvents => ({
    events,
    eventCount,
    probes: [],
    probeCount: 0,
    buckets: [],
    sending: null,
  });
  const store = (of: (lane: number, fromS: number, toS: number) => LaneEvents | undefined) => {
    const asked: [number, number, number][] = [];
    const team = {
      events: (lane: number, fromS: number, toS: number) => {
        asked.push([lane, fromS, toS]);
        return Promise.resolve(of(lane, fromS, toS));
      },
    };
    return { asked, events: new DropEvents({ team, lanes: [{}, {}] } as never) };
  };

  test('are known for all lanes, with room on both sides, and then not requested again', async () => {
    const { asked, events } = store((lane) => answer([drop(2 + lane)]));
    events.look(2, 4, [1], true);
    await expect.poll(() => events.known).toBeDefined();
    expect(asked).toEqual([
      [0, 1, 5],
      [1, 1, 5],
    ]);
    expect(events.covers(2, 4)).toBe(true);
    expect(events.covers(1, 5)).toBe(true);
    expect(events.covers(0.5, 2)).toBe(false);
    events.look(2.5, 4.5, [1], true);
    expect(asked).toHaveLength(2);
    events.look(2, 4, [2], false);
    expect(events.covers(2, 4)).toBe(false);
  });

  test('are not requested for a long window, and too many are not shown', async () => {
    const { asked, events } = store(() => answer([drop(1)], 2));
    events.look(0, 20, [], true);
    events.look(0, 4, [], false);
    events.look(0, 4, [], true);
    await expect.poll(() => asked.length).toBe(1);
    expect(events.known).toBeUndefined();
    expect(await events.list(0, 0, 1)).toBeUndefined();
  });
});
