import { expect, test, vi } from 'vitest';
import { path } from '../document/scenario';
import { PACKETS_PER_S } from '../sim/testing/fake';
import { Bench, dice, PLAIN } from './testing';

/** A bench that records how much its engine simulates, s. */
class Counting extends Bench {
  #packets = { count: 0 };

  constructor(hash = '', workers = 1) {
    const packets = { count: 0 };
    super(PLAIN, { hash, workers, fake: { onWork: (more) => (packets.count += more) } });
    this.#packets = packets;
  }

  /** Returns the simulated time since the last call, s. */
  simulated(): number {
    const seconds = this.#packets.count / PACKETS_PER_S;
    this.#packets.count = 0;
    return seconds;
  }

  get delays(): readonly number[] {
    const column = this.workspace.run.lanes[0].delayMean;
    return [...column.values.subarray(0, column.length)];
  }
}

/** Pauses after `s` simulated seconds, with a change at about half of that time. */
async function paused(s: number, workers = 1): Promise<Counting> {
  const bench = await new Counting('', workers).opened();
  const { workspace } = bench;
  workspace.run.speed = 10;
  await bench.pass(s * 50);
  workspace.controls.set(path.rate, 5);
  await bench.pass(s * 50);
  workspace.run.pause();
  await bench.rested();
  bench.simulated();
  return bench;
}

/** Returns the digests of the same scenario in one run to the same time. */
async function straight(bench: Counting): Promise<readonly string[]> {
  const other = await new Counting(await bench.workspace.link()).opened();
  await other.rested();
  expect(other.workspace.run.doneS).toBe(bench.workspace.run.doneS);
  expect(other.digests).toHaveLength(2);
  return other.digests;
}

test('a new value of a change is one step of undo, and the run before it is kept', async () => {
  const bench = await paused(20);
  const { workspace } = bench;
  const { doc } = workspace;
  const [before] = doc.changes;
  workspace.editor.editChanges([0], 7);
  await bench.rested();
  expect(doc.changes).toEqual([{ ...before, to: 7 }]);
  expect(bench.simulated()).toBeLessThan(15);
  expect(bench.digests).toEqual(await straight(bench));
  workspace.editor.undo();
  expect(doc.changes).toEqual([before]);
});

test('undo after a long run recomputes only the time after the change', async () => {
  const bench = await paused(40);
  const { workspace } = bench;
  const [{ atS }] = workspace.doc.changes;
  const { doneS } = workspace.run;
  expect(doneS - atS).toBeGreaterThan(15);
  for (const step of ['undo', 'redo'] as const) {
    workspace.editor[step]();
    await bench.rested();
    expect(workspace.run.doneS).toBe(doneS);
    const simulated = bench.simulated();
    expect(simulated).toBeGreaterThanOrEqual(doneS - atS);
    expect(simulated).toBeLessThan(doneS - atS + 0.6);
    expect(bench.digests).toEqual(await straight(bench));
    bench.simulated();
  }
  // An equal timeline needs no computation.
  workspace.lanes.remove(1);
  await bench.rested();
  expect(bench.simulated()).toBe(0);
  expect(workspace.run.lanes).toHaveLength(1);
});

test('with several workers every edit equals a run with that timeline', async () => {
  const bench = await paused(20, 3);
  const { workspace } = bench;
  const [{ atS }] = workspace.doc.changes;
  expect(bench.workers).toBe(2);
  const edits = [
    () => workspace.editor.undo(),
    () => workspace.editor.redo(),
    () => workspace.editor.moveChanges(workspace.doc.changes, [0], -3),
    () => workspace.run.seek(atS),
    () => workspace.controls.set(path.rtt, 20),
    () => workspace.lanes.add('pie'),
    () => workspace.lanes.remove(1),
    () => workspace.editor.undo(),
  ];
  for (const [i, edit] of edits.entries()) {
    edit();
    await bench.rested();
    const other = await new Counting(await workspace.link()).opened();
    await other.rested();
    expect(bench.digests, `edit ${i}`).toEqual(other.digests);
    expect(workspace.run.lanes.map((lane) => lane.delayMean.length)).toEqual(
      other.workspace.run.lanes.map((lane) => lane.delayMean.length),
    );
  }
  expect(workspace.run.lanes).toHaveLength(3);
  expect(bench.workers).toBe(3);
});

