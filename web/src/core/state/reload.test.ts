import { expect, test } from 'vitest';
import { path } from '../document/scenario';
import { Bench, PLAIN } from './testing';

async function playing(ms: number): Promise<Bench> {
  const bench = await new Bench(PLAIN).opened();
  await bench.pass(ms);
  return bench;
}

test('a playing run continues where it was, although the address bar is older', async () => {
  const bench = await playing(3000);
  const { workspace } = bench;
  workspace.controls.set(path.rate, 5);
  await bench.pass(1700);
  workspace.run.speed = 2;
  workspace.display.span = 10;
  const { nowS } = workspace.run;
  const again = await bench.reloaded();
  await again.rested();
  const { run, doc, display } = again.workspace;
  expect(run.phase).toBe('playing');
  expect(run.nowS).toBeGreaterThanOrEqual(Math.floor(nowS * 1000) / 1000);
  expect(run.nowS).toBeLessThan(nowS + 0.1);
  expect([run.speed, display.span]).toEqual([2, 10]);
  expect(doc.changes).toEqual(workspace.doc.changes);
  const before = run.nowS;
  await again.pass(500);
  expect(run.nowS).toBeGreaterThan(before + 0.5);
});

test('a paused run stays paused, with the playhead in the past', async () => {
  const bench = await playing(2000);
  const { run } = bench.workspace;
  run.pause();
  await bench.settle();
  run.seek(0.5);
  const again = await bench.reloaded();
  await again.rested();
  const { nowS, doneS, phase } = again.workspace.run;
  expect([phase, nowS, doneS]).toEqual(['paused', 0.5, run.doneS]);
});

test('a hidden page that was discarded continues when it is visible again', async () => {
  const bench = await playing(2000);
  bench.workspace.run.setHidden(true);
  await bench.settle();
  const again = await bench.reloaded();
  await again.rested();
  expect(again.workspace.run.phase).toBe('playing');
});

test('another address opens its link', async () => {
  const bench = await playing(2000);
  const other = await new Bench({ ...PLAIN, title: 'Other' }).opened();
  const again = await bench.reloaded(await other.workspace.link());
  await again.rested();
  expect(again.workspace.doc.base.title).toBe('Other');
});

test('a link that could not be opened is tried again', async () => {
  const bench = await new Bench(PLAIN, { hash: '#v1.damaged' }).opened();
  const again = await bench.reloaded();
  expect(again.workspace.notices.list.map(({ text }) => text).join()).toContain('damaged');
});

test.each([
  '{',
  '{"hash":""}',
  '{"hash":"","scenario":{"version":1},"atS":1,"display":{"headS":1}}',
  'null',
])('an invalid state is ignored: %s', async (tab) => {
  const bench = await new Bench(PLAIN, { tab }).opened();
  expect(bench.workspace.doc.base.queues.length).toBeGreaterThan(0);
});
