import { expect, test } from 'vitest';
import { wheelFactor } from './gestures';

test('a wheel that turns back undoes its zoom, and no step is larger than two', () => {
  for (const px of [1, 5, 39, 40, 100, 120, 5000])
    expect(wheelFactor(px) * wheelFactor(-px)).toBeCloseTo(1, 12);
  expect(wheelFactor(100)).toBeGreaterThan(1.1);
  expect(wheelFactor(-100)).toBeLessThan(0.9);
  expect(wheelFactor(1e6)).toBeLessThanOrEqual(2.1);
  // Fingers on a touchpad send many small movements.
  expect(wheelFactor(4)).toBeGreaterThan(1.03);
});
