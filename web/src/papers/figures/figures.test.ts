import { expect, test } from 'vitest';
import type { Report, Row, Value } from '../report';
import { figuresOf, keepSame, pointOf } from './figure';
import { isWide } from './row-figures';
import { stylesOf } from './styles';

const value = (ours: number | null, published: number | null = null, sd = 0.5): Value => ({
  published: published === null ? null : { mean: published, sd: null },
  other: null,
  ours: ours === null ? null : { mean: ours, sd, n: 4 },
  tolerance: null,
  within: null,
});
const row = (x: number | null, queue: string, ...values: Value[]): Row => ({
  at: `${x} ms RTT`,
  x,
  queue,
  runs: [0, 1],
  scenario: null,
  values,
});
const axis = (name: string, unit: string, log = false) => ({ name, unit, log });
const report = (parts: Partial<Report>): Report => ({
  notes: [],
  publishedBy: 'paper',
  other: null,
  measures: [
    { name: 'mean delay', unit: 'ms', decimals: 2 },
    { name: 'utilization', unit: '%', decimals: 1 },
  ],
  x: axis('round-trip time', 'ms', true),
  rows: [],
  findings: [],
  goals: [],
  plots: [],
  ...parts,
});
const table = report({
  rows: [
    row(100, 'codel', value(0.84, 0.85), value(90.4, 90.6)),
    row(5, 'codel', value(4.6, 4.66), value(100, 100)),
    row(20, 'codel', value(null, 2.46), value(null, 99)),
    row(5, 'duk printed', value(null), value(null)),
    row(100, 'duk printed', value(1.3), value(88)),
  ],
});

test('a figure of each measure has a line and published points for each discipline', () => {
  const figures = figuresOf(table);
  expect(figures.map(({ title, y }) => `${title}, ${y.unit}`)).toEqual([
    'Mean delay, ms',
    'Utilization, %',
  ]);
  const [{ x, series }] = figures;
  expect(x).toMatchObject({ unit: 'ms', log: true });
  expect(series.map(({ name, note, kind }) => [name, note, kind])).toEqual([
    ['CoDel', undefined, 'line'],
    ['CoDel', 'published', 'points'],
    ['DUK printed', undefined, 'line'],
  ]);
  // In order of x; the setting without a result is a gap.
  expect(series[0].points).toEqual([
    [5, 4.6, 4.1, 5.1],
    [20, null],
    [100, 0.84, 0.84 - 0.5, 0.84 + 0.5],
  ]);
  expect(series[1].points).toEqual([
    [5, 4.66],
    [20, 2.46],
    [100, 0.85],
  ]);
});

test('a point leads to its cell of the table and back', () => {
  const [, utilization] = figuresOf(table);
  expect(utilization.cellOf(0, 0)).toEqual({ row: 1, measure: 1 });
  expect(utilization.cellOf(1, 2)).toEqual({ row: 0, measure: 1 });
  expect(utilization.cellOf(2, 1)).toEqual({ row: 4, measure: 1 });
  expect(pointOf(utilization, { row: 4, measure: 1 })).toEqual({ series: 2, point: 1 });
  expect(pointOf(utilization, { row: 4, measure: 0 })).toBeUndefined();
  // Ours is not known yet.
  expect(pointOf(utilization, { row: 2, measure: 1 })).toEqual({ series: 1, point: 1 });
});

test('rows without numbers as settings have no figure', () => {
  expect(figuresOf(report({ rows: [row(null, 'pie', value(1), value(2))] }))).toEqual([]);
  expect(figuresOf(report({ rows: [row(5, 'pie', value(1), value(2))] }))).toEqual([]);
  expect(figuresOf({ ...table, x: null })).toEqual([]);
});

test('an axis over more than a decade is logarithmic', () => {
  expect(isWide([5, 10, 20, 50, 100])).toBe(true);
  expect(isWide([1, 100])).toBe(false);
  expect(isWide([0, 5, 100])).toBe(false);
  expect(isWide([-3, 27, 49])).toBe(false);
  expect(isWide([60, 80, 100])).toBe(false);
});

