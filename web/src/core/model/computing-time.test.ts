import { expect, test } from 'vitest';
import { presets } from '../content/presets';
import type { Scenario, Traffic } from '../document/scenario';
import { durationText, LONG_S } from '../state/long';
import { secondsPerSecond, secondsUpTo, SLOW_S } from './computing-time';

const scenario = (
  rateMbps: number,
  traffic: readonly unknown[],
  rttMs = 40,
  lanes = 1,
): Scenario => ({
  version: 1,
  durationS: 60,
  link: { rateMbps, rttMs, buffer: { bdp: 1 } },
  queues: Array.from({ length: lanes }, () => ({ kind: 'codel' as const })),
  traffic: traffic as Traffic[],
});
const groups = (count: number, group: object): object[] =>
  Array.from({ length: count }, () => ({ ...group, flows: 1000 }));
const short = (thinkS: number, bytes: number): object => ({
  kind: 'short',
  thinkS,
  size: { kind: 'fixed', bytes },
});

test('estimates agree with measured processor times to a factor of three', () => {
  // Seconds of a processor for one simulated second in one CoDel lane: the WebAssembly package in Node 22, a virtual machine with
  // 2 cores, 2026-11-26.
  for (const [measured, one] of [
    [0.87, scenario(10_000, groups(8, { kind: 'bulk' }))],
    [0.1, scenario(10_000, [{ kind: 'bulk', flows: 100 }])],
    [1.43, scenario(10_000, groups(16, { kind: 'voip' }))],
    [0.73, scenario(10_000, groups(8, short(0, 100_000)))],
    [1.86, scenario(10_000, groups(8, short(0, 1500)))],
    [4.71, scenario(10_000, groups(8, short(0, 1500)), 1)],
    [1.14, scenario(10_000, groups(8, short(0, 100_000)), 1)],
    [0.19, scenario(1000, groups(8, short(0, 100_000)))],
    [0.35, scenario(10_000, groups(8, short(1, 100_000)))],
  ] as const) {
    const ratio = secondsPerSecond(one, 1) / measured;
    expect(ratio, `${measured} s ${JSON.stringify(one.traffic[0])}`).toBeGreaterThan(1 / 3);
    expect(ratio, `${measured} s ${JSON.stringify(one.traffic[0])}`).toBeLessThan(3);
  }
});

test('six lanes of 8000 users without pause are slow, and so are 16,000 calls', () => {
  const users = secondsPerSecond(scenario(10_000, groups(8, short(0, 1500)), 1, 6), 2);
  expect(users).toBeGreaterThan(SLOW_S);
  const calls = secondsPerSecond(scenario(10_000, groups(16, { kind: 'voip' }), 40, 6), 2);
  expect(calls).toBeGreaterThan(SLOW_S);
  const muted = scenario(10_000, groups(16, { kind: 'voip', muted: true }), 40, 6);
  expect(secondsPerSecond(muted, 2)).toBe(0);
});

test('no preset is slow', () => {
  for (const { id, scenario } of presets) expect(secondsPerSecond(scenario, 1), id).toBeLessThan(1);
});

test('the heaviest link would take long, and no preset or challenge does', () => {
  const heavy = { ...scenario(10_000, [{ kind: 'bulk' }], 40, 6), durationS: 3600 };
  expect(secondsUpTo(heavy, 2, 3600)).toBeGreaterThan(10 * LONG_S);
  // The bandwidth of a change counts, too.
  const later = { ...heavy, link: { ...heavy.link, rateMbps: 1 } };
  expect(secondsUpTo(later, 2, 3600)).toBeLessThan(LONG_S);
  const changes = [{ atS: 1, set: 'link.rateMbps', to: 10_000 }];
  expect(secondsUpTo({ ...later, changes }, 2, 3600)).toBeGreaterThan(10 * LONG_S);
  for (const { id, scenario } of presets)
    expect(secondsUpTo(scenario, 2, scenario.durationS), id).toBeLessThan(LONG_S);
});

test('computing times are told in the unit that fits', () => {
  expect([21, 119.2, 125, 1350, 7200, 90_000].map(durationText)).toEqual([
    '21 s',
    '120 s',
    '2.1 min',
    '23 min',
    '2 h',
    '25 h',
  ]);
});
