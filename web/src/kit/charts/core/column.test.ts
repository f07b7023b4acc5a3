import { describe, expect, test } from 'vitest';
import { type Column, endS, indexAt, valueAt, visibleRange } from './column';

const column = (values: number[], startS = 0, stepS = 0.01, length = values.length): Column => ({
  startS,
  stepS,
  values: Float32Array.from(values),
  length,
});

describe('the sample in force', () => {
  test.each([
    [0, 0],
    [0.0099, 0],
    [0.01, 1],
    [0.07, 7], // 0.07 / 0.01 is 7.000000000000001
    [0.29, 29], // 0.29 / 0.01 is 28.999999999999996
    [0.4, -1],
    [-0.001, -1],
  ])('at %f s is sample %i', (t, i) => {
    expect(indexAt(column(Array<number>(40).fill(1)), t)).toBe(i);
  });

  test('counts from the beginning of the column', () => {
    expect(valueAt(column([5, 6, 7], 30), 30.015)).toBe(6);
    expect(valueAt(column([5, 6, 7], 30), 29.9)).toBeNaN();
  });

  test('values of the buffer beyond the length are ignored', () => {
    const c = column([1, 2, 3, 4], 0, 0.01, 2);
    expect(valueAt(c, 0.025)).toBeNaN();
    expect(endS(c)).toBeCloseTo(0.02, 12);
  });
});

test.each([
  [0, 1, 0, 100],
  [0.5, 0.6, 50, 60],
  [0.505, 0.595, 50, 60],
  [-5, 0.02, 0, 2],
  [0.99, 7, 99, 100],
  [2, 3, 0, 0],
  [-3, -2, 0, 0],
])('the window %f to %f s touches samples [%i, %i)', (t0, t1, from, to) => {
  expect(visibleRange(column(Array<number>(100).fill(1)), t0, t1)).toEqual({ from, to });
});
