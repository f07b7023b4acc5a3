import { expect, test } from 'vitest';
import {
  bandOf,
  categoryTicks,
  type ChartSeries,
  extent,
  grown,
  rangeTicks,
  roundRange,
  titleOf,
  xsOf,
  xTicks,
  ysOf,
} from './chart';
import { yScale } from './scale';

const style = { colour: 'var(--lane-blue)', dash: [], shape: 0 };
const linear = { log: false };

test.each([
  [
    [2, 17],
    [0, 20],
  ],
  [
    [94.2, 99.9],
    [94, 100],
  ],
  [
    [-235, 91],
    [-300, 100],
  ],
  [
    [-40, -12],
    [-40, 0],
  ],
  [
    [0, 0],
    [0, 0.5],
  ],
  [
    [7, 7],
    [6, 8],
  ],
] as const)('the round range around %j is %j', ([low, high], expected) => {
  const range = roundRange([low, high], linear);
  expect(range[0]).toBeLessThanOrEqual(low);
  expect(range[1]).toBeGreaterThanOrEqual(high);
  expect(range).toEqual(expected);
});

test('the axis of a share ends at 100 %, also if a band goes on', () => {
  const share = { log: false, most: 100 };
  expect(roundRange([88, 99.9], share)[1]).toBe(100);
  expect(roundRange([100, 100], share)[1]).toBe(100);
  expect(grown(undefined, [93, 100.02], share)).toEqual([92, 100]);
  expect(grown([92, 100], [93, 100.02], share)).toEqual([92, 100]);
});

test.each([
  [
    [0.75, 5],
    [0.5, 5],
  ],
  [
    [0.3, 94.7],
    [0.2, 100],
  ],
  [
    [10, 10],
    [5, 20],
  ],
] as const)('the round logarithmic range around %j is %j', ([low, high], expected) => {
  expect(roundRange([low, high], { log: true })).toEqual(expected);
});

test('a range grows with the data and never shrinks', () => {
  const first = grown(undefined, [0, 17], linear);
  expect(first).toEqual([0, 20]);
  expect(grown(first, [3, 4], linear)).toBe(first);
  expect(grown(first, undefined, linear)).toBe(first);
  expect(grown(first, [3, 41], linear)).toEqual([0, 60]);
  expect(grown(undefined, undefined, linear)).toBeUndefined();
});

test('a range does not go below the start of its axis', () => {
  expect(grown(undefined, [-12, 35], { log: false, from: 0 })).toEqual([0, 40]);
  expect(grown([0, 40], [-50, 30], { log: false, from: 0 })).toEqual([0, 40]);
  expect(grown(undefined, [-12, 35], linear)).toEqual([-20, 40]);
});

test('unknown values and values that a log axis cannot show do not count', () => {
  expect(extent([3, null, NaN, undefined, Infinity, 1])).toEqual([1, 3]);
  expect(extent([0, -1, 2], true)).toEqual([2, 2]);
  expect(extent([null])).toBeUndefined();
});

test('a band needs two ends that differ from the value', () => {
  expect(bandOf([1, 5, 4, 7])).toEqual([4, 7]);
  expect(bandOf([1, 5, 5, 5])).toBeUndefined();
  expect(bandOf([1, 5])).toBeUndefined();
  expect(bandOf([1, null, 4, 7])).toBeUndefined();
});

test('the range covers bands, but no point without a place', () => {
  const series: ChartSeries[] = [
    {
      name: 'a',
      style,
      kind: 'line',
      points: [
        [1, 5, 3, 9],
        [2, null],
        [null, 400],
      ],
    },
  ];
  expect(extent(xsOf(series))).toEqual([1, 2]);
  expect(extent(ysOf(series))).toEqual([3, 9]);
});

test('a few settings are labelled themselves', () => {
  const scale = yScale('log', [5, 200], 0, 400);
  const labels = xTicks(scale, [5, 10, 20, 50, 100, 200, 5, null], 6.4).map(({ label }) => label);
  expect(labels).toEqual(['5', '10', '20', '50', '100', '200']);
});

