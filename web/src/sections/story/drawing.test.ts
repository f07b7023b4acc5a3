import { expect, test } from 'vitest';
import { errorOf, penAt, withKey } from './drawing';
import type { Point } from './plot';

const SPAN = { fromS: 10, toS: 30 };
const SCALE = { low: 0, high: 100, log: false };

test('the error of a line is the mean distance from the run, over the times that were drawn', () => {
  const run: Point[] = [
    [9, 500],
    [12, 10],
    [16, 10],
    [20, NaN],
    [28, 10],
  ];
  // From 20 at 10 s to 0 at 20 s: 16 at 12 s, 8 at 16 s.
  expect(
    errorOf(
      [
        [10, 20],
        [20, 0],
      ],
      run,
    ),
  ).toBeCloseTo((6 + 2) / 2);
  // A line through the run has none.
  expect(
    errorOf(
      [
        [10, 10],
        [30, 10],
      ] as Point[],
      run,
    ),
  ).toBe(0);
  expect(errorOf([[1, 1]], run)).toBeUndefined();
  expect(errorOf([], run)).toBeUndefined();
});

test('keys draw a line: right along the time, up and down its value', () => {
  let state = { line: [] as readonly Point[], pen: penAt(SPAN, 40, SCALE) };
  const press = (...keys: string[]): void => {
    for (const key of keys) state = withKey(key, state.line, state.pen, SCALE, SPAN) ?? state;
  };
  press(...Array<string>(10).fill('ArrowRight'));
  expect(state.pen).toEqual([20, 40]);
  press('ArrowUp', 'ArrowUp');
  expect(state.pen[1]).toBeCloseTo(45);
  press(...Array<string>(10).fill('ArrowRight'));
  expect(state.pen[0]).toBeCloseTo(30);
  const at = (t: number): number =>
    state.line.reduce((a, b) => (Math.abs(b[0] - t) < Math.abs(a[0] - t) ? b : a))[1];
  expect(at(12)).toBeCloseTo(40);
  expect(at(25)).toBeCloseTo(45);
  // Back to the left the pen changes nothing until a value is set.
  const before = state.line;
  press('ArrowLeft', 'ArrowLeft');
  expect(state.line).toBe(before);
  press('ArrowDown');
  expect(at(28.1)).toBeCloseTo(42.5);
  // The pen stays inside the hidden part, and inside the axis.
  press(...Array<string>(60).fill('ArrowUp'), ...Array<string>(40).fill('ArrowRight'));
  expect(state.pen).toEqual([30, 100]);
  expect(withKey('a', state.line, state.pen, SCALE, SPAN)).toBeUndefined();
});

test('without a visible value the pen begins in the middle', () => {
  expect(penAt(SPAN, undefined, SCALE)).toEqual([10, 50]);
  expect(penAt(SPAN, NaN, SCALE)).toEqual([10, 50]);
});
