import { expect, test } from 'vitest';
import type { Scenario } from '../document/scenario';
import { isLocked, LOCKED, lockOf, LOCKS } from './locks';
import { PLAIN } from './testing';

const challenge = (...free: readonly string[]): Scenario => ({
  ...PLAIN,
  goals: [{ measure: 'utilization', atLeast: 95 }],
  free: free.map((set) => ({ set, min: 1, max: 9 })),
});

test('a scenario without goals locks nothing', () => {
  for (const part of Object.keys(LOCKS) as (keyof typeof LOCKS)[])
    expect(lockOf(PLAIN, part)).toBeUndefined();
  expect(isLocked(PLAIN, 'link.rateMbps')).toBe(false);
});

test('a challenge locks all parts that it does not name: lists, schedule and bursts, too', () => {
  const scenario = challenge('queues.0.minPackets', 'link.buffer.packets', 'traffic.0.flows');
  for (const part of Object.keys(LOCKS) as (keyof typeof LOCKS)[])
    expect(lockOf(scenario, part)).toBe(LOCKED);
  expect(isLocked(scenario, 'queues.0.minPackets')).toBe(false);
  expect(isLocked(scenario, 'link.buffer')).toBe(false);
  expect(isLocked(scenario, 'link.rateMbps')).toBe(true);
  // The list of disciplines is free only with the kind.
  expect(isLocked(scenario, 'queues.0')).toBe(true);
  expect(isLocked(challenge('queues.0.kind'), 'queues.0')).toBe(false);
  expect(isLocked(scenario, 'queues.0.minPackets', 'link.rateMbps')).toBe(true);
});
