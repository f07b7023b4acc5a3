import { expect, test } from 'vitest';
import type { Recorded } from './import/recorded';
import { columnOf, dropColumn, dropRateOf, statisticsOf, utilizationOf } from './samples';

const series = (
  times: readonly number[],
  values: readonly number[],
  more: Partial<Recorded> = {},
): Recorded => ({
  name: 'a',
  quantity: 'rtt',
  times: Float64Array.from(times),
  values: Float64Array.from(values),
  ...more,
});
const plain = (value: number): number => value;
const rounded = (values: Iterable<number>): number[] =>
  Array.from(values, (value) => Number(value.toFixed(4)));

test('pings become samples of their usual distance, converted', () => {
  const column = columnOf(series([0.2, 0.4, 0.6], [41, 45, 60]), (value) => value - 40);
  expect(column.stepS).toBeCloseTo(0.2);
  expect(column.startS).toBeCloseTo(0.2);
  expect(rounded(column.values)).toEqual([1, 5, 20]);
  expect(column.length).toBe(3);
});

test('a missing ping lies between its neighbours, and a long pause is a gap', () => {
  const times = [0, 0.1, 0.2, 0.4, 0.5, 2, 2.1];
  const column = columnOf(series(times, [1, 1, 1, 3, 3, 9, 9]), plain);
  expect(column.values[3]).toBeCloseTo(2.5);
  expect(column.values[10]).toBeNaN();
  expect(rounded(column.values.slice(20))).toEqual([9, 9]);
});

test('values over time belong to the time before their sample', () => {
  const times = [0.01, 0.02, 0.03];
  const column = columnOf(series(times, [5, 6, 7], { isOverTime: true }), plain);
  expect([column.startS, column.stepS]).toEqual([0, 0.01]);
  expect(rounded(column.values)).toEqual([5, 6, 7]);
  const wide = columnOf(series([1, 2, 4], [5, 6, 7], { isOverTime: true }), plain);
  expect(rounded(wide.values)).toEqual([5, 6, 7, 7]);
});

test('dense samples become means of 10 ms', () => {
  const times = Array.from({ length: 100 }, (_, i) => 0.0005 + i / 1000);
  const column = columnOf(
    series(
      times,
      times.map((_, i) => i),
    ),
    plain,
  );
  expect(column.stepS).toBe(0.01);
  expect(rounded(column.values)).toEqual([
    4.5, 14.5, 24.5, 34.5, 44.5, 54.5, 64.5, 74.5, 84.5, 94.5,
  ]);
});

test('a summary is a level line from its start to its end', () => {
  const summary = { mean: 7, p50: 6, p95: 9 };
  const level = series([3, 15], [7, 7], { quantity: 'delay', summary });
  const column = columnOf(level, plain);
  expect(column.values.every((value) => value === 7)).toBe(true);
  expect(column.startS + column.length * column.stepS).toBeGreaterThanOrEqual(15);
  expect(statisticsOf(level, 100, 101, plain)).toEqual(summary);
});

test('statistics are those of the samples in the span', () => {
  const pings = series([0, 1, 2, 3, 4], [1, 2, 3, 4, 100]);
  expect(statisticsOf(pings, 1, 4, plain)).toEqual({ mean: 3, p50: 3, p95: 4 });
  expect(statisticsOf(pings, 5, 6, plain)).toBeUndefined();
  const weighted = series([1, 2], [1, 9], { weights: Float64Array.of(3, 1), isOverTime: true });
  expect(statisticsOf(weighted, 0, 2, plain)).toEqual({ mean: 3, p50: 1, p95: 9 });
  expect(statisticsOf(weighted, 1, 2, plain)).toEqual({ mean: 9, p50: 9, p95: 9 });
});

test('drops are a share of the packets of their second', () => {
  const drops = series([0.5, 1, 1.5, 3], [1, 1, 0, 4], {
    quantity: 'drops',
    weights: Float64Array.of(10, 10, 5, 8),
    isOverTime: true,
  });
  const column = dropColumn(drops);
  expect([column.startS, column.stepS]).toEqual([0, 1]);
  expect([...column.values]).toEqual([10, 0, 50]);
  expect(dropRateOf(drops, 0, 3)).toBeCloseTo(6 / 33);
  expect(dropRateOf(drops, 1, 2)).toBe(0);
  expect(dropRateOf({ ...drops, weights: undefined }, 0, 3)).toBeUndefined();
});

test('the utilization weights each sample with its time', () => {
  const rates = series([1, 2, 4], [10, 10, 4], { quantity: 'throughput', isOverTime: true });
  expect(utilizationOf(rates, 0, 4, () => 1)).toBe(7);
  expect(utilizationOf(rates, 2, 4, () => 1)).toBe(4);
  expect(utilizationOf(rates, 9, 10, () => 1)).toBeUndefined();
});
