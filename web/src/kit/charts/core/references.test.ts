import { expect, test } from 'vitest';
import { sideOf } from './references';

const PLOT = [40, 400] as const;
const side = (at: number, width: number, others: number[]): string => {
  const { isRight, isCrossed } = sideOf(at, width, others, PLOT);
  return `${isRight ? 'right' : 'left'}${isCrossed ? ', crossed' : ''}`;
};

test('the label of a line is on its right, on the left at the right edge', () => {
  expect(side(100, 120, [])).toBe('right');
  expect(side(300, 120, [])).toBe('left');
  // Neither side has room: the label must not leave the plot at the right.
  expect(side(150, 300, [])).toBe('left');
});

test('the label of a line is where no other line crosses it', () => {
  expect(side(200, 120, [250])).toBe('left');
  expect(side(200, 120, [150])).toBe('right');
  expect(side(200, 120, [150, 250])).toBe('right, crossed');
  expect(side(100, 120, [150])).toBe('right, crossed');
  expect(side(300, 120, [250])).toBe('left, crossed');
});
