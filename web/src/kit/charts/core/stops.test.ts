import { expect, test } from 'vitest';
import type { ChartPoint, ChartSeries } from './chart';
import { markers } from './markers';
import { placeNames } from './names';
import { numbersOf } from './numbers';
import { beside, centreOf, countOf, nearestStop, nextStop, sharedAxis, stopsOf } from './stops';

const style = { colour: 'var(--lane-blue)', dash: [], shape: 0 };
const series = (
  name: string,
  points: readonly ChartPoint[],
  kind: ChartSeries['kind'] = 'line',
): ChartSeries => ({ name, style, kind, points });
const x = { name: 'RTT', unit: 'ms', log: false };
const y = { name: 'delay', unit: 'ms', log: false };

const two = [
  series('a', [
    [1, 10, 9, 11],
    [2, null],
    [3, 30],
  ]),
  series('b', [
    [1, 12],
    [2, 22],
    [3, 33],
  ]),
];

test('arrow keys skip unknown points and stay within the series', () => {
  const stops = stopsOf(two);
  const first = nextStop(stops, undefined, 'ArrowRight');
  expect(first).toMatchObject({ series: 0, point: 0, low: 9, high: 11 });
  const second = nextStop(stops, first, 'ArrowRight');
  expect(second).toMatchObject({ series: 0, point: 2 });
  expect(nextStop(stops, second, 'ArrowRight')).toBe(second);
  expect(nextStop(stops, second, 'ArrowDown')).toMatchObject({ series: 1, point: 2 });
  expect(nextStop(stops, second, 'Home')).toBe(first);
  expect(nextStop(stops, undefined, 'End')).toBe(second);
  expect(nextStop([[], []], undefined, 'Home')).toBeUndefined();
  expect(countOf(two)).toBe(stops.flat().length);
});

test('where each series has one stop, all arrows change the series', () => {
  const stops = stopsOf([
    series('a', [[1, 1]]),
    series('none', [[null, 1]]),
    series('b', [[5, 5]]),
  ]);
  const first = nextStop(stops, undefined, 'Home');
  expect(nextStop(stops, first, 'ArrowRight')).toMatchObject({ series: 2 });
});

test('the nearest of two stops at one place is the last one, which is on top', () => {
  const stops = stopsOf([
    series('a', [[1, 1]]),
    series('b', [
      [1, 1],
      [9, 9],
    ]),
  ]);
  const at = nearestStop(stops, (stop) => [stop.x, stop.y], 2, 2);
  expect(at).toMatchObject({ series: 1, point: 0 });
  expect(nearestStop([], (stop) => [stop.x, stop.y], 2, 2)).toBeUndefined();
});

test('values at the same setting are read together', () => {
  const stops = stopsOf(two);
  expect(sharedAxis(two)).toBe('x');
  expect(beside(stops, stops[1][1], 'x').map((stop) => stop.y)).toEqual([22]);
  expect(beside(stops, stops[1][2], 'x').map((stop) => stop.y)).toEqual([30, 33]);
});

test('distributions are compared at equal shares', () => {
  const curves = [
    series('a', [
      [3, 0.25],
      [4, 0.5],
      [6, 1],
    ]),
    series('b', [
      [null, 0.25],
      [5, 0.5],
      [9, 1],
    ]),
  ];
  expect(sharedAxis(curves)).toBe('y');
  const stops = stopsOf(curves);
  expect(beside(stops, stops[0][1], 'y').map((stop) => stop.x)).toEqual([4, 5]);
  expect(
    numbersOf(
      curves,
      { name: 'time', unit: 's', log: false },
      { name: 'share', unit: '', log: false },
      'y',
    ),
  ).toEqual({
    head: ['share', 'a', 'b'],
    rows: [
      ['0.25', '3.00', '–'],
      ['0.5', '4.00', '5.00'],
      ['1', '6.00', '9.00'],
    ],
  });
});

const square: ChartPoint[] = [
  [4, 1],
  [2, 3],
  [0, 1],
  [2, -1],
  [4, 1],
];

test('an outline is read at its centre', () => {
  expect(centreOf(square)).toEqual({ x: 2, y: 1, low: -1, high: 3 });
  expect(
    centreOf([
      [null, null],
      [null, null],
    ]),
  ).toBeUndefined();
  const outline = series('RED', square, 'outline');
  expect(stopsOf([outline])).toEqual([[{ series: 0, point: 0, x: 2, y: 1, low: -1, high: 3 }]]);
  expect(numbersOf([outline], x, y, 'x').rows).toEqual([['RED', '2.00', '2.00', '1.00', '2.00']]);
});

test('the table names units, bands and published values', () => {
  const published = { ...series('b', [[3, 34]], 'points'), note: 'published' };
  const numbers = numbersOf([...two, published], x, y, 'x');
  expect(numbers.head).toEqual(['RTT, ms', 'a', 'b', 'b, published']);
  expect(numbers.rows[0]).toEqual(['1', '10.0 (9.00 to 11.0)', '12.0', '–']);
  expect(numbers.rows[2]).toEqual(['3', '30.0', '33.0', '34.0']);
});

test('names beside lines do not overlap and stay between the ends', () => {
  const placed = placeNames([100, 98, 10], 14, 20, 100);
  expect(placed).toEqual([100, 86, 20]);
});

test('the first six shapes of markers differ', () => {
  const paths = Array.from({ length: 6 }, (_, shape) => markers(shape, [[10, 10]], 3.5));
  expect(new Set(paths).size).toBe(6);
  expect(markers(1, [], 3.5)).toBe('');
});
