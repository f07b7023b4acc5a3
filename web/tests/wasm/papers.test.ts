import { expect, test } from 'vitest';
import { figuresOf } from '../../src/sections/papers/figures/figures-of';
import { experimentOf } from '../../src/sections/papers/open';
import type { Catalogue, ItemRun, Report } from '../../src/sections/papers/report.generated';
import { core, loadBatch } from './testing';
import * as batch from '../../src/wasm/batch-pkg/aqm_batch.js';

loadBatch();

const { papers } = JSON.parse(batch.catalogue()) as Catalogue;

test('every cell and every point of the papers opens as an experiment of the page', () => {
  const closed: string[] = [];
  const checked = new Map<string, boolean>();
  const opens = (text: string): boolean => {
    const known = checked.get(text) ?? core.check(text) === '';
    checked.set(text, known);
    return known;
  };
  for (const paper of papers)
    for (const item of paper.items) {
      const runs = JSON.parse(batch.runs(item.name)) as ItemRun[];
      const report = JSON.parse(new batch.GrowingReport(item.name).json()) as Report;
      for (const row of report.rows) {
        const experiment = experimentOf(paper, item, row, runs);
        if (!experiment || !opens(experiment.text)) closed.push(`${item.name} ${row.at}`);
      }
      for (const { title, series, cellOf } of figuresOf(report))
        for (const [s, { points, name }] of series.entries())
          if ([0, points.length - 1].some((p) => !cellOf(s, p)))
            closed.push(`${item.name} ${title}, ${name}`);
    }
  // The stability view has the curves of Figs 13, 15 and 16; a mean in the text is that of many runs.
  const isElsewhere = (one: string): boolean =>
    /^pan-2013-pie\/1[356] |, mean in the text$/.test(one);
  expect(closed.filter((one) => !isElsewhere(one))).toEqual([]);
  expect(closed.length).toBeGreaterThan(0);
});

test('a report grows with each run, and refuses the values of another run', () => {
  const item = papers[0].items[0].name;
  const growing = new batch.GrowingReport(item);
  const ours = (): Report['rows'][number]['values'][number]['ours'] =>
    (JSON.parse(growing.json()) as Report).rows[0].values[0].ours;
  expect(ours()).toBeNull();
  growing.put(0, Float64Array.of(4, 95));
  expect(ours()).toMatchObject({ mean: 4, n: 1 });
  growing.put(1, Float64Array.of(6, 95));
  expect(ours()).toMatchObject({ mean: 5, n: 2 });
  expect(() => growing.put(0, Float64Array.of(4))).toThrow('not the values of run 0');
  expect(() => new batch.GrowingReport('none/1')).toThrow("no experiment has the name 'none/1'");
});
