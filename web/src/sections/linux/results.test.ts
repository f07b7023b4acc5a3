import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  isMeasured,
  outsideIn,
  scenarioOf,
  sectionOf,
  SHEETS,
  sheetAt,
  shown,
  verdictOf,
} from './results';

test('every row opens its own scenario', () => {
  for (const sheet of SHEETS) {
    for (const row of sheet.table.rows) {
      const scenario = scenarioOf(sheet, row);
      expect(scenario, row.name).toBeDefined();
      expect((JSON.parse(scenario ?? '{}') as { title: string }).title).toBe(row.title);
    }
  }
});

test('a path selects a table, and an unknown one none', () => {
  expect(new Set(SHEETS.map(({ path }) => path)).size).toBe(SHEETS.length);
  for (const sheet of SHEETS) expect(sheetAt(sheet.path)).toBe(sheet);
  expect(sheetAt('')).toBe(SHEETS[0]);
  expect(sheetAt('testbed/none')).toBeUndefined();
});

test('the verdict of a row is that of its values', () => {
  for (const { table } of SHEETS) {
    for (const { values, within } of table.rows) {
      const verdicts = values.flatMap((value) => (value ? [verdictOf(value)] : []));
      expect(verdicts.every((verdict) => verdict === 'within')).toBe(within);
    }
  }
});

test('a deviation above twice the tolerance is far outside', () => {
  const value = { measured: 10, ours: 12, sd: 0, tolerance: 1.5, within: false, runs: [] };
  expect(verdictOf(value)).toBe('outside');
  expect(verdictOf({ ...value, ours: 13.1 })).toBe('far outside');
  expect(verdictOf({ ...value, ours: 11, within: true })).toBe('within');
});

test('rows outside are counted for each measure', () => {
  const [{ table }] = SHEETS as [(typeof SHEETS)[number]];
  const counts = table.measures.map((_, measure) => outsideIn(table, measure));
  expect(counts[0]).toBe(table.rows.filter(({ values }) => !values[0]?.within).length);
  expect(table.measures.every((_, measure) => isMeasured(table, measure))).toBe(true);
});

test('numbers have the digits of their measure', () => {
  const measure = { name: 'drops', unit: '%', decimals: 2, tolerance: '' };
  expect(shown(1.005, { ...measure, decimals: 1 })).toBe('1.0');
  expect(shown(-0.126, measure, true)).toBe('−0.13');
  expect(shown(0.126, measure, true)).toBe('+0.13');
  expect(shown(-0.001, measure, true)).toBe('0.00');
});

test('every measure has a section among the definitions', () => {
  const text = readFileSync('docs/metrics.md', 'utf8');
  const anchors = [...text.matchAll(/^##+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  for (const { table } of SHEETS)
    for (const measure of table.measures) expect(anchors).toContain(sectionOf(measure));
  expect(anchors).toContain('rows-measured-with-linux');
});
