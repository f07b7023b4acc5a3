import { expect, test } from 'vitest';
import type { Change, Scenario } from '../document/scenario';
import { edits } from './edits';
import { timelineEntries } from './timeline-entries';

const BASE: Scenario = {
  version: 1,
  durationS: 60,
  link: { rateMbps: 25, rttMs: 50, buffer: { bdp: 2 } },
  queues: [{ kind: 'codel' }, { kind: 'red' }],
  traffic: [
    { kind: 'bulk', flows: 5 },
    { kind: 'cbr', rateMbps: 1 },
  ],
};

/** Returns the editable numbers of the first entry. */
const of = (...changes: Change[]) => edits(BASE, changes, timelineEntries(BASE, changes)[0]);
const one = (set: string, to: unknown) => of({ atS: 1, set, to });

test('a number can be set within the limits of its parameter', () => {
  const limits = (set: string, to: unknown): unknown[] =>
    one(set, to).map((e) => [e.value, ...e.limits, e.unit, e.integer]);
  expect(limits('queues.0.targetMs', 10)).toEqual([[10, 0.01, 1000, 'ms', false]]);
  expect(limits('queues.1.maxPackets', 40)).toEqual([[40, 0, 1_000_000, 'packets', false]]);
  expect(limits('link.rateMbps', 10)).toEqual([[10, 0.1, 10_000, 'Mbit/s', false]]);
  expect(limits('queues.1.avgPacketBytes', 500)).toEqual([[500, 40, 9000, 'bytes', true]]);
  expect(limits('link.rttMs', 10)).toEqual([[10, 0.1, 1000, 'ms', false]]);
  expect(limits('traffic.0.flows', 3)).toEqual([[3, 0, 100_000, '', true]]);
  expect(limits('traffic.1.rateMbps', 3)).toEqual([[3, 0, 10_000, 'Mbit/s', false]]);
  expect(one('link.rateMbps', 10)[0].to(20)).toBe(20);
});

test('a buffer keeps its unit, and a burst keeps its other number', () => {
  const [buffer] = one('link.buffer', { ms: 40, minPackets: 10 });
  expect(buffer).toMatchObject({ value: 40, unit: 'ms', limits: [0.1, 60_000], integer: false });
  expect(buffer.to(60)).toEqual({ ms: 60, minPackets: 10 });
  const [rate, duration] = one('burst', { rateMbps: 10, durationS: 2, packetBytes: 500 });
  expect(rate.to(5)).toEqual({ rateMbps: 5, durationS: 2, packetBytes: 500 });
  expect(duration.to(1)).toEqual({ rateMbps: 10, durationS: 1, packetBytes: 500 });
});

test('an order to drop packets has its number', () => {
  const [packets] = one('queues.0.dropNext', 3);
  expect(packets).toMatchObject({ label: 'Packets', value: 3, limits: [1, 1000], integer: true });
  expect(packets.to(5)).toBe(5);
});

test('the number of a slider movement is its end value', () => {
  const drag = [20, 15, 10].map((to, i) => ({ atS: 1 + i / 5, set: 'link.rateMbps', to }));
  expect(of(...drag)).toMatchObject([{ value: 10, indices: [2] }]);
});

test('a value that is not a number, or has no limits, cannot be typed', () => {
  for (const [set, to] of [
    ['queues.0', { kind: 'pie' }],
    ['queues.0.ecn', true],
    ['queues.0.ceThresholdMs', null],
    ['traffic.0.cc', 'newreno'],
    ['traffic.0.muted', true],
  ] as const)
    expect(one(set, to), set).toEqual([]);
});
