import { expect, test } from 'vitest';
import { placeNames } from './names';
import { curveAt } from './curve';
import { around, type Curve, ellipse, spreadOf } from './plane';

const curve = (kind: Curve['kind'], xs: number[], ys: number[]): Curve => ({
  ...{ kind, xs, ys, id: '0', label: 'CoDel', colour: 'blue', dash: [], cells: [] },
});

test('a distribution is read at and below each step', () => {
  const cdf = curve('steps', [0, 5, 20], [10, 50, 100]);
  expect([-1, 0, 4.9, 5, 19, 20, 99].map((x) => curveAt(cdf, x))).toEqual([
    0, 10, 10, 50, 50, 100, 100,
  ]);
  expect(curveAt(curve('outline', [1, 2], [1, 2]), 1)).toBeNaN();
});

test('the ellipse has the spread of its pairs', () => {
  const pairs = [
    [10, 1],
    [14, 3],
    [10, 3],
    [14, 5],
    [NaN, 7],
  ] as const;
  const spread = spreadOf(pairs);
  expect(spread).toMatchObject({ count: 4, meanX: 12, meanY: 3 });
  expect(spread.varX).toBeCloseTo(16 / 3);
  expect(spread.varY).toBeCloseTo(8 / 3);
  expect(spread.cov).toBeCloseTo(8 / 3);
  const { xs, ys } = ellipse(spread);
  // Every point is at Mahalanobis distance 1.
  const det = spread.varX * spread.varY - spread.cov ** 2;
  xs.forEach((x, i) => {
    const [dx, dy] = [x - 12, ys[i] - 3];
    const d2 = (spread.varY * dx * dx - 2 * spread.cov * dx * dy + spread.varX * dy * dy) / det;
    expect(d2).toBeCloseTo(1);
  });
  // It extends by one standard deviation in each direction.
  expect(Math.max(...xs) - 12).toBeCloseTo(Math.sqrt(spread.varX), 2);
  expect(Math.max(...ys) - 3).toBeCloseTo(Math.sqrt(spread.varY), 2);
});

test('pairs on a line have a flat ellipse', () => {
  const { xs, ys } = ellipse(
    spreadOf([
      [1, 2],
      [2, 4],
      [3, 6],
    ]),
  );
  xs.forEach((x, i) => expect(ys[i]).toBeCloseTo(2 * x));
});

test('a range around the data has round ends', () => {
  const [low, high] = around(17.2, 19.8, 'linear');
  expect(low).toBeLessThan(17.2);
  expect(high).toBeGreaterThan(19.8);
  expect([low, high].every((end) => Number.isInteger(2 * end))).toBe(true);
  expect(around(0.1, 5, 'linear')[0]).toBe(0);
  expect(around(3, 270, 'log')).toEqual([2, 500]);
});

test('names of close points are apart', () => {
  expect(placeNames([50, 20, 52], 13)).toEqual([50, 20, 63]);
});
