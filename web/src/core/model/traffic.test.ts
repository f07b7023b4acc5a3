import { expect, test } from 'vitest';
import type { Scenario, Traffic } from '../document/scenario';
import { groupSettings } from './group-settings';
import { loadMbps } from './traffic';

const LINK: Scenario['link'] = { rateMbps: 10, rttMs: 40, buffer: { bdp: 1 } };

test('a group has settings of its hops only if there are several, within the path', () => {
  const hop = { rateMbps: 5, buffer: { packets: 50 } };
  const group: Traffic = { kind: 'bulk', firstHop: 2 };
  const names = (link: typeof LINK): unknown[] =>
    groupSettings(group, link)
      .atStart.filter(({ name }) => name.endsWith('Hop'))
      .map(({ name, limits }) => [name, ...limits]);
  expect(names(LINK)).toEqual([]);
  expect(names({ ...LINK, hopsAfter: [hop, hop] })).toEqual([
    ['firstHop', 1, 3],
    ['lastHop', 2, 3],
  ]);
});

test('the offered load counts what is not greedy and sends now', () => {
  const cbr: Traffic = { kind: 'cbr', flows: 3, rateMbps: 2, startS: 5, stopS: 9 };
  expect([0, 5, 8.9, 9].map((s) => loadMbps(cbr, s))).toEqual([0, 6, 6, 0]);
  expect(loadMbps({ ...cbr, muted: true }, 6)).toBe(0);
  expect(loadMbps({ kind: 'bulk' }, 0)).toBeUndefined();
  expect(loadMbps({ kind: 'bulk', flows: 0 }, 0)).toBe(0);
});

test('the offered load of applications follows from their parameters', () => {
  const load = (group: object): number | undefined => loadMbps(group as Traffic, 0);
  const size = { kind: 'fixed', bytes: 125_000 };
  expect(load({ kind: 'short', arrivalsPerS: 3, size })).toBeCloseTo(3);
  expect(load({ kind: 'short', flows: 4, thinkS: 2, size })).toBeCloseTo(2);
  expect(load({ kind: 'short', flows: 4, thinkS: 0, size }), 'without a pause').toBeUndefined();
  expect(load({ kind: 'web', flows: 2, pageBytes: 0, objects: 10, size, thinkS: 5 })).toBeCloseTo(
    4,
  );
  expect(load({ kind: 'voip', flows: 10 })).toBeCloseTo(0.872);
  const spurts = { kind: 'voip', flows: 10, talkSpurts: true, talkS: 1, silenceS: 3 };
  expect(load(spurts)).toBeCloseTo(0.218);
  expect(load({ kind: 'video', flows: 2, ratesMbps: [1, 2, 5] })).toBe(10);
  expect(load({ kind: 'limited', flows: 2, rateMbps: 3 })).toBe(6);
  expect(load({ kind: 'onOff', rateMbps: 4, onS: 1, offS: 3 })).toBe(1);
  const mean = (size: object): number => load({ kind: 'short', arrivalsPerS: 1, size })! / 8e-6;
  expect(mean({ kind: 'list', bytes: [1000, 3000] })).toBeCloseTo(2000);
  expect(mean({ kind: 'lognormal', medianBytes: 1000, sigma: 1 })).toBeCloseTo(1648.72, 1);
  // Both formulas of the mean agree close to a tail index of 1.
  const pareto = (shape: number): number =>
    mean({ kind: 'pareto', minBytes: 1000, maxBytes: 1e6, shape });
  expect(pareto(1)).toBeCloseTo((1e6 / 999) * Math.log(1000), 3);
  expect(pareto(1.0001)).toBeCloseTo(pareto(1), -1);
});
