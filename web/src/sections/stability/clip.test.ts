import { expect, test } from 'vitest';
import { clip, decades } from './clip';

test('a curve ends on the border of the range', () => {
  const xs = Float64Array.of(1, 2, 3, 4, 5);
  const ys = Float64Array.of(-20, 0, 5, 15, NaN);
  expect(clip(xs, ys, [-10, 10])).toEqual([
    [1, null],
    [1.5, -10],
    [2, 0],
    [3, 5],
    [3.5, 10],
    [4, null],
    [5, null],
  ]);
});

test('decades surround all positive numbers', () => {
  expect(decades([0.3, 42, NaN])).toEqual([0.1, 100]);
  expect(decades([10])).toEqual([10, 100]);
  expect(decades([])).toEqual([0.1, 10]);
});
