import { expect, test } from 'vitest';
import type { Scenario } from '../sim/scenario';
import type { LaneColumns, SeriesColumn } from '../sim/series';
import { PLAIN } from '../state/testing';
import { feedbackAt, isAlone, laneOfGroup, sharedRttAt } from './feedback';
import { added, lines, type Moment } from './trail';

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
    sentBits: column(bins.map(() => 10_000)),
    sent: column(bins.map(() => 1)),
    delayMean: column(bins.map((i) => (i < 500 ? 0 : 40))),
    drops: column(bins.map((i) => (i < 500 ? 0 : 1))),
    groupDelays: [column(bins.map((i) => (i < 500 ? 2 : NaN)))],
  } as unknown as LaneColumns;
}

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

test('a group that shares its lane knows its round-trip time only', () => {
  const [own] = columns().groupDelays;
  expect(sharedRttAt(own, 4, 100)).toBeCloseTo(102, 5);
  expect(sharedRttAt(own, 9, 100)).toBeNaN();
});

test('the lane of a sender is one where it is alone, or else one where it sends', () => {
  const own = { kind: 'cbr', rateMbps: 1 } as const;
  const both: Scenario = { ...PLAIN, traffic: [own, { kind: 'bulk' }] };
  const alone: Scenario = { ...PLAIN, traffic: [own, { kind: 'bulk', muted: true }] };
  const silent: Scenario = { ...PLAIN, traffic: [{ ...own, muted: true }, { kind: 'bulk' }] };
  expect([both, alone, silent].map((scenario) => isAlone(scenario, 0))).toEqual([
    false,
    true,
    false,
  ]);
  const lanes = [silent, both, alone];
  expect(laneOfGroup(3, 0, (lane) => lanes[lane])).toBe(2);
  expect(laneOfGroup(2, 0, (lane) => lanes[lane])).toBe(1);
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
  const gap = [at(0), at(5), at(10, NaN), at(15), at(20)];
  expect(lines(gap, 20, 200, ({ rttMs }) => rttMs)).toBe(
    'M0.00 50.00L25.00 50.00M75.00 50.00L100.00 50.00',
  );
});
