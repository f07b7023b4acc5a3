import { expect, test } from 'vitest';
import type { Point } from './plot';
import { apart, farthest } from './plot-labels';

const places = (ys: number[], gap: number, top: number, bottom: number): number[] =>
  apart(
    ys.map((y) => ({ y })),
    ...([gap, top, bottom] as const),
  ).map(({ y }) => y);

test('labels are moved apart, and stay above the bottom', () => {
  expect(places([50, 52, 10], 20, 0, 200)).toEqual([10, 50, 70]);
  expect(places([100, 100], 20, 0, 100)).toEqual([80, 100]);
  expect(places([-5], 20, 12, 100)).toEqual([12]);
});

test('a former line has its name where it is farthest from the present one', () => {
  const line = (values: number[]): Point[] => values.map((value, t) => [t, value]);
  const scale = { low: 0, high: 100, log: false };
  const [before, now] = [line([0, 10, 10, 80, 10, 99, 99]), line([0, 10, 12, 20, 10, 10, 0])];
  expect(farthest(before, now, [0, 6], scale, 100)).toEqual([5, 99]);
  expect(farthest(before, before, [0, 6], scale, 100)).toBeUndefined();
});
