import { quantileSorted } from 'd3-array';
import { expect, test } from 'vitest';
import { accumulated, bandsOf, compared, meanIn, quantile } from './bands';

/** Returns the sums of a run from pairs of mean delay, ms, and packets. */
const run = (...bins: (readonly [mean: number, packets: number])[]): Float64Array =>
  accumulated(Float64Array.from(bins.flatMap(([mean, packets]) => [mean * packets, packets])));

test('a mean over bins counts each packet once', () => {
  const sums = run([10, 1], [20, 3], [0, 0], [5, 2]);
  expect(meanIn(sums, 0, 1)).toBe(10);
  expect(meanIn(sums, 0, 2)).toBe(17.5);
  expect(meanIn(sums, 2, 3)).toBeNaN();
  expect(meanIn(sums, 0, 4)).toBeCloseTo((10 + 60 + 10) / 6);
});

test('quantiles are those of D3', () => {
  for (const values of [[3], [1, 2], [1, 5, 6, 9, 9.5, 20, 21], [2, 2, 2]])
    for (const share of [0, 0.05, 0.25, 0.5, 0.95, 1])
      expect(quantile(Float64Array.from(values), share)).toBeCloseTo(
        quantileSorted(values, share) ?? NaN,
        12,
      );
  expect(quantile(new Float64Array(0), 0.5)).toBeNaN();
});

test('bands have the quantiles of the runs in each bin', () => {
  // 0 to 100 ms, in another order in the second bin.
  const runs = Array.from({ length: 21 }, (_, i) => run([5 * i, 4], [5 * ((8 * i) % 21), 1]));
  const { most, half } = bandsOf(runs);
  expect([...most.low, ...most.high]).toEqual([5, 5, 95, 95]);
  expect([...half.low, ...half.high]).toEqual([25, 25, 75, 75]);
});

test('a bin has bands if at least half of the runs sent packets in it', () => {
  const [busy, idle] = [run([8, 1], [8, 1]), run([0, 0], [4, 1])];
  expect([...bandsOf([busy, busy, idle, idle]).half.low]).toEqual([8, 4]);
  expect([...bandsOf([busy, idle, idle]).most.high]).toEqual([NaN, expect.closeTo(7.6, 5)]);
});

test('runs of different length have bands up to the end of the shortest', () => {
  expect(bandsOf([run([1, 1], [2, 1]), run([1, 1])]).most.low).toHaveLength(1);
});

test('a run is compared with the means of the others over the same bins', () => {
  const runs = Array.from({ length: 21 }, (_, i) => run([1000, 1], [i, 10], [i, 30]));
  expect(compared(runs, 25, 1, 3)).toEqual({ mean: 25, low: 1, high: 19 });
  expect(compared(runs, NaN, 1, 3)).toBeUndefined();
  expect(compared([...runs, run([1, 1], [0, 0], [0, 0])], 25, 1, 3)).toBeUndefined();
  expect(compared([], 25, 1, 3)).toBeUndefined();
});
