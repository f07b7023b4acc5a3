import { expect, test } from 'vitest';
import { PACKETS_PER_S } from '../sim/testing/fake';
import { path } from '../document/scenario';
import { Bench, PLAIN } from './testing';

const SHORT = { ...PLAIN, durationS: 5 };

async function whole(bench: Bench): Promise<Bench> {
  await bench.opened();
  await bench.pass(1000);
  bench.workspace.controls.edit('whole');
  await bench.rested();
  return bench;
}

test('the whole run is computed at once, and the playhead stays', async () => {
  const { workspace } = await whole(new Bench(SHORT));
  expect(workspace.run).toMatchObject({ phase: 'paused', doneS: 5 });
  expect(workspace.run.nowS).toBeLessThan(1.1);
});

test('a control sets and shows the start value, wherever the playhead is', async () => {
  const bench = await whole(new Bench(SHORT));
  const { workspace } = bench;
  expect(workspace.controls.effectOf(path.rate).atStart).toBe(true);
  workspace.controls.set(path.rate, 5);
  await bench.rested();
  expect(workspace.doc.changes).toEqual([]);
  expect(workspace.doc.base.link.rateMbps).toBe(5);
  const straight = await new Bench({ ...SHORT, link: { ...SHORT.link, rateMbps: 5 } }).opened();
  straight.workspace.run.load(5, false);
  await straight.rested();
  expect(bench.digests).toEqual(straight.digests);
  workspace.editor.undo();
  expect(workspace.doc.base.link.rateMbps).toBe(SHORT.link.rateMbps);
});

test('later changes stay; the control shows the value from time zero', async () => {
  const bench = await new Bench(SHORT).opened();
  const { workspace } = bench;
  await bench.pass(1000);
  workspace.controls.set(path.rate, 3);
  await bench.pass(500);
  workspace.controls.edit('whole');
  await bench.rested();
  expect(workspace.current.link.rateMbps).toBe(SHORT.link.rateMbps);
  workspace.controls.set(path.rate, 8);
  await bench.rested();
  expect(workspace.current.link.rateMbps).toBe(8);
  expect(workspace.doc.changes).toMatchObject([{ set: path.rate, to: 3 }]);
  workspace.controls.edit('live');
  expect(workspace.current.link.rateMbps).toBe(3);
});

test('a burst is an event at the playhead also then', async () => {
  const { workspace } = await whole(new Bench(SHORT));
  const atS = workspace.run.frontierS;
  workspace.bursts.add(5, 1);
  expect(workspace.doc.changes).toMatchObject([{ atS, set: 'burst' }]);
});

test('a slow run is drawn while it is computed, and a movement begins it anew', async () => {
  // A second of both lanes takes a second of wall time.
  const bench: Bench = new Bench(SHORT, {
    fake: { onWork: (packets) => (bench.now += (packets / PACKETS_PER_S / 2) * 1000) },
  });
  await bench.opened();
  bench.workspace.controls.edit('whole');
  for (let i = 0; i < 900 && bench.workspace.run.phase === 'busy'; i++) await bench.pass(20);
  const { workspace } = bench;
  expect(workspace.run).toMatchObject({ doneS: 5 });
  expect(workspace.run.drawnS).toBeUndefined();
  // The fake simulator looks for differences in the timeline only: a change of one lane is one, also at zero.
  workspace.controls.lane = 1;
  workspace.controls.turn(path.rate, 8);
  let drawn = 0;
  for (let i = 0; i < 60 && !(drawn > 0.5); i++) {
    await bench.pass(20);
    drawn = workspace.run.drawnS ?? 0;
  }
  expect(workspace.run.phase).toBe('busy');
  expect(workspace.run.lanes[0].delayMean.length).toBe(Math.round(drawn * 100));
  // The numbers are still those of the former run.
  expect(workspace.run.doneS).toBe(5);
  workspace.controls.turn(path.rate, 7);
  expect(workspace.run).toMatchObject({ phase: 'busy', progress: 0 });
});

