import { quantileSorted } from 'd3-array';
import { expect, test } from 'vitest';
import { bandsOf, compared, quantile } from './bands';
import { MEASURES } from './measures';
import { lengthOf, NUMBERS, seedRun, type SeedRun, valueIn } from './sums';

const [delay] = MEASURES['queue-delay'];
const [drops, marks] = MEASURES['drops-and-marks'];

/** Returns a run whose bins have these numbers, and others that are zero. */
const runOf = (...bins: readonly Readonly<Record<number, number>>[]): SeedRun => {
  const numbers = bins.flatMap((bin) => Array.from({ length: NUMBERS }, (_, k) => bin[k] ?? 0));
  return seedRun(Float64Array.of(bins.length, ...numbers, 4, 6), 0.05);
};
/** Returns a run from pairs of mean delay, ms, and packets, all in one sample of each bin. */
const run = (...bins: (readonly [mean: number, packets: number])[]): SeedRun =>
  runOf(
    ...bins.map(([mean, packets]) => ({
      ...{ 0: mean * packets, 1: packets, 2: packets && mean, 3: packets && 1 },
    })),
  );

test('a mean over bins counts each packet once, the line each sample once', () => {
  const sums = run([10, 1], [20, 3], [0, 0], [5, 2]);
  expect(lengthOf(sums.bins)).toBe(4);
  expect(valueIn(sums, delay.compared, 0, 1)).toBe(10);
  expect(valueIn(sums, delay.compared, 0, 2)).toBe(17.5);
  expect(valueIn(sums, delay.compared, 2, 3)).toBeNaN();
  expect(valueIn(sums, delay.compared, 0, 4)).toBeCloseTo((10 + 60 + 10) / 6);
  expect(valueIn(sums, delay.drawn, 0, 4)).toBeCloseTo((10 + 20 + 5) / 3);
});

test('rates are divided by the packets offered, or by those that left if they are more', () => {
  const sums = runOf({ 1: 5, 6: 5, 7: 2, 8: 20 }, { 1: 10, 6: 10, 8: 5 });
  expect(valueIn(sums, drops.drawn, 0, 1)).toBe(25);
  expect(valueIn(sums, marks.drawn, 0, 1)).toBe(10);
  expect(valueIn(sums, drops.drawn, 1, 2)).toBe(50);
  expect(valueIn(sums, drops.drawn, 0, 2)).toBe(50);
});

test('the goodput has bins of one second', () => {
  const [goodput] = MEASURES['goodput'];
  const { drawn } = goodput;
  expect([0, 1].map((second) => valueIn(run([1, 1]), drawn, second, second + 1))).toEqual([4, 6]);
  expect(valueIn(run(), drawn, 0, 2)).toBe(5);
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
  const { most, half } = bandsOf(runs, delay.compared);
  expect([...most.low, ...most.high]).toEqual([5, 5, 95, 95]);
  expect([...half.low, ...half.high]).toEqual([25, 25, 75, 75]);
});

test('the quantiles of longer bins are those of their means', () => {
  // Each run has the delays 0 and 100 ms, in one order or the other.
  const runs = Array.from({ length: 20 }, (_, i) =>
    run([100 * (i % 2), 1], [100 - 100 * (i % 2), 1], [7, 1]),
  );
  expect([...bandsOf(runs, delay.drawn, 2).most.high]).toEqual([50]);
  expect([...bandsOf(runs, delay.drawn).most.high]).toEqual([100, 100, 7]);
});

test('a bin has bands if at least half of the runs sent packets in it', () => {
  const [busy, idle] = [run([8, 1], [8, 1]), run([0, 0], [4, 1])];
  expect([...bandsOf([busy, busy, idle, idle], delay.drawn).half.low]).toEqual([8, 4]);
  expect([...bandsOf([busy, idle, idle], delay.drawn).most.high]).toEqual([
    NaN,
    expect.closeTo(7.6, 5),
  ]);
});

test('runs of different length have bands up to the end of the shortest', () => {
  expect(bandsOf([run([1, 1], [2, 1]), run([1, 1])], delay.drawn).most.low).toHaveLength(1);
});

test('a run is compared with the means of the others over the same bins', () => {
  const runs = Array.from({ length: 21 }, (_, i) => run([1000, 1], [i, 10], [i, 30]));
  const { compared: mean } = delay;
  expect(compared(runs, mean, 25, 1, 3)).toEqual({ value: 25, low: 1, high: 19 });
  expect(compared(runs, mean, NaN, 1, 3)).toBeUndefined();
  expect(compared([...runs, run([1, 1], [0, 0], [0, 0])], mean, 25, 1, 3)).toBeUndefined();
  expect(compared([], mean, 25, 1, 3)).toBeUndefined();
});