test('labels without room are left out, but not those of the ends', () => {
  const scale = yScale('linear', [1, 100], 0, 120);
  const labels = xTicks(scale, [1, 2, 5, 10, 35, 100], 6.4).map(({ label }) => label);
  expect(labels[0]).toBe('1');
  expect(labels.at(-1)).toBe('100');
  expect(labels).not.toContain('2');
});

test('many values have round labels; those of a log axis are its decades', () => {
  const values = Array.from({ length: 61 }, (_, i) => 1e-4 * 10 ** (i / 18));
  const [low, high] = extent(values)!;
  const log = xTicks(yScale('log', [low, high], 0, 400), values, 6.4).map(({ label }) => label);
  expect(log).toEqual(['0.0001', '0.001', '0.01', '0.1']);
  const even = xTicks(
    yScale('linear', [0, 60], 0, 400),
    values.map((_, i) => i),
    6.4,
  );
  expect(even.map(({ label }) => label)).toEqual(['0', '10', '20', '30', '40', '50', '60']);
});

test('labels on a reversed axis are in place too', () => {
  const scale = yScale('linear', [0, 10], 400, 0);
  const ticks = xTicks(scale, [0, 5, 10], 6.4);
  expect(ticks.map(({ value }) => scale.project(value))).toEqual([400, 200, 0]);
});

test.each([
  [[0, 80], 80, [0, 40, 80]],
  [[0, 80], 200, [0, 20, 40, 60, 80]],
  [[0, 15], 100, [0, 5, 10, 15]],
  [[0, 1], 101, [0, 0.5, 1]],
  [[1.7, 2.2], 100, [1.8, 2, 2.2]],
  [[1.7, 2.2], 30, [1.7, 2.2]],
  [[0, 15], 50, [0, 15]],
  [[-300, 100], 120, [-300, -200, -100, 0, 100]],
  [[94, 100], 130, [94, 96, 98, 100]],
] as const)('a round range %j on %d px is labelled at %j', (domain, height, expected) => {
  expect(rangeTicks(yScale('linear', domain, height, 0), height, 22)).toEqual(expected);
});

test('every round range has labels at both ends', () => {
  for (let low = -7; low < 40; low += 0.37)
    for (const size of [0.013, 0.9, 4.2, 77, 930]) {
      const range = roundRange([low, low + size], { log: false });
      const ticks = rangeTicks(yScale('linear', range, 300, 0), 300, 22) ?? [];
      expect([ticks[0], ticks.at(-1)], `${range.join()}`).toEqual([...range]);
    }
});

test('a range without round steps has no round labels', () => {
  expect(rangeTicks(yScale('linear', [0.3, 7.7], 100, 0), 100, 22)).toBeUndefined();
  expect(rangeTicks(yScale('log', [1, 100], 100, 0), 100, 22)).toBeUndefined();
});

test('the title of an axis does not repeat the unit', () => {
  expect(titleOf({ name: 'forward FTP flows', unit: 'flows', log: true })).toBe(
    'forward FTP flows',
  );
  expect(titleOf({ name: 'delay', unit: 'ms', log: true })).toBe('delay, ms');
  expect(titleOf({ name: '', unit: 'ms RTT', log: true })).toBe('ms RTT');
  expect(titleOf({ name: 'share', unit: '', log: true })).toBe('share');
});

test('names of categories are shortened to what stands before their colons, or to places', () => {
  const scale = (widthPx: number) => yScale('linear', [-0.5, 1.5], 0, widthPx);
  const shown = (widthPx: number, labels: readonly string[]): string[] =>
    categoryTicks(scale(widthPx), labels, 6).map(({ label }) => label);
  const names = ['1a: 20 Mbit/s', '2: 5 flows'];
  expect(shown(400, names)).toEqual(names);
  expect(shown(80, names)).toEqual(['1a', '2']);
  expect(shown(30, names)).toEqual(['1', '2']);
  expect(shown(80, ['light', 'heavy load'])).toEqual(['1', '2']);
  expect(shown(80, ['5: random', '6: bulk', '5: constant'])).toEqual(['5a', '6', '5b']);
});
