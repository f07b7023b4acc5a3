import { expect, test } from 'vitest';
import type { Core } from './core';
import { toCsv, toJson } from './export';
import { experimentOf } from './open';
import { Papers } from './papers.svelte';
import type { Paper, Report } from './report.generated';

const item = {
  name: 'rfc7928/pie/5',
  id: 'pie/5',
  number: '5',
  group: { name: 'pie', label: 'PIE', isDiscipline: true },
  label: 'Section 5',
  title: '',
  runs: 1,
  weight: 1,
};
const paper: Paper = {
  name: 'rfc7928',
  authors: 'N. Kuhn',
  year: 2016,
  title: '',
  citation: '',
  items: [item, { ...item, name: 'rfc7928/pie/6', id: 'pie/6' }],
  leftOut: [],
};
const row = {
  at: 'a "quick", long flow',
  x: null,
  queue: 'pie',
  runs: [0],
  scenario: null,
  values: [],
};
const report: Report = {
  notes: [],
  publishedBy: 'paper',
  other: null,
  x: null,
  measures: [{ name: 'mean delay', unit: 'ms', decimals: 1 }],
  rows: [
    {
      ...row,
      values: [
        {
          published: { mean: 1.25, sd: null },
          other: null,
          ours: { mean: 1.5, sd: null, ci95: null, n: 1 },
          tolerance: 0.5,
          within: true,
          deviation: 0.25,
          grade: 'ok',
        },
      ],
    },
  ],
  findings: [],
  goals: [],
  plots: [],
};
const core: Core = {
  maker: { version: '1.0', build: 'abc' },
  catalogue: () => ({ papers: [paper] }),
  open: () => paper,
  runs: () => [{ weight: 1, lane: 0, scenario: '{}' }],
  grow: () => ({ put: () => undefined, report: () => report }),
};

async function withResult(): Promise<Papers> {
  const kept = { item: item.name, run: 0, tookMs: 2, atMs: 0, version: '1.0', build: 'abc' };
  const papers = new Papers(core, {
    runner: {
      workers: 1,
      run: () => Promise.resolve('done'),
      expectedS: () => undefined,
    },
    openStorage: () =>
      Promise.resolve({
        load: () => Promise.resolve([{ ...kept, values: Float64Array.of(1.5, NaN) }]),
        put: () => Promise.resolve(),
        remove: () => Promise.resolve(),
      }),
    later: () => undefined,
    now: () => 0,
    send: () => undefined,
    warn: () => undefined,
    showWork: () => undefined,
  });
  await papers.restore();
  return papers;
}

test('CSV has one line for each value of an item with results, and quotes what needs it', async () => {
  const lines = toCsv(await withResult()).split('\n');
  expect(lines).toEqual([
    'paper,item,setting,queue,measure,unit,published,other,ours,sd,runs,tolerance,within',
    'rfc7928,Section 5,"a ""quick"", long flow",PIE,mean delay,ms,1.25,,1.5,,1,0.5,true',
    '',
  ]);
});

test('JSON has the reports and every run with its maker', async () => {
  const { items } = JSON.parse(toJson(await withResult())) as { items: unknown[] };
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({
    item: 'rfc7928/pie/5',
    report: { measures: [{ name: 'mean delay' }] },
    runs: [{ run: 0, values: [1.5, null], version: '1.0', build: 'abc', tookMs: 2 }],
  });
});

test('a scenario that is opened live gets a title of at most 120 characters, unless it has one', () => {
  const title = (scenario: string, at = 'x'): unknown => {
    const runs = [{ weight: 1, lane: 2, scenario }];
    const { text, lane } = experimentOf(paper, item, { ...row, at }, runs)!;
    expect(lane).toBe(2);
    return (JSON.parse(text) as { title: string }).title;
  };
  expect(title('{"version":1}')).toBe('N. Kuhn, Section 5: x, PIE');
  expect(title('{"version":1,"title":"Own"}')).toBe('Own');
  expect(title('{"version":1}', 'x'.repeat(200))).toHaveLength(120);
});

test('a row that is computed without runs opens its own scenario', () => {
  const computed = { ...row, runs: [] };
  expect(experimentOf(paper, item, computed, [])).toBeUndefined();
  const scenario = '{"title":"A point"}';
  expect(experimentOf(paper, item, { ...computed, scenario }, [])).toEqual({
    text: scenario,
    lane: 0,
  });
});
