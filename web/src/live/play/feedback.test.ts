import { expect, test } from 'vitest';
import type { Scenario } from '../../core/document/scenario';
import type { LaneColumns, SeriesColumn } from '../../core/sim/series';
import { PLAIN } from '../../core/state/testing';
import { feedbackAt as told, laneOfGroup, ownColumns } from './feedback';
import { added, bySecond, lines, type Moment } from './trail';

const STEP_S = 0.01;
const column = (values: readonly number[]): SeriesColumn => ({
  startS: 0,
  stepS: STEP_S,
  values: Float32Array.from(values),
  length: values.length,
  epoch: 0,
});

/** Ten seconds: a packet of 10 000 bits leaves in each bin; from second 5 on it has waited for 40 ms and every other one is dropped. */
function columns(): LaneColumns {
  const bins = Array.from({ length: 1000 }, (_, i) => i);
  return {
    sent: column(bins.map(() => 1)),
    delayMean: column(bins.map((i) => (i < 500 ? 0 : 40))),
    drops: column(bins.map((i) => (i < 500 ? 0 : 1))),
    groupDelays: [],
    groupCounts: [],
  } as unknown as LaneColumns;
}

const BITS = 10_000;
const feedbackAt = (lane: LaneColumns, nowS: number, pathMs: number) =>
  told(ownColumns(lane, 0), nowS, pathMs, BITS);

test('what left the queue comes back a round trip without queues later', () => {
  const path = 100;
  const early = feedbackAt(columns(), 4, path);
  expect(early.deliveredMbps).toBeCloseTo(1, 6);
  expect(early.rttMs).toBe(path);
  expect(early.lostShare).toBe(0);
  // At 5.1 s the sender knows what left until 5 s.
  expect(feedbackAt(columns(), 5.1, path)).toEqual(early);
  expect(feedbackAt(columns(), 5.11, path).rttMs).toBeGreaterThan(path);
  expect(feedbackAt(columns(), 5.4, path).rttMs).toBeCloseTo(path + 40, 6);
});

test('a drop is missed a queue delay after it', () => {
  // Dropped from 5 s on, missed from 5.04 s on, known at 5.14 s.
  expect(feedbackAt(columns(), 5.14, 100).lostShare).toBe(0);
  expect(feedbackAt(columns(), 5.15, 100).lostShare).toBeGreaterThan(0);
  expect(feedbackAt(columns(), 6, 100).lostShare).toBeCloseTo(0.5, 6);
});

test('before the first acknowledgement nothing is known', () => {
  const none = feedbackAt(columns(), 0.05, 100);
  expect(none.deliveredMbps).toBe(0);
  expect([none.lostShare, none.rttMs]).toEqual([NaN, NaN]);
});

test('a group that shares its lane is told of its own packets only', () => {
  const bins = Array.from({ length: 1000 }, (_, i) => i);
  const group = (sent: number, drops: number, delay: number) => ({
    ...{ sent: column(bins.map(() => sent)), drops: column(bins.map(() => drops)) },
    delay: column(bins.map(() => delay)),
  });
  const groups = [group(1, 0, 2), group(3, 1, 10)];
  const lane: LaneColumns = {
    ...columns(),
    groupDelays: groups.map(({ delay }) => delay),
    groupCounts: groups,
  };
  const back = groups.map((_, i) => told(ownColumns(lane, i), 4, 100, BITS));
  expect(back.map(({ deliveredMbps }) => deliveredMbps)).toEqual([1, 3]);
  expect(back.map(({ lostShare }) => lostShare)).toEqual([0, 0.25]);
  expect(back.map(({ rttMs }) => rttMs)).toEqual([102, 110]);
});

test('the lane of a sender is the one in focus, or else the first where it sends', () => {
  const own = { kind: 'cbr', rateMbps: 1 } as const;
  const both: Scenario = { ...PLAIN, traffic: [own, { kind: 'bulk' }] };
  const silent: Scenario = { ...PLAIN, traffic: [{ ...own, muted: true }, { kind: 'bulk' }] };
  const lanes = [silent, both, both];
  const laneAt = (focus?: number) => laneOfGroup(3, 0, (lane) => lanes[lane], focus);
  expect([laneAt(), laneAt(0), laneAt(2)]).toEqual([1, 1, 2]);
  expect(laneOfGroup(1, 0, () => silent)).toBeUndefined();
});

test('the trail keeps twenty seconds, begins anew after a step back, and leaves gaps', () => {
  const at = (atS: number, rttMs = 100): Moment => ({
    ...{ atS, rttMs, sentMbps: 1, deliveredMbps: 1, lostShare: 0 },
  });
  let trail: readonly Moment[] = [];
  for (const s of [1, 10, 21.5]) trail = added(trail, at(s));
  expect(trail.map(({ atS }) => atS)).toEqual([10, 21.5]);
  expect(added(trail, at(12)).map(({ atS }) => atS)).toEqual([10, 12]);
  const seconds = bySecond([0.2, 0.9, 1.1, 3, 3.4].map((s) => at(s)));
  expect(seconds.map(({ atS }) => atS)).toEqual([0.9, 1.1, 3.4]);
  const gap = [at(0), at(5), at(10, NaN), at(15), at(20)];
  expect(lines(gap, 20, 200, ({ rttMs }) => rttMs)).toBe(
    'M0.00 50.00L25.00 50.00M75.00 50.00L100.00 50.00',
  );
});