test('the former run stays visible until a revision is complete', async () => {
  const bench = await paused(20);
  const { run } = bench.workspace;
  const [lanes, report] = [run.lanes, run.report];
  const before = bench.delays;
  bench.workspace.editor.undo();
  let looks = 0;
  while (run.phase === 'busy') {
    expect(run.lanes).toBe(lanes);
    expect(run.report).toBe(report);
    expect(bench.delays).toEqual(before);
    looks++;
    await bench.pass(1);
  }
  expect(looks).toBeGreaterThan(0);
  expect(run.lanes).not.toBe(lanes);
  expect(run.report).not.toBe(report);
  expect(run.report?.nowS).toBe(run.doneS);
  expect(bench.delays).toHaveLength(before.length);
  expect(new Set(bench.delays)).toEqual(new Set([0]));
});

test('numbers follow the window of a playhead that moves during a revision', async () => {
  const bench = await paused(20);
  const { run, display, durationS } = bench.workspace;
  display.span = 10;
  bench.workspace.editor.undo();
  run.seek(12);
  expect(run.phase).toBe('busy');
  await bench.rested();
  expect(run.nowS).toBe(12);
  const [fromS, toS] = display.window(12, durationS, run.doneS);
  expect(run.report).toMatchObject({ fromS, toS, nowS: run.doneS });
});

test('dragging a change equals a run with that timeline, and is one step of undo', async () => {
  const bench = await paused(20);
  const { workspace } = bench;
  const { changes } = workspace.doc;
  for (let byS = 0; byS > -4; byS -= 0.25) {
    workspace.editor.moveChanges(changes, [0], byS);
    await bench.pass(4);
  }
  workspace.editor.moveChanges(changes, [0], -4);
  workspace.editor.settle();
  await bench.rested();
  const atS = Math.round((changes[0].atS - 4) * 1000) / 1000;
  expect(workspace.doc.changes).toEqual([{ ...changes[0], atS }]);
  expect(bench.delays.filter((d) => d === 1).length).toBeCloseTo(
    (workspace.run.doneS - atS) * 100,
    -1,
  );
  expect(bench.digests).toEqual(await straight(bench));
  workspace.editor.undo();
  await bench.rested();
  expect(workspace.doc.changes).toEqual(changes);
  expect(workspace.doc.canUndo).toBe(true);
  // A change cannot leave the run.
  expect(workspace.editor.moveChanges(changes, [0], 1000)).toBeCloseTo(60 - changes[0].atS, 9);
  expect(workspace.editor.moveChanges(changes, [0], -1000)).toBeCloseTo(-changes[0].atS, 9);
});

test('the plots follow a change during its drag', async () => {
  const bench = await paused(20);
  const { workspace } = bench;
  const { changes } = workspace.doc;
  const seen = new Set<number>();
  for (let byS = 0; byS > -4; byS -= 0.1) {
    workspace.editor.moveChanges(changes, [0], byS);
    await bench.pass(16);
    seen.add(bench.delays.filter((d) => d === 1).length);
  }
  expect(seen.size).toBeGreaterThan(20);
});

test('an edit that the simulator refuses is undone', async () => {
  const bench = await paused(10);
  const { workspace } = bench;
  const { changes } = workspace.doc;
  workspace.doc.edit({ changes: [...changes, { atS: 1, set: 'nonsense', to: 1 }] });
  workspace.doc.settle();
  const digests = bench.digests;
  workspace.run.revise();
  await bench.rested();
  expect(workspace.doc.changes).toEqual(changes);
  expect(workspace.doc.canRedo).toBe(false);
  expect(workspace.run.phase).toBe('paused');
  expect(bench.digests).toEqual(digests);
  expect(workspace.notices.list).toHaveLength(1);
});

