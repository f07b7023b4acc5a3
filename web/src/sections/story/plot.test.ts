import { expect, test } from 'vitest';
import {
  areEqualUntil,
  drawn,
  pathOf,
  pointsOf,
  scaleOf,
  shareOf,
  short,
  ticksOf,
  timesOf,
  valueAt,
} from './plot';
import { groupRuns, NUMBERS, seedRun } from '../../shared/seeds/sums';

/** A run of bins of 0.05 s with these mean delays and numbers of packets. */
function run(delays: readonly number[]): ReturnType<typeof seedRun> {
  const bins = delays.flatMap((ms) => {
    const bin = new Array<number>(NUMBERS).fill(0);
    [bin[0], bin[1], bin[2], bin[3], bin[4], bin[5], bin[10]] = [ms * 2, 2, ms, 1, 50, 100, 1];
    return bin;
  });
  return seedRun(Float64Array.from([delays.length, ...bins]), 0.05);
}

test('points are means of bins in the window, at the middle of each', () => {
  const points = pointsOf(run([1, 2, 3, 4, 5, 6, 7, 8]), 'queue-delay', [0.1, 0.3], 2);
  const rounded = points.map(([t, v]) => [Number(t.toFixed(3)), v]);
  expect(rounded).toEqual([
    [0.15, 3.5],
    [0.25, 5.5],
  ]);
});

test('groups have lines of their own: the goodput of each second, and the delay of each bin', () => {
  // Two groups, two seconds, and two bins of a second; the second group sent nothing in the first bin.
  const values = Float64Array.of(2, 2, 8, 6, 0, 2, 300, 100, 100, 50, 0, 0, 90, 30);
  const [first, second] = groupRuns(values, 1);
  const points = (run: typeof first, view: string): number[] =>
    pointsOf(run, view, [0, 2], 2).map(([, value]) => value);
  expect([points(first, 'group-goodput'), points(second, 'group-goodput')]).toEqual([
    [8, 6],
    [0, 2],
  ]);
  expect([points(first, 'group-delay'), points(second, 'group-delay')]).toEqual([
    [3, 2],
    [NaN, 3],
  ]);
});

test('a scale does not depend on small values, and its places and values match', () => {
  expect(scaleOf('queue-delay', false, [3])).toEqual(scaleOf('queue-delay', false, [300]));
  expect(scaleOf('queue-delay', false, [3000]).high).toBe(10_000);
  expect(scaleOf('utilization', false, [3])).toEqual({ low: 0, high: 100, log: false });
  for (const scale of [scaleOf('queue-delay', false, []), scaleOf('goodput', false, [9])])
    for (const share of [0, 0.3, 1])
      expect(shareOf(scale, valueAt(scale, share))).toBeCloseTo(share);
  expect(ticksOf(scaleOf('queue-delay', false, []))).toEqual([1, 10, 100, 1000]);
  expect(timesOf([4, 18], 8)).toEqual([4, 6, 8, 10, 12, 14, 16, 18]);
  expect([short(10), short(99.96), short(0.85)]).toEqual(['10', '100', '0.85']);
});

test('a path has gaps where there are no values', () => {
  const scale = { low: 0, high: 10, log: false };
  const path = pathOf(
    [
      [0, 0],
      [1, NaN],
      [2, 10],
      [3, 5],
    ],
    [0, 4],
    scale,
    40,
    10,
  );
  expect(path).toBe('M0.0 10.0M20.0 0.0L30.0 5.0');
});

test('a later stroke replaces an earlier one, and fills the columns between two points', () => {
  const first = drawn([], [0, 0], [10, 10], 0, 10);
  expect(first.length).toBe(80);
  expect(first[40][1]).toBeCloseTo(5, 0);
  const second = drawn(first, undefined, [5, 99], 0, 10);
  expect(second.length).toBe(80);
  expect(second.filter(([, value]) => value === 99).length).toBe(1);
});

test('lanes are equal until the first bin that differs', () => {
  const [a, b] = [run([1, 2, 3]), run([1, 2, 4])];
  expect(areEqualUntil([a, b], 0.1)).toBe(true);
  expect(areEqualUntil([a, b], 0.15)).toBe(false);
  expect(areEqualUntil([], 0.1)).toBe(false);
});
