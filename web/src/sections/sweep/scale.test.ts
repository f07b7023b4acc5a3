import { expect, test } from 'vitest';
import { busiestBorder, heatScale, stepOf } from './scale';

test('a wide span has a logarithmic scale with six round borders', () => {
  const scale = heatScale([0.5, 331, 12, 3]);
  expect(scale).toEqual({ log: true, borders: [1, 3, 10, 30, 100, 300] });
  expect([0.5, 1, 2.9, 3, 99, 331].map((value) => stepOf(scale, value))).toEqual([
    0, 1, 1, 2, 4, 6,
  ]);
});

test('borders have equal distances', () => {
  expect(heatScale([0.13, 334]).borders).toEqual([1, 3, 10, 30, 100, 300]);
  expect(heatScale([1e-6, 2]).borders).toEqual([1e-5, 1e-4, 0.001, 0.01, 0.1, 1]);
});

test('every span has at most six increasing borders between its ends', () => {
  for (const least of [1e-7, 0.013, 1, 3, 99.2, 2500])
    for (const ratio of [1.0001, 1.3, 2, 19, 21, 100, 1e3, 1e5, 1e9]) {
      const { borders, log } = heatScale([least, least * ratio]);
      const name = `${least} to ${least * ratio}: ${borders.join(' ')}`;
      expect(borders.length, name).toBeLessThanOrEqual(6);
      expect(borders.length, name).toBeGreaterThanOrEqual(3);
      expect(
        borders.every((one, i) => i === 0 || one > borders[i - 1]),
        name,
      ).toBe(true);
      expect(borders[0], name).toBeGreaterThan(least);
      expect(borders.at(-1), name).toBeLessThanOrEqual(least * ratio);
      expect(log, name).toBe(ratio >= 20);
    }
});

test('zero, negative and unknown values have a scale', () => {
  expect(heatScale([])).toEqual({ log: false, borders: [] });
  expect(heatScale([NaN])).toEqual({ log: false, borders: [] });
  expect(heatScale([7, 7]).borders).toEqual([]);
  // Zero is in the lowest step of a logarithmic scale.
  const zero = heatScale([0, 0.001, 5]);
  expect(zero.log).toBe(true);
  expect(stepOf(zero, 0)).toBe(0);
  expect(heatScale([-10, 1000]).log).toBe(false);
});

test('the first border is the one that separates most neighbours', () => {
  const borders = [3, 10, 30];
  // 10 separates two pairs of columns and nothing else does.
  const maps = [
    [
      [5, 20],
      [4, 25],
    ],
  ];
  expect(busiestBorder(borders, maps)).toBe(10);
  expect(busiestBorder([], maps)).toBeUndefined();
  expect(busiestBorder(borders, [[[NaN]]])).toBe(10);
});
