import { expect, test } from 'vitest';
import { xScale } from '../../kit/charts/core/scale';
import { grippedAt, moved, stepOf } from './grip';

test('the step of a key is a round part of the window', () => {
  expect([0.05, 2, 8, 12, 30, 60, 100, 3600].map(stepOf)).toEqual([
    0.001, 0.01, 0.1, 0.1, 0.1, 0.1, 1, 1,
  ]);
});

test('a dragged run starts at a round time', () => {
  const grip = { fromS: 0.3, fromPx: 100 };
  // 30 ms a pixel, in steps of 10 ms.
  expect(moved(grip, 137, 1 / 0.03)).toBeCloseTo(1.41, 9);
  expect(moved(grip, 90, 1 / 0.03)).toBeCloseTo(0, 9);
  expect(moved({ fromS: 0.1234, fromPx: 5 }, 5, 100)).toBe(0.1234);
  expect(moved(grip, 90, 0)).toBe(0.3);
  expect(moved(grip, 101, 5000)).toBeCloseTo(0.3, 9);
});

test('the handle stays in the plot', () => {
  const x = xScale(10, 20, 50, 550);
  expect(grippedAt(12, x)).toEqual({ px: 150, side: 'inside', isRight: false });
  expect(grippedAt(0, x)).toEqual({ px: 50, side: 'before', isRight: false });
  expect(grippedAt(21, x)).toEqual({ px: 550, side: 'after', isRight: true });
});