const plots = report({
  measures: [{ name: 'utilization', unit: '%', decimals: 1 }],
  rows: ['red', 'codel'].flatMap((queue) =>
    ['Reno', 'BIC'].map((cc) => ({ ...row(null, queue, value(90)), at: `10 flows, ${cc}` })),
  ),
  plots: ['red', 'codel'].map((queue, i) => ({
    id: `${i + 1}`,
    title: `${queue}: utilization`,
    x: axis('FTP flows', 'flows', true),
    y: axis('utilization', '%'),
    series: [
      ...['Reno', 'BIC'].map((name, j) => ({
        name,
        queue,
        kind: 'line' as const,
        published: false,
        points: [
          [1, null, null, null],
          [10, 90, 88, 92],
        ],
        rows: [2 * i + j, 2 * i + j],
      })),
      {
        name: 'text',
        queue: null,
        kind: 'line',
        published: true,
        points: [[1, 5, 5, 5]],
        rows: [],
      },
    ],
  })),
});

test('small multiples share a scale and the style of a name', () => {
  const [red, codel] = figuresOf(plots);
  expect(red.scale).toBe(codel.scale);
  expect(red.scale).toBeDefined();
  expect(red.series[1].style).toBe(codel.series[1].style);
  expect(red.series[0].style.colour).not.toBe(red.series[1].style.colour);
  expect(red.series[2]).toMatchObject({ kind: 'thin', note: 'published' });
});

test('a point of a small multiple leads to its row and measure', () => {
  const [, codel] = figuresOf(plots);
  expect(codel.cellOf(1, 1)).toEqual({ row: 3, measure: 0 });
  expect(codel.cellOf(2, 0)).toBeUndefined();
});

test('an ellipse leads to the row of its experiment', () => {
  const [figure] = figuresOf(
    report({
      rows: ['red', 'ared'].map((queue) => ({ ...row(null, queue, value(9)), at: 'one flow' })),
      plots: [
        {
          id: 'a',
          title: 'Section 3.1: one flow',
          x: axis('queue delay', 'ms'),
          y: axis('goodput', 'Mbit/s'),
          series: ['red', 'ared'].map((queue, i) => ({
            name: queue,
            queue,
            kind: 'ellipse',
            published: false,
            points: [[null, null]],
            rows: [i],
          })),
        },
      ],
    }),
  );
  expect(figure.x.isReversed).toBe(true);
  expect(figure.series.map(({ name, kind }) => [name, kind])).toEqual([
    ['RED', 'outline'],
    ['ARED', 'outline'],
  ]);
  expect(figure.cellOf(1, 0)).toEqual({ row: 1, measure: 0 });
  expect(figure.cellOf(1, 9)).toEqual({ row: 1, measure: 0 });
});

test('every point of a distribution leads to its row', () => {
  const pie: Row = row(null, 'pie', value(1), value(2));
  const points = [1, 2, 3].map((s) => [s, s / 3, s / 3, s / 3]);
  const series = { name: 'pie', queue: 'pie', kind: 'line' as const, published: false, points };
  const [x, y] = [axis('completion time', 's'), axis('share of the flows', '')];
  const plot = { id: '7a', title: 'Completion times', x, y, series: [{ ...series, rows: [1] }] };
  const [figure] = figuresOf(report({ x: null, rows: [pie, pie], plots: [plot] }));
  expect(figure.cellOf(0, 2)).toEqual({ row: 1, measure: 0 });
  expect(pointOf(figure, { row: 1, measure: 0 })).toEqual({ series: 0, point: 0 });
  expect(pointOf(figure, { row: 0, measure: 0 })).toBeUndefined();
});

test('more than six disciplines keep the look that each declares', () => {
  const names = ['droptail', 'red', 'ared', 'codel', 'pie', 'duk', 'pi2', 'fqCodel'];
  const styles = stylesOf(names);
  const looks = names.map(
    (name) => `${styles.get(name)?.colour} ${styles.get(name)?.dash.join(' ')}`,
  );
  expect(new Set(looks).size).toBe(names.length);
  expect(styles.get('codel')?.colour).toBe('var(--lane-blue)');
  expect(stylesOf(['codel', 'pie']).get('codel')?.colour).toBe('var(--lane-blue)');
});

test('a figure without a new result stays the same object', () => {
  const first = keepSame([], figuresOf(plots));
  const more = structuredClone(plots) as unknown as {
    plots: { series: { points: number[][] }[] }[];
  };
  more.plots[1].series[0].points[0] = [1, 80, 79, 81];
  const second = keepSame(first, figuresOf(more as unknown as Report));
  expect(second[0]).toBe(first[0]);
  expect(second[1]).not.toBe(first[1]);
});
