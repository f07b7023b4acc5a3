import { expect, test } from 'vitest';
import type { Report, Row, Value } from '../report.generated';
import { keepSame, pointOf } from './figure';
import { figuresOf } from './figures-of';
import { isWide } from './row-figures';
import { stylesOf } from './styles';

const value = (ours: number | null, published: number | null = null, half = 0.5, n = 2): Value => ({
  published: published === null ? null : { mean: published, sd: null },
  other: null,
  ours: ours === null ? null : { mean: ours, sd: 9, ci95: half, n },
  tolerance: null,
  within: null,
  deviation: null,
  grade: null,
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
    row(5, 'codel', value(4.6, 4.66), value(100, 100, 0.5, 1)),
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
  expect(figures[1].series[0].points[0], 'one of two runs').toEqual([5, 100]);
  expect(figures[0].band).toMatch(/mean of 2 runs; band: 95 % confidence interval/);
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
    band: '',
    references: [],
    ownScale: false,
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
          band: '',
          references: [],
          ownScale: false,
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
  const plot = {
    id: '7a',
    title: 'Completion times',
    x,
    y,
    series: [{ ...series, rows: [1] }],
    band: '',
    references: [],
    ownScale: false,
  };
  const [figure] = figuresOf(report({ x: null, rows: [pie, pie], plots: [plot] }));
  expect(figure.cellOf(0, 2)).toEqual({ row: 1, measure: 0 });
  expect(pointOf(figure, { row: 1, measure: 0 }), 'no single point shows it').toBeUndefined();
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

test('a trace shows one row as a whole, with its stated level and its lines', () => {
  const [figure] = figuresOf(
    report({
      measures: [{ name: 'mean delay', unit: 'ms', decimals: 1 }],
      rows: [row(null, 'pie', value(20)), row(null, 'red', value(30))],
      plots: [
        {
          id: '7',
          title: 'PIE and RED: queue delay',
          x: axis('time', 's'),
          y: axis('queue delay', 'ms'),
          series: [false, true].map((published) => ({
            name: 'red',
            queue: 'red',
            kind: published ? 'line' : 'trace',
            published,
            rows: published ? [] : [1],
            points: [1, 2, 3].map((x) => [x, 30, 29, 31]),
          })),
          band: 'line: one run',
          references: [{ axis: 'x', value: 2, label: '20 Mbit/s' }],
          ownScale: true,
        },
      ],
    }),
  );
  expect(figure.series.map(({ name, kind }) => [name, kind])).toEqual([
    ['RED', 'trace'],
    ['RED', 'thin'],
  ]);
  expect(figure.x.range, 'whole bins').toEqual([0.5, 3.5]);
  expect(figure.cellOf(0, 2)).toEqual({ row: 1, measure: 0 });
  expect(figure.cellOf(1, 2)).toBeUndefined();
  expect(pointOf(figure, { row: 1, measure: 0 }), 'no single point shows it').toBeUndefined();
  expect(figure.scale).toBeUndefined();
  expect(figure).toMatchObject({ band: 'line: one run', references: [{ label: '20 Mbit/s' }] });
});

test('a table over set-ups has a marker of each discipline beside the published one', () => {
  const names = ['1: 20 Mbit/s', '2: 200 Mbit/s', '3: 20 flows'];
  const set = report({
    x: null,
    rows: names.flatMap((at) => [
      { ...row(null, 'duk printed', value(1, 2), value(90)), at },
      { ...row(null, 'codel', value(30, 20), value(95)), at },
    ]),
  });
  const figures = figuresOf(set);
  expect(
    figures.map(({ title }) => title),
    'the paper has no utilization',
  ).toEqual(['Mean delay']);
  const [{ x, series, cellOf, band }] = figures;
  expect(x.labels).toEqual(names);
  expect(series.map(({ name, kind }) => [name, kind])).toEqual([
    ['DUK printed', 'bars'],
    ['DUK printed', 'points'],
    ['CoDel', 'bars'],
    ['CoDel', 'points'],
  ]);
  expect(series[2].points[1]).toEqual([1, 30, 29.5, 30.5]);
  expect(series[0].shift).toBeLessThan(series[2].shift ?? 0);
  expect(series[0].shift).toBe(series[1].shift);
  expect(cellOf(3, 2)).toEqual({ row: 5, measure: 0 });
  expect(band).toMatch(/^filled marker: mean of 2 runs; bar: 95 %/);
  expect(figuresOf({ ...set, rows: set.rows.slice(0, 4) }), 'two set-ups').toEqual([]);
});

test('curves of plots differ in style from the disciplines in the same legend', () => {
  const taken = [...stylesOf(['duk', 'pie']).values()];
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const looks = [...taken, ...stylesOf(names, taken).values()].map(
    ({ colour, dash }) => `${colour} ${dash.join()}`,
  );
  expect(new Set(looks).size).toBe(2 + names.length);
});
