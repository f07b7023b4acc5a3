import { expect, test } from 'vitest';
import { hopAlone, otherHops } from '../sim/hops';
import type { Scenario } from '../sim/scenario';
import { timelineEntries } from './timeline-entries';

const buffer = { packets: 50 };
const BASE: Scenario = {
  version: 1,
  durationS: 60,
  link: {
    rateMbps: 10,
    rttMs: 40,
    buffer,
    hopsBefore: [{ rateMbps: 20, buffer: { packets: 100 }, delayMs: 3 }],
    hopsAfter: [{ rateMbps: 6, buffer: { ms: 100 }, delayMs: 7, queue: { kind: 'codel' } }],
  },
  queues: [{ kind: 'droptail' }],
  traffic: [
    { kind: 'bulk' },
    { kind: 'bulk', flows: 3, lastHop: 1 },
    { kind: 'bulk', flows: 4, firstHop: 2, lastHop: 2 },
    { kind: 'cbr', rateMbps: 4, firstHop: 3 },
  ],
};

test('the other hops have the numbers of their places', () => {
  expect(otherHops(BASE.link).map(({ number, list, index }) => [number, list, index])).toEqual([
    [1, 'hopsBefore', 0],
    [3, 'hopsAfter', 0],
  ]);
  const [first, last] = otherHops(BASE.link);
  expect(hopAlone(BASE, first).queues).toEqual([{ kind: 'droptail' }]);
  expect(hopAlone(BASE, last).queues).toEqual([{ kind: 'codel' }]);
});

test('labels of the timeline name the hop', () => {
  const label = (set: string, to: unknown): string =>
    timelineEntries(BASE, [{ atS: 1, set, to }])[0]?.label ?? '';
  expect(label('link.hopsBefore.0.rateMbps', 5)).toBe('hop 1 bandwidth 20 → 5 Mbit/s');
  expect(label('link.hopsAfter.0.buffer', { ms: 50 })).toBe('hop 3 buffer 100 ms → 50 ms');
  expect(label('link.hopsAfter.0.queue', null)).toBe('hop 3 queue CoDel → as the lane');
  expect(label('link.hopsAfter.0.queue', { kind: 'codel', targetMs: 9 })).toMatch(/^hop 3 target/);
  expect(label('link.hopsBefore.0.delayMs', 9)).toBe('hop 1 delay 3 → 9 ms');
  expect(label('link.hopsBefore.0.deviceQueuePackets', 2)).toMatch(
    /^hop 1 device queue 0 → 2 pack/,
  );
});
