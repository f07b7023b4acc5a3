import { describe, expect, test } from 'vitest';
import type { Column } from './column';
import { binSize, CHUNK, decimate, emptyBins, extent } from './decimate';

const STEP = 0.01;
const column = (values: ArrayLike<number>): Column => ({
  startS: 0,
  stepS: STEP,
  values: Float32Array.from(values),
  length: values.length,
});

/** Deterministic noise between 0 and 1. */
function noise(n: number, seed = 1): number[] {
  let s = seed;
  return Array.from({ length: n }, () => (s = (s * 16807) % 2147483647) / 2147483647);
}

const entries = (array: Float32Array, n: number): number[] => [...array.subarray(0, n)];

test('sparse samples are not combined', () => {
  const bins = decimate(column([3, 1, 2]), 0, 0.03, 300, emptyBins());
  expect(bins).toMatchObject({ length: 3, perBin: 1, first: 0 });
  expect(entries(bins.mean, 3)).toEqual([3, 1, 2]);
  expect(bins.midS).toBeCloseTo(0.005, 12);
  expect(bins.stepS).toBeCloseTo(STEP, 12);
});

test('a bin holds least, greatest and mean of its samples', () => {
  const bins = decimate(column([1, 5, 3, 7, 2, 2, 2, 2]), 0, 0.08, 2, emptyBins());
  expect(bins.perBin).toBe(4);
  expect(entries(bins.min, 2)).toEqual([1, 2]);
  expect(entries(bins.max, 2)).toEqual([7, 2]);
  expect(entries(bins.mean, 2)).toEqual([4, 2]);
});

test('a peak of one sample survives any zoom', () => {
  const values = new Float32Array(100_000).fill(1);
  values[73_211] = 400;
  for (const width of [10, 100, 333, 750, 1500]) {
    const bins = decimate(column(values), 0, 1000, width, emptyBins());
    expect(extent(bins)).toEqual({ min: 1, max: 400 });
    expect(bins.length).toBeLessThanOrEqual(width + 3);
  }
});

test('a bin does not change while the window scrolls', () => {
  const c = column(noise(12_000));
  const seen = new Map<number, string>();
  let changed = 0;
  for (let t0 = 0; t0 < 60; t0 += 0.573) {
    const bins = decimate(c, t0, t0 + 60, 700, emptyBins());
    for (let b = 0; b < bins.length; b++) {
      const now = [bins.perBin, bins.min[b], bins.max[b], bins.mean[b]].join();
      const before = seen.get(bins.first + b);
      if (before !== undefined && before !== now) changed++;
      seen.set(bins.first + b, now);
    }
  }
  expect(changed).toBe(0);
  expect(seen.size).toBeGreaterThan(990);
});

test('a reduction has one more bin beyond either edge, so that lines cross the edge', () => {
  const bins = decimate(column(noise(1000)), 2, 4, 4000, emptyBins());
  expect(bins.first + bins.lead).toBe(199);
  expect(bins.first % CHUNK).toBe(0);
  expect(bins.first + bins.length).toBe(401);
});

describe('gaps', () => {
  test('a bin is a gap only if all its samples are', () => {
    const bins = decimate(column([NaN, NaN, NaN, 4, 2, NaN]), 0, 0.06, 3, emptyBins());
    expect(entries(bins.mean, 3)).toEqual([NaN, 4, 2]);
    expect(entries(bins.min, 3)).toEqual([NaN, 4, 2]);
  });

  test('data without values have no extent', () => {
    expect(extent(decimate(column([NaN, NaN]), 0, 0.02, 10, emptyBins()))).toBeUndefined();
    expect(extent(decimate(column([]), 0, 1, 10, emptyBins()))).toBeUndefined();
  });
});

test('the last bin counts only the samples that exist', () => {
  const bins = decimate(column([2, 2, 2, 2, 6]), 0, 0.08, 2, emptyBins());
  expect(entries(bins.mean, 2)).toEqual([2, 6]);
});

describe('with an epoch, so that the past stays', () => {
  /** A growing, scrolling, zooming window over one buffer: the kept bins must equal newly computed ones. */
  test('keeping bins changes nothing', () => {
    const values = Float32Array.from(noise(9000), (v, i) => (i % 97 < 5 ? NaN : v));
    const kept = emptyBins();
    let t0 = 0;
    for (let i = 0; i < 400; i++) {
      const c = { startS: 0, stepS: STEP, values, length: 3000 + 15 * i, epoch: 1 };
      t0 += [0.07, 0.4, -0.9, 3.1][i % 4];
      const t1 = t0 + (i % 50 < 40 ? 20 : 35);
      decimate(c, t0, t1, 700, kept);
      const fresh = decimate({ ...c, epoch: undefined }, t0, t1, 700, emptyBins());
      expect(kept).toMatchObject({ first: fresh.first, length: fresh.length, midS: fresh.midS });
      for (const key of ['min', 'max', 'mean'] as const) {
        expect(kept[key].subarray(0, kept.length)).toEqual(fresh[key].subarray(0, fresh.length));
      }
    }
  });

  test('kept bins are read again only in another epoch', () => {
    const values = new Float32Array(6000).fill(1);
    const c = { startS: 0, stepS: STEP, values, length: 6000, epoch: 1 };
    const bins = decimate(c, 0, 60, 700, emptyBins());
    values.fill(2);
    expect(extent(decimate(c, 0, 60, 700, bins))?.max).toBe(1);
    expect(extent(decimate({ ...c, epoch: 2 }, 0, 60, 700, bins))).toEqual({ min: 2, max: 2 });
  });

  test('without an epoch all samples are read', () => {
    const c = column(new Float32Array(6000).fill(1));
    const bins = decimate(c, 0, 60, 700, emptyBins());
    c.values.fill(2);
    expect(extent(decimate(c, 0, 60, 700, bins))).toEqual({ min: 2, max: 2 });
  });
});

test('buffers are reused', () => {
  const out = emptyBins();
  decimate(column(noise(6000)), 0, 60, 700, out);
  const { min } = out;
  decimate(column(noise(6000, 5)), 0, 60, 700, out);
  expect(out.min).toBe(min);
});

test.each([
  [0.2, 1],
  [1, 1],
  [1.01, 2],
  [2.5, 3],
  [3.5, 4],
  [5, 6],
  [8, 8],
  [8.5, 12],
  [1000, 1024],
])('at least %f samples per bin make it %i', (least, size) => {
  expect(binSize(least)).toBe(size);
});
