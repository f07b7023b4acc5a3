import { describe, expect, test } from 'vitest';
import { forksOf } from './forks';
import { type Change, after, type Lane, type Scenario, toSimulate } from './scenario';
import { inLane, laneOf, put } from './timeline';

const BASE: Scenario = {
  version: 1,
  durationS: 60,
  link: { rateMbps: 10, rttMs: 40, buffer: { packets: 100 } },
  queues: [],
  traffic: [{ kind: 'bulk' }],
};
const with_ = (...queues: Lane[]): Scenario => ({ ...BASE, queues });
const change = (atS: number, set: string, to: unknown, more: Partial<Change> = {}): Change => ({
  ...{ atS, set, to },
  ...more,
});
const DROPTAIL: Lane = { kind: 'droptail' };
const CODEL: Lane = { kind: 'codel' };

describe('the common past of lanes', () => {
  const forks = (queues: Lane[], changes: Change[]): unknown =>
    forksOf({ base: with_(...queues), changes });

  test('ends at the first change that only one of them has', () => {
    const target = [change(5, 'queues.0.targetMs', 9), change(5, 'queues.1.targetMs', 9)];
    const other = change(10, 'queues.1', { kind: 'pie' });
    expect(forks([CODEL, CODEL], [...target, other])).toEqual([undefined, { of: 0, atS: 10 }]);
    expect(forks([CODEL, CODEL], target)).toEqual([undefined, { of: 0, atS: Infinity }]);
    expect(forks([CODEL, CODEL], target.slice(1))).toEqual([undefined, { of: 0, atS: 5 }]);
  });

  test('does not depend on changes of all lanes, or on muted ones', () => {
    const rate = change(3, 'link.rateMbps', 4);
    const muted = change(4, 'queues.0.targetMs', 9, { muted: true });
    const fork = change(10, 'queues.1.targetMs', 20);
    expect(forks([CODEL, CODEL], [rate, muted, fork])).toEqual([undefined, { of: 0, atS: 10 }]);
  });

  test('ends at a change of the path of one lane', () => {
    const own = change(7, 'link.rateMbps', 4, { lane: 1 });
    expect(forks([CODEL, CODEL], [own])).toEqual([undefined, { of: 0, atS: 7 }]);
  });

  test('needs an equal start', () => {
    expect(forks([DROPTAIL, CODEL], [])).toEqual([undefined, undefined]);
    const atStart = change(0, 'queues.1.targetMs', 9);
    expect(forks([CODEL, CODEL], [atStart])).toEqual([undefined, undefined]);
  });

  test('is the longest one: a fork of a fork branches from the fork', () => {
    const changes = [
      change(5, 'queues.1.targetMs', 9),
      change(5, 'queues.2.targetMs', 9),
      change(8, 'queues.2', { kind: 'pie' }),
    ];
    expect(forks([CODEL, CODEL, CODEL], changes)).toEqual([
      undefined,
      { of: 0, atS: 5 },
      { of: 1, atS: 8 },
    ]);
  });
});

test('a change belongs to the lane of its path, or to the lane that it names', () => {
  expect(laneOf(change(1, 'queues.11.targetMs', 5))).toBe(11);
  expect(laneOf(change(1, 'queues.2', CODEL))).toBe(2);
  expect(laneOf(change(1, 'burst', {}, { lane: 0 }))).toBe(0);
  expect(laneOf(change(1, 'link.rateMbps', 5))).toBeUndefined();
  expect(inLane(change(1, 'queues.0.targetMs', 5), 3).set).toBe('queues.3.targetMs');
  expect(inLane(change(1, 'burst', {}, { lane: 0 }), 3)).toMatchObject({ set: 'burst', lane: 3 });
  expect(inLane(change(1, 'burst', {}), 3).lane).toBeUndefined();
});

test('values in force are those of the lane; muted changes have none', () => {
  const changes = [
    change(1, 'link.rateMbps', 4, { lane: 1 }),
    change(2, 'link.rttMs', 90),
    change(3, 'link.rateMbps', 2, { muted: true }),
  ];
  const base = with_(CODEL, CODEL);
  const rates = [undefined, 0, 1].map((lane) => after(base, changes, lane).link.rateMbps);
  expect(rates).toEqual([10, 10, 4]);
  expect(after(base, changes, 1).link.rttMs).toBe(90);
});

test('the simulator gets no muted changes', () => {
  const changes = [change(1, 'link.rateMbps', 4, { muted: true }), change(2, 'link.rttMs', 9)];
  const sent = JSON.parse(toSimulate({ ...with_(CODEL), changes })) as Scenario;
  expect(sent.changes).toEqual([changes[1]]);
});

test('a change replaces only one of the same lane, and never a muted one', () => {
  const before = [
    change(1, 'link.rateMbps', 4),
    change(1, 'link.rateMbps', 5, { lane: 0 }),
    change(1, 'link.rateMbps', 6, { muted: true }),
  ];
  expect(put(before, change(1, 'link.rateMbps', 9)).map(({ to }) => to)).toEqual([5, 6, 9]);
  const own = change(1, 'link.rateMbps', 9, { lane: 0 });
  expect(put(before, own).map(({ to }) => to)).toEqual([4, 6, 9]);
});
