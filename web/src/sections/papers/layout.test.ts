import { expect, test } from 'vitest';
import { layoutOf, moved } from './layout';
import type { Report, Row } from './report.generated';

function report(measures: number, published: boolean, rows: readonly [string, string][]): Report {
  const value = {
    published: published ? { mean: 1, sd: null } : null,
    other: null,
    ours: null,
    tolerance: null,
    within: null,
    deviation: null,
    grade: null,
  };
  const all = Array.from({ length: measures }, () => value);
  return {
    notes: [],
    publishedBy: 'paper',
    other: null,
    x: null,
    measures: all.map(() => ({ name: 'm', unit: '', decimals: 0 })),
    rows: rows.map(([at, queue]): Row => ({
      at,
      x: null,
      queue,
      runs: [0],
      scenario: null,
      values: all,
    })),
    findings: [],
    goals: [],
    plots: [],
  };
}
const TWO: readonly [string, string][] = [
  ['a', 'pie'],
  ['a', 'red'],
  ['b', 'red'],
  ['b', 'pie'],
];

test('disciplines share a line as far as they fit', () => {
  const layout = layoutOf(report(3, true, TWO));
  expect(layout.queues).toEqual(['pie', 'red']);
  expect(layout.lines.map(({ rows }) => rows)).toEqual([
    [0, 1],
    [3, 2],
  ]);
  const wide = layoutOf(report(4, true, TWO));
  expect(wide.queues).toBeUndefined();
  expect(wide.lines.map(({ queue, repeats }) => [queue, repeats])).toEqual([
    ['pie', false],
    ['red', true],
    ['red', false],
    ['pie', true],
  ]);
  // Without published numbers a measure has one column.
  expect(layoutOf(report(9, false, TWO)).queues).toHaveLength(2);
});

test('disciplines under one setting have a line each', () => {
  expect(layoutOf(report(1, true, TWO.slice(0, 2))).queues).toBeUndefined();
});

test('a row that is there twice has a line of its own', () => {
  expect(layoutOf(report(1, true, [...TWO, ['a', 'pie']])).queues).toBeUndefined();
});

test('keys move through the table and pass over empty places', () => {
  const layout = layoutOf(
    report(2, true, [
      ['a', 'pie'],
      ['a', 'red'],
      ['b', 'pie'],
      ['c', 'pie'],
      ['c', 'red'],
    ]),
  );
  expect(layout.queues).toHaveLength(2);
  const from = (row: number, measure: number, key: string): unknown => {
    const to = moved(layout, { row, measure }, key);
    return to && [to.row, to.measure];
  };
  expect(from(0, 0, 'ArrowRight')).toEqual([0, 1]);
  expect(from(0, 1, 'ArrowRight')).toEqual([1, 0]);
  expect(from(2, 1, 'ArrowRight')).toBeUndefined();
  expect(from(1, 1, 'ArrowDown')).toEqual([4, 1]);
  expect(from(4, 1, 'ArrowUp')).toEqual([1, 1]);
  expect(from(0, 0, 'ArrowLeft')).toBeUndefined();
  expect(from(0, 0, 'End')).toEqual([1, 1]);
  expect(from(1, 1, 'Home')).toEqual([0, 0]);
  expect(from(0, 0, 'PageDown')).toEqual([3, 0]);
  expect(from(0, 0, 'x')).toBeUndefined();
});
