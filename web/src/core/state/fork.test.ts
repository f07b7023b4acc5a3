import { expect, test } from 'vitest';
import { forksOf } from '../document/forks';
import { path, type Scenario } from '../document/scenario';
import { Bench, PLAIN } from './testing';

const play = async (scenario: Scenario = PLAIN): Promise<Bench> => {
  const bench = await new Bench(scenario).opened();
  await bench.pass(1000);
  return bench;
};
const sets = ({ workspace }: Bench): string[] => workspace.doc.changes.map(({ set }) => set);

test('a fork copies the past of its lane, and has another discipline from the playhead on', async () => {
  const bench = await play();
  const { workspace } = bench;
  workspace.controls.set(path.parameter(1, 'targetMs'), 7);
  workspace.controls.set(path.rate, 6);
  await bench.pass(1000);
  workspace.run.pause();
  await bench.settle();
  const atS = workspace.run.frontierS;
  expect(workspace.lanes.fork(1, 'pie')).toBe(2);
  expect(sets(bench)).toEqual([
    'queues.1.targetMs',
    'queues.2.targetMs',
    'link.rateMbps',
    'queues.2',
  ]);
  expect(workspace.doc.changes.at(-1)).toEqual({ atS, set: 'queues.2', to: { kind: 'pie' } });
  expect(forksOf(workspace.doc)).toEqual([undefined, undefined, { of: 1, atS }]);
  // The copy shows the past of its lane at once.
  expect(workspace.run.lanes[2]).toBe(workspace.run.lanes[1]);
  await bench.rested();
  expect(workspace.run.lanes).toHaveLength(3);
  expect(workspace.current.queues[2].kind).toBe('pie');
  workspace.editor.undo();
  await bench.rested();
  expect(workspace.doc.base.queues).toHaveLength(2);
  expect(sets(bench)).toEqual(['queues.1.targetMs', 'link.rateMbps']);
});

test('a fork in the past leaves later changes of its lane behind', async () => {
  const bench = await play();
  const { workspace } = bench;
  workspace.controls.set(path.parameter(1, 'targetMs'), 7);
  await bench.pass(500);
  workspace.run.pause();
  await bench.settle();
  workspace.run.seek(0.5);
  expect(workspace.lanes.fork(1)).toBe(2);
  expect(sets(bench)).toEqual(['queues.1.targetMs']);
  await bench.rested();
  workspace.controls.set(path.parameter(2, 'targetMs'), 20);
  const [fork] = workspace.doc.changes;
  expect(fork).toMatchObject({ atS: workspace.run.frontierS, set: 'queues.2.targetMs' });
});

test('before the first packet a fork is another lane', async () => {
  const bench = await new Bench({ ...PLAIN }).opened();
  const { workspace } = bench;
  workspace.run.load(0, false);
  await bench.settle();
  workspace.lanes.fork(1, 'pie');
  expect(workspace.doc.base.queues.map(({ kind }) => kind)).toEqual(['droptail', 'codel', 'pie']);
  expect(workspace.doc.changes).toEqual([]);
});

test('a link holds a fork, and a page has at most six lanes', async () => {
  const bench = await play();
  const { workspace } = bench;
  workspace.run.pause();
  await bench.settle();
  workspace.lanes.fork(0, 'pie');
  await bench.rested();
  const other = await new Bench(PLAIN, { hash: await workspace.link() }).opened();
  await other.rested();
  expect(forksOf(other.workspace.doc)).toEqual(forksOf(workspace.doc));
  expect(other.digests).toEqual(bench.digests);
  for (let i = 0; i < 9; i++) workspace.lanes.fork(0, 'red');
  expect(workspace.doc.base.queues).toHaveLength(6);
});

test('a removed lane takes its own changes along', async () => {
  const bench = await play();
  const { workspace } = bench;
  workspace.controls.lane = 1;
  workspace.controls.set(path.rate, 5);
  workspace.controls.lane = undefined;
  workspace.controls.set(path.rtt, 30);
  expect(workspace.doc.changes.map(({ set, lane }) => [set, lane])).toEqual([
    ['link.rateMbps', 1],
    ['link.rttMs', undefined],
  ]);
  workspace.lanes.remove(0);
  expect(workspace.doc.changes.map(({ lane }) => lane)).toEqual([0, undefined]);
  workspace.lanes.add('pie');
  workspace.lanes.remove(0);
  expect(sets(bench)).toEqual(['link.rttMs']);
});

test('controls of one lane show and change its values only', async () => {
  const bench = await play();
  const { workspace } = bench;
  workspace.controls.lane = 1;
  workspace.controls.set(path.rate, 5);
  await bench.pass(100);
  expect(workspace.current.link.rateMbps).toBe(5);
  workspace.controls.set(path.rate, 10);
  await bench.pass(100);
  expect(workspace.current.link.rateMbps).toBe(10);
  workspace.controls.lane = 0;
  expect(workspace.current.link.rateMbps).toBe(PLAIN.link.rateMbps);
  // At the start too: the start value belongs to all lanes.
  workspace.run.pause();
  await bench.settle();
  workspace.run.seek(0);
  workspace.controls.set(path.rtt, 30);
  await bench.rested();
  expect(workspace.doc.base.link.rttMs).toBe(PLAIN.link.rttMs);
  expect(workspace.doc.changes[0]).toMatchObject({ atS: 0, set: 'link.rttMs', lane: 0 });
});

test('a muted change has no effect, keeps its place, and can be part of the run again', async () => {
  const bench = await play();
  const { workspace } = bench;
  const before = workspace.doc.changes.length;
  workspace.controls.set(path.rate, 5);
  await bench.pass(500);
  workspace.run.pause();
  await bench.settle();
  const digests = bench.digests;
  workspace.editor.muteChanges([before], true);
  await bench.rested();
  expect(workspace.doc.changes).toMatchObject([{ set: 'link.rateMbps', muted: true }]);
  expect(workspace.current.link.rateMbps).toBe(PLAIN.link.rateMbps);
  expect(bench.digests).not.toEqual(digests);
  workspace.editor.muteChanges([before], false);
  await bench.rested();
  expect(bench.digests).toEqual(digests);
  expect(workspace.doc.changes[0]).not.toHaveProperty('muted');
  workspace.editor.undo();
  expect(workspace.doc.changes[0].muted).toBe(true);
});

test('a change of all lanes can be given to one lane', async () => {
  const bench = await play();
  const { workspace } = bench;
  workspace.controls.set(path.rate, 5);
  workspace.editor.giveChanges([0], 1);
  expect(workspace.doc.changes).toMatchObject([{ set: 'link.rateMbps', lane: 1 }]);
  workspace.editor.giveChanges([0], undefined);
  expect(workspace.doc.changes[0]).not.toHaveProperty('lane');
});
