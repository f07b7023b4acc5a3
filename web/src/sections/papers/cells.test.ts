import { describe, expect, test } from 'vitest';
import { cellOf, type Grade, type RunState, shown, signed } from './cells';
import type { Row, Value } from './report.generated';

/** A value with the grade that the report gives it. */
const value = (published: number, ours: number | null, grade: Grade | null = null): Value => ({
  published: { mean: published, sd: null },
  other: null,
  ours: ours === null ? null : { mean: ours, sd: 0, ci95: 0, n: 2 },
  tolerance: 1,
  within: grade === null ? null : grade === 'ok',
  deviation: ours === null ? null : ours - published,
  grade,
});
const row = (one: Value): Row => ({
  at: '',
  x: null,
  queue: 'pie',
  runs: [2, 3],
  scenario: null,
  values: [one],
});
const cell = (one: Value, ...states: RunState[]) =>
  cellOf(row(one), { name: '', unit: 'ms', decimals: 1 }, one, ['none', 'none', ...states]);

describe('numbers', () => {
  test('have a minus sign, no negative zero, and a dash where there is none', () => {
    expect([shown(-1.25, 1), shown(-0.01, 1), shown(null, 1), shown(NaN, 0)]).toEqual([
      '−1.3',
      '0.0',
      '–',
      '–',
    ]);
    expect([signed(0.26, 1), signed(-0.26, 1), signed(0.01, 1)]).toEqual(['+0.3', '−0.3', '0.0']);
  });
});

describe('the deviation', () => {
  test('points up if ours is higher', () => {
    const done = (ours: number, grade: Grade): string =>
      cell(value(10, ours, grade), 'done', 'done').glyph;
    expect([
      done(10.5, 'ok'),
      done(12, 'near'),
      done(8, 'near'),
      done(13, 'off'),
      done(5, 'off'),
    ]).toEqual(['', '△', '▽', '▲', '▼']);
  });
});

describe('a cell', () => {
  test('waits for its runs', () => {
    expect(cell(value(10, null), 'none', 'none')).toMatchObject({ state: 'none', ours: '' });
    expect(cell(value(10, null), 'queued', 'queued')).toMatchObject({ state: 'queued', made: 0 });
  });
  test('shows the mean so far without a deviation', () => {
    const running = { ours: '20.0', deviation: '', grade: undefined, made: 1, of: 2 };
    expect(cell(value(10, 20, 'off'), 'done', 'queued')).toMatchObject({
      state: 'running',
      ...running,
    });
    expect(cell(value(10, 20, 'off'), 'done', 'none')).toMatchObject({ state: 'part', ...running });
  });
  test('is done with all runs, of any version', () => {
    const done = { state: 'done', deviation: '+0.5', grade: 'ok' };
    expect(cell(value(10, 10.5, 'ok'), 'done', 'done')).toMatchObject({ ...done, isOld: false });
    expect(cell(value(10, 10.5, 'ok'), 'done', 'old')).toMatchObject({ ...done, isOld: true });
  });
  test('has failed if one of its runs has', () => {
    expect(cell(value(10, 20, 'off'), 'done', 'failed').state).toBe('failed');
  });
  test('of a computed item needs no runs', () => {
    const one = value(10, 12);
    const computed = cellOf(
      { ...row(one), runs: [] },
      { name: '', unit: '', decimals: 0 },
      one,
      [],
    );
    expect(computed).toMatchObject({ state: 'done', ours: '12', deviation: '+2', of: 0 });
  });
});
