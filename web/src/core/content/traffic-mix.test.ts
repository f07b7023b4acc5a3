import { expect, test } from 'vitest';
import type { Traffic } from '../document/scenario';
import { trafficMix } from './traffic-mix';

const link = { rateMbps: 50, rttMs: 20, buffer: { packets: 100 } };
const mix = (...traffic: Traffic[]): string => trafficMix({ link, traffic }).text;

test('groups of the same congestion control share its name, and name their RTTs', () => {
  const traffic: Traffic[] = [
    { kind: 'bulk', flows: 4 },
    { kind: 'bulk', rttMs: 200 },
  ];
  expect(trafficMix({ link, traffic })).toEqual({
    text: '4 CUBIC flows (20 ms) and 1 (200 ms)',
    namesRtts: true,
  });
});

test('other traffic follows the greedy flows; muted groups are left out', () => {
  expect(mix({ kind: 'bulk', cc: 'bbr' })).toBe('1 BBR flow');
  expect(mix({ kind: 'bulk', startS: 3 }, { kind: 'bulk', cc: 'bbr', flows: 2 })).toBe(
    '1 CUBIC flow (from 3 s) and 2 BBR flows',
  );
  expect(mix({ kind: 'cbr', rateMbps: 1, flows: 2 }, { kind: 'bulk' })).toBe(
    '1 CUBIC flow, 2 × 1 Mbit/s',
  );
  expect(mix({ kind: 'bulk', muted: true })).toBe('');
});
