import { expect, test } from 'vitest';
import type { Scenario } from '../document/scenario';
import { THREE_HOPS } from '../document/testing/three-hops';
import { derive, fairShareMbps } from './path';

const scenario = (link: Scenario['link'], traffic: Scenario['traffic']): Scenario => ({
  version: 1,
  durationS: 60,
  link,
  queues: [{ kind: 'droptail' }],
  traffic,
});
const HOME = scenario({ rateMbps: 25, rttMs: 50, buffer: { bdp: 8 } }, [
  { kind: 'bulk', flows: 5 },
  { kind: 'cbr', rateMbps: 5 },
]);

test('BDP and largest delay are derived from the controls', () => {
  const derived = derive(HOME);
  expect(derived.bdpKilobytes).toBeCloseTo(156.25);
  expect(derived.bdpPackets).toBe(104);
  expect(derived.largestDelayMs).toBeCloseTo(400, 0);
  const inBytes = scenario({ rateMbps: 10, rttMs: 50, buffer: { bytes: 200_000 } }, []);
  expect(derive(inBytes).largestDelayMs).toBe(160);
});

test('the fair share counts the groups that send at the given time', () => {
  expect(fairShareMbps(HOME, 0)).toBe(4);
  expect(fairShareMbps({ ...HOME, traffic: [] }, 0)).toBeNaN();
  const late = scenario(HOME.link, [
    { kind: 'bulk', flows: 5 },
    { kind: 'cbr', rateMbps: 10, startS: 59.77 },
    { kind: 'poisson', flows: 2, rateMbps: 2.5, stopS: 10 },
  ]);
  expect([0, 10, 59.77].map((s) => fairShareMbps(late, s))).toEqual([4, 5, 3]);
  const all = [0.7, 0.3].map((rateMbps) => ({ kind: 'cbr', rateMbps }) as const);
  const none = scenario({ ...HOME.link, rateMbps: 1 }, [{ kind: 'bulk', flows: 3 }, ...all]);
  expect(fairShareMbps(none, 0)).toBe(0);
});

test('the path has the rate of its slowest hop, all delays and all buffers', () => {
  const { bdpKilobytes, largestDelayMs } = derive(THREE_HOPS);
  // 6 Mbit/s times 50 ms.
  expect(bdpKilobytes).toBeCloseTo(37.5);
  // 100 packets at 20 Mbit/s, 50 at 10 Mbit/s, and 100 ms.
  expect(largestDelayMs).toBeCloseTo(60 + 60 + 100);
});

test('the fair share is the least of the shares at the hops', () => {
  // 20 / 4 at hop 1, 10 / 5 at hop 2, (6 - 4) / 1 at hop 3.
  expect(fairShareMbps(THREE_HOPS, 0)).toBe(2);
  const crowded = THREE_HOPS.traffic.with(2, { kind: 'bulk', flows: 9, firstHop: 2, lastHop: 2 });
  expect(fairShareMbps({ ...THREE_HOPS, traffic: crowded }, 0)).toBe(1);
  expect(fairShareMbps({ ...THREE_HOPS, traffic: THREE_HOPS.traffic.slice(1, 2) }, 0)).toBeCloseTo(
    20 / 3,
  );
});