test('the queue of a fork begins at the fork', async () => {
  const bench = await new Bench(SHORT).opened();
  const { workspace } = bench;
  await bench.pass(1000);
  workspace.run.pause();
  await bench.settle();
  const atS = workspace.run.frontierS;
  workspace.lanes.fork(0, 'pie');
  await bench.rested();
  workspace.run.seek(0.5);
  workspace.controls.edit('whole');
  await bench.rested();
  expect(workspace.current.queues.map(({ kind }) => kind)).toEqual(['droptail', 'codel', 'pie']);
  workspace.controls.set(path.parameter(2, 'targetMs'), 30);
  workspace.controls.set(path.parameter(1, 'targetMs'), 8);
  await bench.rested();
  expect(workspace.doc.changes).toEqual([
    { atS, set: 'queues.2', to: { kind: 'pie' } },
    { atS, set: 'queues.2.targetMs', to: 30 },
  ]);
  expect(workspace.doc.base.queues[1]).toEqual({ kind: 'codel', targetMs: 8 });
  // Another discipline takes its place, and does not take over its parameters.
  workspace.controls.set(path.queue(2), { kind: 'red' });
  expect(workspace.doc.changes).toEqual([{ atS, set: 'queues.2', to: { kind: 'red' } }]);
});

test('a link opens in the mode, with the whole run; another document ends it', async () => {
  const bench = await whole(new Bench(SHORT));
  await bench.pass(1000);
  const hash = await bench.workspace.link();
  const other = await new Bench(PLAIN, { hash }).opened();
  await other.rested();
  expect(other.workspace.controls.whole).toBe(true);
  expect(other.workspace.run).toMatchObject({ phase: 'paused', doneS: 5, isGradual: true });
  expect(other.workspace.run.nowS).toBe(bench.workspace.run.nowS);
  other.workspace.opener.openPreset('first', PLAIN);
  expect(other.workspace.controls.whole).toBe(false);
  const again = await bench.reloaded();
  await again.rested();
  expect(again.workspace.controls.whole).toBe(true);
  bench.workspace.controls.edit('live');
  expect(await bench.workspace.link()).not.toBe(hash);
});

test('a challenge opens and starts again with its whole run, unless it allows timed changes', async () => {
  const free = { set: path.rate, min: 1, max: 9 };
  const challenge = {
    ...SHORT,
    goals: [{ measure: 'utilization', atLeast: 95 }],
    free: [free],
  };
  const bench = await new Bench(PLAIN).opened();
  const { run, controls, opener } = bench.workspace;
  run.speed = Infinity;
  opener.openPreset('challenge', challenge);
  expect(controls.whole).toBe(true);
  await bench.rested();
  expect(run).toMatchObject({ phase: 'paused', nowS: 0, doneS: 5 });
  run.seek(2);
  opener.reset();
  await bench.rested();
  expect(run).toMatchObject({ phase: 'paused', nowS: 0, doneS: 5 });

  opener.openPreset('live', { ...challenge, free: [{ ...free, live: true }] });
  expect(controls.whole).toBe(false);
  expect(run.wantsToPlay).toBe(true);
});

test('the former result stays while a control moves, and for a second after', async () => {
  const bench = await whole(new Bench(SHORT));
  const { workspace } = bench;
  const { former } = workspace.controls;
  const before = workspace.run.lanes;
  for (const rate of [8, 6]) {
    workspace.controls.turn(path.rate, rate);
    await bench.pass(600);
    expect(former.lanes).toBe(before);
    expect(workspace.run.lanes).not.toBe(before);
  }
  await bench.pass(1100);
  expect(former.lanes).toBeUndefined();
  const next = workspace.run.lanes;
  workspace.controls.turn(path.rate, 5);
  expect(former.lanes).toBe(next);
  workspace.controls.edit('live');
  expect(former.lanes).toBeUndefined();
  // A live control adds a change: nothing is replaced.
  workspace.controls.turn(path.rate, 3);
  expect(former.lanes).toBeUndefined();
});
