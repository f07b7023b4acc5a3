import { expect, test } from 'vitest';
import { xScale } from './core/scale';
import { pinchedWindow, wheelFactor } from './gestures';

test('a wheel that turns back undoes its zoom, and no step is larger than two', () => {
  for (const px of [1, 5, 39, 40, 100, 120, 5000])
    expect(wheelFactor(px) * wheelFactor(-px)).toBeCloseTo(1, 12);
  expect(wheelFactor(100)).toBeGreaterThan(1.1);
  expect(wheelFactor(-100)).toBeLessThan(0.9);
  expect(wheelFactor(1e6)).toBeLessThanOrEqual(2.1);
  // Fingers on a touchpad send many small movements.
  expect(wheelFactor(4)).toBeGreaterThan(1.03);
});

test('the times below both fingers stay below them', () => {
  // 10 px a second: the fingers are at 30 and 50 s.
  const x = xScale(20, 60, 40, 440);
  const first = { middlePx: 240, apartPx: 200 };
  expect(pinchedWindow(x, first, first)).toEqual([20, 60]);
  for (const [left, right] of [
    [40, 440],
    [190, 290],
    [300, 420],
  ]) {
    const now = { middlePx: (left + right) / 2, apartPx: right - left };
    const moved = xScale(...pinchedWindow(x, first, now), 40, 440);
    expect(moved.t(left)).toBeCloseTo(30, 9);
    expect(moved.t(right)).toBeCloseTo(50, 9);
  }
});

test('fingers that meet or are on top of each other give a finite window', () => {
  const x = xScale(20, 60, 40, 440);
  const at = (apartPx: number) => ({ middlePx: 240, apartPx });
  for (const [first, now] of [
    [200, 0],
    [0, 200],
    [0, 0],
  ]) {
    const [t0, t1] = pinchedWindow(x, at(first), at(now));
    expect(t1 - t0).toBeGreaterThan(1);
    expect(t1 - t0).toBeLessThan(400);
    expect((t0 + t1) / 2).toBeCloseTo(40, 9);
  }
});
