import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import type { Job } from '../../core/batch';
import { TimeFrame } from '../../kit/charts/frame.svelte';
import { HEADLINES } from '../../core/content/headlines';
import { queueLabel } from '../../core/content/queues';
import { path } from '../../core/document/scenario';
import { Bench, PLAIN } from '../../core/state/testing';
import { VIEWS } from '../../core/views/registry';
import type { Runner } from './computed';
import { LiveSource } from './live';
import { rowsOf } from './parquet';
import { paletteOf } from './palette';
import { all, FACTS, parse, textsOf } from './testing';

const LOOKS = PLAIN.queues.map((_, lane) => ({
  label: `Lane ${lane + 1}`,
  colour: 'var(--lane-blue)',
  dash: [],
}));

/** A pool whose lanes have one row and one column, the end of the run. */
const jobs: Job[] = [];
const pool: Runner = {
  run: (all, options) => {
    jobs.splice(0, jobs.length, ...all);
    const words = new Uint32Array(new TextEncoder().encode('0 single toS\n\0\0\0').buffer);
    for (const job of all)
      if (job.kind === 'samples')
        options.onResult(job, Float64Array.of(13, ...words, 1, job.toS), 1);
    return Promise.resolve();
  },
};

async function played(): Promise<{ bench: Bench; source: LiveSource }> {
  const bench = await new Bench(PLAIN).opened();
  bench.workspace.run.goTo(5);
  await bench.settle();
  const frame = new TimeFrame();
  frame.show(0, 5);
  return {
    bench,
    source: new LiveSource(
      bench.workspace,
      () => LOOKS,
      frame,
      undefined,
      () => Promise.resolve(pool),
    ),
  };
}

test('every plot of the page can be drawn as a picture', async () => {
  const { bench, source } = await played();
  const { display } = bench.workspace;
  display.views = VIEWS.map(({ id }) => id);
  expect(source.pictures.map(({ id }) => id)).toEqual(['all-plots', ...display.views]);
  for (const layout of ['overlaid', 'stacked'] as const) {
    display.layout = layout;
    for (const { label, draw } of source.pictures) {
      const { svg, height } = draw(FACTS, paletteOf('dark'));
      const root = parse(svg);
      expect(svg, label).not.toMatch(/NaN|undefined|var\(/);
      expect(Number(root.attributes['height'])).toBe(height);
      if (label !== 'All plots') expect(textsOf(root)).toContain(label);
    }
  }
});

test('the standard picture has the lines of all lanes', async () => {
  const { source } = await played();
  const [first] = source.pictures;
  const root = parse(first.draw(FACTS, paletteOf('light')).svg);
  const [delay] = all(root, 'svg').slice(1);
  const lines = all(delay, 'path').filter(({ attributes }) => attributes['stroke'] === '#0b62c4');
  expect(lines.length).toBeGreaterThanOrEqual(PLAIN.queues.length);
});

test('files have every sample of the run, and the points of the plots', async () => {
  const { bench, source } = await played();
  const [, , shown, summary] = source.data.map((offer) =>
    'parts' in offer && offer.id !== 'full-rate'
      ? [...(offer.parts(FACTS) as Iterable<string>)].join('')
      : '',
  );
  expect(shown).toMatch(/^Queue delay,1: Drop-tail,,/m);
  expect(shown).toMatch(/^Utilization,1: Drop-tail,,0\.1,s,0\.2,/m);
  const { untilS, lanes } = JSON.parse(summary) as { untilS: number; lanes: unknown[] };
  expect(untilS).toBe(5);
  expect(lanes).toEqual(bench.workspace.run.report?.lanes.map(({ whole }) => whole));
});

test('a file at full rate runs the lanes again, up to the time that it states', async () => {
  const { bench, source } = await played();
  const facts = { ...FACTS, untilS: 4 };
  const [csv, parquet] = source.data;
  if (!('parts' in csv) || !('content' in parquet)) throw new Error('other offers');
  const text = [...(await csv.parts(facts))].join('');
  const rows = rowsOf(text.replace(/^#.*\n/gm, ''));
  expect(rows[0]).toEqual(['lane', 'queue', 'label', 'time_s', 'toS']);
  const { queues, seed = 1 } = bench.workspace.doc.base;
  expect(rows.slice(1)).toEqual(
    queues.map(({ kind }, lane) => [String(lane), kind, queueLabel(kind), '0', '4']),
  );
  expect(jobs).toMatchObject(queues.map((_, lane) => ({ kind: 'samples', lane, seed, toS: 4 })));
  const file = await (await parquet.content(facts)).arrayBuffer();
  expect(await parquetReadObjects({ file })).toHaveLength(queues.length);
});

test('the table has the numbers of the page', async () => {
  const { bench, source } = await played();
  const { workspace } = bench;
  const { head, rows } = source.table!;
  expect(head).toHaveLength(HEADLINES.length);
  rows.forEach((row, lane) => {
    const numbers = workspace.numbersOf(lane);
    const shown = HEADLINES.filter(({ id }) => id !== 'mark').map(({ value }) => value(numbers));
    expect(row).toEqual([['1: Drop-tail', '2: CoDel'][lane], ...shown]);
  });
  // The numbers of a span with two disciplines name both.
  workspace.run.seek(3);
  workspace.controls.set(path.queue(0), { kind: 'pie' });
  await bench.rested();
  workspace.display.scope = 'run';
  expect(source.table!.rows.map(([name]) => name)).toEqual(['1: Drop-tail → PIE', '2: CoDel']);
});
