import { expect, test } from 'vitest';
import { path } from '../document/scenario';
import { Bench, PLAIN } from './testing';

const COUNT = 'probe count:drops' as const;

/** A page whose view `state-count` draws a number of the probe. */
const opened = (workers = 1): Promise<Bench> =>
  new Bench(PLAIN, {
    workers,
    details: (views = []) => (views.includes('state-count') ? [COUNT] : []),
  }).opened();

/** Chooses the views, as the page does. */
async function show(bench: Bench, ...views: string[]): Promise<void> {
  const { display, run } = bench.workspace;
  display.views = views;
  run.needProbes();
  run.refreshReport();
  await bench.rested();
}

/** The number of a lane's rows, which count from its number. */
function rows(bench: Bench, lane: number): number {
  const column = bench.workspace.run.flows[lane]?.probes.get('count:drops');
  const { length = 0, values = [] } = column ?? {};
  for (let row = 0; row < length; row++) expect(values[row]).toBe(row === 0 ? lane : row);
  return length;
}

test.each([1, 2])(
  'a plot of the state that is chosen later shows the whole run, with %i workers',
  async (workers) => {
    const bench = await opened(workers);
    const { run } = bench.workspace;
    await bench.pass(3000);
    run.pause();
    await bench.pass(500);
    const { doneS } = run;
    const { digests } = bench;
    expect(run.flows).toEqual([]);
    await show(bench, 'queue-delay', 'state-count');
    expect(run.doneS).toBe(doneS);
    expect(bench.digests).toEqual(digests);
    for (const lane of [0, 1]) expect(rows(bench, lane)).toBe(Math.floor(doneS * 100 + 1e-6));
  },
);

test('it grows while the run plays, and is complete after an edit of the past', async () => {
  const bench = await opened();
  const { run, controls } = bench.workspace;
  await bench.pass(1000);
  await show(bench, 'state-count');
  await bench.pass(2000);
  const before = rows(bench, 1);
  expect(before).toBeGreaterThan(200);
  run.pause();
  await bench.pass(300);
  const all = rows(bench, 1);
  expect(all).toBe(Math.floor(run.doneS * 100 + 1e-6));
  run.seek(1);
  controls.set(path.rate, 5);
  await bench.rested();
  await bench.pass(300);
  expect(rows(bench, 1)).toBe(all);
});

test('a run without such a plot is not computed again', async () => {
  const bench = await opened();
  const { run } = bench.workspace;
  await bench.pass(1000);
  await show(bench, 'queue-delay');
  expect(run.phase).toBe('playing');
  expect(run.flows).toEqual([]);
  await show(bench, 'state-count');
  const { about } = run;
  await show(bench, 'queue-delay');
  await show(bench, 'state-count');
  expect(run.about, 'the run records all numbers').toBe(about);
});