test('the playhead moves within the computed time, and play continues from it', async () => {
  const bench = await paused(20);
  const { run, display } = bench.workspace;
  const { doneS } = run;
  const [t0, t1] = display.window(run.nowS, 60, doneS);
  run.seek(5.0004);
  expect(run.nowS).toBe(5.001);
  expect(run.doneS).toBe(doneS);
  expect(display.window(run.nowS, 60, run.doneS)).toEqual([t0, t1]);
  run.speed = 1;
  run.play();
  await bench.pass(2000);
  expect(run.nowS).toBeCloseTo(7, 1);
  expect(bench.simulated()).toBe(0);
  run.speed = 10;
  await bench.pass(2000);
  expect(run.nowS).toBeGreaterThan(doneS + 3);
  expect(run.doneS).toBe(run.nowS);
  run.pause();
  await bench.rested();
  expect(bench.digests).toEqual(await straight(bench));
  run.seek(1000);
  expect(run.nowS).toBe(run.doneS);
  run.seek(-1);
  expect(run.nowS).toBe(0);
});

test('a slider moved with the playhead in the past recomputes the rest at once', async () => {
  const bench = await paused(20);
  const { workspace } = bench;
  const { run } = workspace;
  const { doneS } = run;
  run.seek(4);
  await bench.settle();
  for (let ms = 60; ms <= 90; ms++) {
    workspace.controls.turn(path.rtt, ms);
    await bench.pass(8);
  }
  workspace.controls.set(path.rtt, 90);
  await bench.rested();
  expect(workspace.doc.changes[0]).toEqual({ atS: 4.001, set: path.rtt, to: 90 });
  expect(workspace.doc.changes).toHaveLength(2);
  expect(run.nowS).toBe(4);
  expect(run.doneS).toBe(doneS);
  expect(run.phase).toBe('paused');
  expect(bench.delays.at(-1)).toBe(2);
  expect(workspace.current.link.rttMs).toBe(90);
  expect(bench.digests).toEqual(await straight(bench));
  workspace.editor.undo();
  await bench.rested();
  expect(workspace.doc.changes).toHaveLength(1);
  expect(run.nowS).toBe(4);
});

test('a finished run can be played again after the playhead moves back', async () => {
  const bench = await new Counting().opened();
  const { run } = bench.workspace;
  run.speed = Infinity;
  await bench.pass(5000);
  expect(run.phase).toBe('finished');
  run.seek(30);
  expect(run.phase).toBe('paused');
  run.play();
  await bench.pass(200);
  expect(run.phase).toBe('finished');
  expect(run.nowS).toBe(60);
  run.seek(30);
  run.seek(60);
  expect(run.phase).toBe('finished');
  run.seek(30);
  run.play();
  run.seek(60);
  expect(run.phase).toBe('finished');
  bench.workspace.transport.extend();
  await bench.pass(500);
  expect(run.nowS).toBeGreaterThan(60);
});

test('a scenario opened late in its run shows no curves of the former one', async () => {
  const bench = await paused(10);
  const { workspace } = bench;
  // The new run has no samples yet.
  vi.spyOn(workspace.run, 'load').mockImplementationOnce(() => undefined);
  await bench.whenDone(workspace.opener.openLink(await bench.whenDone(workspace.link())));
  expect(workspace.run.lanes.map((lane) => lane.delayMean.length)).toEqual([0, 0]);
});

test('a removed lane loses its curve and numbers at once, and undo restores them', async () => {
  const bench = await paused(10);
  const { workspace } = bench;
  const { run } = workspace;
  const [lanes, answers] = [run.lanes, run.report?.lanes ?? []];
  workspace.lanes.remove(0);
  expect(run.phase).toBe('busy');
  expect(run.lanes).toEqual([lanes[1]]);
  expect(run.report?.lanes).toEqual([answers[1]]);
  await bench.rested();
  expect(run.lanes).toHaveLength(1);
  const [left] = run.lanes;
  workspace.editor.undo();
  expect(run.lanes[0].delayMean).toHaveLength(0);
  expect(run.lanes[1]).toBe(left);
  await bench.rested();
  expect(run.lanes).toHaveLength(2);
  expect(run.report?.lanes).toHaveLength(2);
});

/** Returns the digests without pending changes, which the simulator may get later. */
function happened(bench: Counting): unknown[] {
  return bench.digests.map((digest) => {
    const [lane, packets, changes] = JSON.parse(digest) as [number, number, { atS: number }[]];
    return [lane, packets, changes.filter(({ atS }) => atS < packets / PACKETS_PER_S)];
  });
}

