import { expect, test } from 'vitest';
import { hopAlone, otherHops } from '../document/hops';
import { THREE_HOPS } from '../document/testing/three-hops';
import { timelineEntries } from './timeline-entries';

test('the other hops have the numbers of their places', () => {
  expect(
    otherHops(THREE_HOPS.link).map(({ number, list, index }) => [number, list, index]),
  ).toEqual([
    [1, 'hopsBefore', 0],
    [3, 'hopsAfter', 0],
  ]);
  const [first, last] = otherHops(THREE_HOPS.link);
  expect(hopAlone(THREE_HOPS, first).queues).toEqual([{ kind: 'droptail' }]);
  expect(hopAlone(THREE_HOPS, last).queues).toEqual([{ kind: 'codel' }]);
});

test('labels of the timeline name the hop', () => {
  const label = (set: string, to: unknown): string =>
    timelineEntries(THREE_HOPS, [{ atS: 1, set, to }])[0]?.label ?? '';
  expect(label('link.hopsBefore.0.rateMbps', 5)).toBe('hop 1 bandwidth 20 → 5 Mbit/s');
  expect(label('link.hopsAfter.0.buffer', { ms: 50 })).toBe('hop 3 buffer 100 ms → 50 ms');
  expect(label('link.hopsAfter.0.queue', null)).toBe('hop 3 queue CoDel → as the lane');
  expect(label('link.hopsAfter.0.queue', { kind: 'codel', targetMs: 9 })).toMatch(/^hop 3 target/);
  expect(label('link.hopsBefore.0.delayMs', 9)).toBe('hop 1 delay 3 → 9 ms');
  expect(label('link.hopsBefore.0.deviceQueuePackets', 2)).toMatch(
    /^hop 1 device queue 0 → 2 pack/,
  );
});
