import { describe, expect, test } from 'vitest';
import { cellOf, gradeOf, type RunState, shown, signed } from './cells';
import type { Row, Value } from './report.generated';

const value = (published: number, ours: number | null, tolerance: number | null = 1): Value => ({
  published: { mean: published, sd: null },
  other: null,
  ours: ours === null ? null : { mean: ours, sd: 0, ci95: 0, n: 2 },
  tolerance,
  within: tolerance === null || ours === null ? null : Math.abs(ours - published) <= tolerance,
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
  test('has three grades', () => {
    expect(gradeOf(value(10, 11))).toBe('ok');
    expect(gradeOf(value(10, 8))).toBe('near');
    expect(gradeOf(value(10, 7.9))).toBe('off');
    expect(gradeOf(value(10, 50, null))).toBeUndefined();
  });
  test('points up if ours is higher', () => {
    const done = (ours: number): string => cell(value(10, ours), 'done', 'done').glyph;
    expect([done(10.5), done(12), done(8), done(13), done(5)]).toEqual(['', '△', '▽', '▲', '▼']);
  });
});

describe('a cell', () => {
  test('waits for its runs', () => {
    expect(cell(value(10, null), 'none', 'none')).toMatchObject({ state: 'none', ours: '' });
    expect(cell(value(10, null), 'queued', 'queued')).toMatchObject({ state: 'queued', made: 0 });
  });
  test('shows the mean so far without a deviation', () => {
    const running = { ours: '20.0', deviation: '', grade: undefined, made: 1, of: 2 };
    expect(cell(value(10, 20), 'done', 'queued')).toMatchObject({ state: 'running', ...running });
    expect(cell(value(10, 20), 'done', 'none')).toMatchObject({ state: 'part', ...running });
  });
  test('is done with all runs, of any version', () => {
    const done = { state: 'done', deviation: '+0.5', grade: 'ok' };
    expect(cell(value(10, 10.5), 'done', 'done')).toMatchObject({ ...done, isOld: false });
    expect(cell(value(10, 10.5), 'done', 'old')).toMatchObject({ ...done, isOld: true });
  });
  test('has failed if one of its runs has', () => {
    expect(cell(value(10, 20), 'done', 'failed').state).toBe('failed');
  });
  test('of a computed item needs no runs', () => {
    const one = value(10, 12, null);
    const computed = cellOf(
      { ...row(one), runs: [] },
      { name: '', unit: '', decimals: 0 },
      one,
      [],
    );
    expect(computed).toMatchObject({ state: 'done', ours: '12', deviation: '+2', of: 0 });
  });
});