test('a pending change is replaced by a new one, also after a revision', async () => {
  const bench = await paused(4);
  const { workspace } = bench;
  workspace.controls.setAll([{ set: path.traffic(0, 'flows'), to: 4 }]);
  workspace.lanes.remove(1);
  await bench.rested();
  workspace.controls.setAll([{ set: path.traffic(0, 'flows'), to: 6 }]);
  workspace.run.step();
  await bench.rested();
  await bench.pass(100);
  expect(workspace.doc.changes.map((c) => c.to)).toEqual([5, 6]);
  expect(bench.digests[0]).toContain('"to":6');
  expect(bench.digests[0]).not.toContain('"to":4');
});

test('after any sequence of edits the run equals the run of its link', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const roll = dice(seed);
    const bench = await new Counting().opened();
    const { workspace } = bench;
    const { run, doc } = workspace;
    const somewhere = (): number => roll() * (run.doneS + 1);
    const deeds: (() => void)[] = [
      () => workspace.controls.set(path.rate, 1 + Math.floor(roll() * 50)),
      () => workspace.controls.turn(path.rtt, 1 + Math.floor(roll() * 50)),
      () => run.seek(somewhere()),
      () => workspace.editor.undo(),
      () => workspace.editor.redo(),
      () => workspace.transport.togglePlay(),
      () => run.step(),
      () => workspace.lanes.add('pie'),
      () => workspace.lanes.remove(Math.floor(roll() * doc.base.queues.length)),
      () => doc.changes.length > 0 && workspace.editor.deleteChanges([0]),
      () =>
        doc.changes.length > 0 && workspace.editor.moveChanges(doc.changes, [0], roll() * 8 - 4),
      () => workspace.editor.settle(),
      () =>
        workspace.controls.setAll([{ set: path.traffic(0, 'flows'), to: Math.floor(roll() * 9) }]),
      () => (run.speed = roll() < 0.5 ? 1 : 10),
    ];
    for (let i = 0; i < 60; i++) {
      deeds[Math.floor(roll() * deeds.length)]();
      if (roll() < 0.7) await bench.pass(roll() * 300);
      expect(run.nowS).toBeLessThanOrEqual(run.doneS);
    }
    await bench.pass(500);
    run.pause();
    await bench.rested();
    await bench.pass(500);
    expect(run.lanes).toHaveLength(doc.base.queues.length);
    expect(run.report?.nowS).toBe(run.doneS);
    const other = await new Counting(await workspace.link()).opened();
    await other.rested();
    expect(other.workspace.run.doneS, `seed ${seed}`).toBe(run.doneS);
    expect(happened(bench), `seed ${seed}`).toEqual(happened(other));
    expect(bench.delays).toEqual(other.delays);
  }
});

test('a typed time that the run has not reached is computed, and only the missing part', async () => {
  const bench = await paused(4);
  const { run, transport } = bench.workspace;
  const { doneS } = run;
  transport.goTo(12.345);
  expect(run.phase).toBe('busy');
  await bench.rested();
  expect([run.phase, run.nowS, run.doneS]).toEqual(['paused', 12.345, 12.345]);
  // Two lanes.
  expect(bench.simulated()).toBeLessThan(2 * (12.345 - doneS) + 1);
  expect(bench.digests).toEqual(await straight(bench));

  transport.goTo(2);
  expect([run.phase, run.nowS, run.doneS]).toEqual(['paused', 2, 12.345]);
  transport.goTo(60);
  await bench.rested();
  expect([run.phase, run.nowS]).toEqual(['finished', 60]);
  transport.goTo(999);
  expect([run.phase, run.nowS]).toEqual(['finished', 60]);
});

test('a run that plays goes on from a typed time', async () => {
  const bench = await new Counting().opened();
  const { run, transport } = bench.workspace;
  await bench.pass(500);
  expect(run.phase).toBe('playing');
  transport.goTo(20);
  await bench.rested();
  expect(run.phase).toBe('playing');
  await bench.pass(500);
  expect(run.nowS).toBeGreaterThan(20);
  expect(run.nowS).toBeLessThan(21);
});

test('a time can be typed before the first packet and while a link is opened', async () => {
  const bench = await new Counting().opened();
  const { run, transport } = bench.workspace;
  transport.restart();
  transport.goTo(5);
  await bench.rested();
  run.pause();
  await bench.rested();
  expect(run.doneS).toBeGreaterThanOrEqual(5);
  expect(run.doneS).toBeLessThan(6);
});
