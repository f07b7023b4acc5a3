import { expect, test } from 'vitest';
import { path } from '../document/scenario';
import { Bench, PLAIN } from './testing';

/** A page with the playhead at zero; `doneS` of the run are computed. */
async function atStart(doneS = 0, scenario = PLAIN): Promise<Bench> {
  const bench = await new Bench(scenario).opened();
  const { run } = bench.workspace;
  await bench.pass(doneS * 1000);
  run.pause();
  await bench.settle();
  run.seek(0);
  await bench.settle();
  return bench;
}

test('before the first packet a control sets the start value, in one step of undo', async () => {
  const bench = await atStart(1);
  const { controls, doc, editor, run } = bench.workspace;
  expect(controls.effectOf(path.rate)).toEqual({ atStart: true, isChanged: false });
  for (const rate of [20, 30, 40]) controls.turn(path.rate, rate);
  controls.set(path.rate, 50);
  await bench.rested();
  expect(doc.changes).toEqual([]);
  expect(doc.base.link.rateMbps).toBe(50);
  expect(bench.workspace.current.link.rateMbps).toBe(50);
  expect(run.nowS).toBe(0);
  editor.undo();
  expect(doc.base).toEqual(PLAIN);
  expect(doc.canUndo).toBe(false);
});

test('a slider that returns to its start value is no step of undo', async () => {
  const { controls, doc } = (await atStart()).workspace;
  controls.turn(path.rate, 20);
  controls.turn(path.rate, 10);
  controls.set(path.rate, 10);
  expect(doc.base).toEqual(PLAIN);
  expect(doc.canUndo).toBe(false);
});

test('the default of a parameter is not written as a start value', async () => {
  const { controls, doc } = (await atStart()).workspace;
  controls.set(path.parameter(1, 'targetMs'), 7, 5);
  expect(doc.base.queues[1]).toEqual({ kind: 'codel', targetMs: 7 });
  controls.set(path.parameter(1, 'targetMs'), 5, 5);
  expect(doc.base.queues[1]).toEqual({ kind: 'codel' });
});

test('a start value replaces the change of the same parameter at zero, not later ones', async () => {
  const changes = [
    { atS: 0, set: path.rate, to: 20 },
    { atS: 0, set: path.rtt, to: 80 },
    { atS: 9, set: path.rate, to: 5 },
  ];
  const bench = await atStart(0.5, { ...PLAIN, changes });
  const { controls, doc } = bench.workspace;
  expect(doc.changes, 'an opened document is not rewritten').toEqual(changes);
  controls.set(path.rate, 30);
  expect(doc.base.link).toMatchObject({ rateMbps: 30, rttMs: 50 });
  expect(doc.changes).toEqual(changes.slice(1));
  expect(controls.effectOf(path.rate)).toEqual({ atStart: true, isChanged: true });
});

test('a start value keeps the open group and the data of the lanes', async () => {
  const bench = await atStart(1);
  const { controls, doc, editor, groups, run } = bench.workspace;
  const id = groups.idOf(doc.base.traffic[0]);
  controls.set(path.traffic(0, 'flows'), 7);
  expect(groups.idOf(doc.base.traffic[0])).toBe(id);
  controls.set(path.parameter(1, 'targetMs'), 9);
  await bench.rested();
  const data = run.lanes[1].delayMean;
  editor.undo();
  expect(run.lanes[1].delayMean).toBe(data);
});

test('while time flows, and later, a control adds a change', async () => {
  const bench = await atStart(1);
  const { controls, doc, run } = bench.workspace;
  run.seek(0.4);
  expect(controls.effectOf(path.rate).atStart).toBe(false);
  controls.set(path.rate, 20);
  expect(doc.base).toEqual(PLAIN);
  expect(doc.changes).toMatchObject([{ set: path.rate, to: 20 }]);
});

test('a burst before the first packet is an event at zero', async () => {
  const { bursts, doc } = (await atStart()).workspace;
  bursts.add(5, 1);
  expect(doc.base).toEqual(PLAIN);
  expect(doc.changes).toMatchObject([{ atS: 0, set: path.burst }]);
});

test('a bandwidth typed under a schedule ends the schedule, also before the first packet', async () => {
  const schedule = { kind: 'steps' as const, steps: [{ atS: 0, rateMbps: 40 }] };
  const bench = await atStart(0, { ...PLAIN, link: { ...PLAIN.link, schedule } });
  const { controls, doc } = bench.workspace;
  expect(controls.effectOf(path.rate).atStart).toBe(false);
  controls.set(path.rate, 10);
  expect(doc.changes).toEqual([{ atS: 0, set: path.rate, to: 10 }]);
});

test('a change dragged to zero becomes a start value when the drag ends', async () => {
  const bench = await atStart(3);
  const { controls, doc, editor, run } = bench.workspace;
  run.seek(2);
  controls.set(path.rate, 50);
  const from = doc.changes;
  expect(editor.moveChanges(from, [0], -9)).toBe(-from[0].atS);
  expect(doc.changes).toMatchObject([{ atS: 0 }]);
  editor.moveChanges(from, [0], -1);
  expect(doc.changes).toMatchObject([{ atS: from[0].atS - 1 }]);
  editor.moveChanges(from, [0], -9);
  editor.settle();
  expect(doc.changes).toEqual([]);
  expect(doc.base.link.rateMbps).toBe(50);
  await bench.rested();
  editor.undo();
  expect(doc.changes).toEqual(from);
  expect(doc.base).toEqual(PLAIN);
});

test('a change that changes nothing disappears: typed, dragged, or left behind', async () => {
  const bench = await atStart(4);
  const { controls, doc, editor, run } = bench.workspace;
  const add = (atS: number, to: number): void => {
    run.seek(atS);
    controls.set(path.rtt, to);
  };
  add(1, 30);
  editor.editChanges([0], 50);
  expect(doc.changes, 'edited to the value before').toEqual([]);

  add(1, 30);
  add(2, 50);
  editor.deleteChanges([0]);
  expect(doc.changes, 'the change before it was deleted').toEqual([]);
  editor.undo();
  expect(doc.changes).toHaveLength(2);

  add(0, 30);
  expect(doc.changes, 'equal to the new start value').toMatchObject([{ to: 50 }]);
  const from = doc.changes;
  add(3, 30);
  editor.moveChanges(doc.changes, [1], -2);
  editor.settle();
  expect(doc.changes, 'dragged to where it has no effect').toEqual(from);
});

test('"Make this the start" is a step of undo', async () => {
  const bench = await atStart(4);
  const { controls, doc, editor, run } = bench.workspace;
  run.seek(1);
  controls.set(path.rate, 50);
  run.seek(3);
  controls.set(path.rtt, 80);
  const { changes } = doc;
  run.seek(2);
  editor.makeStart();
  expect(doc.base.link).toMatchObject({ rateMbps: 50, rttMs: 50 });
  expect(doc.changes).toEqual([changes[1]]);
  await bench.rested();
  expect(run.nowS).toBe(2);
  editor.undo();
  expect(doc.changes).toEqual(changes);
  editor.redo();
  expect(doc.base.link.rateMbps).toBe(50);
});
