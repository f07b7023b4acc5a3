import { expect, test } from 'vitest';
import { hasEcn, path, type Scenario } from '../document/scenario';
import { STEP_S } from '../sim/series';
import { decodeLink } from './read-link';
import { Bench, eventually, PLAIN } from './testing';

const playing = (): Promise<Bench> => new Bench(PLAIN).opened();

/** Opens the address bar's link of `bench` in another page. */
async function visitor(bench: Bench): Promise<Bench> {
  const other = await new Bench(PLAIN, { hash: bench.hash }).opened();
  await other.rested();
  return other;
}

test('opens playing, at one simulated second per second', async () => {
  const bench = await playing();
  expect(bench.workspace.run.phase).toBe('playing');
  await bench.pass(3000);
  expect(bench.workspace.run.nowS).toBeCloseTo(3, 1);
  expect(bench.workspace.run.lanes[1].delayMean.length).toBeGreaterThan(280);
});

test('the first sample does not wait for a frame', async () => {
  const { run } = (await playing()).workspace;
  expect(run.nowS).toBe(STEP_S);
  expect(run.lanes[0].delayMean.length).toBe(1);
});

test('simulated time does not depend on the frame rate', async () => {
  for (const hz of [30, 60, 144]) {
    const bench = await playing();
    await bench.pass(2000, 1000 / hz);
    expect(bench.workspace.run.nowS, `${hz} Hz`).toBeCloseTo(2, 1);
  }
});

test('time that a stuck or hidden page missed is not caught up', async () => {
  const bench = await playing();
  const { run } = bench.workspace;
  await bench.pass(1000);
  const before = run.nowS;
  await bench.sleep(60_000);
  await bench.pass(50);
  expect(run.nowS - before).toBeLessThan(0.3);

  run.setHidden(true);
  await bench.settle();
  expect(run.phase).toBe('paused');
  const hiddenAt = run.nowS;
  await bench.pass(5000);
  expect(run.nowS).toBe(hiddenAt);
  run.setHidden(false);
  expect(run.phase).toBe('playing');
  await bench.pass(100);
  expect(run.nowS - hiddenAt).toBeLessThan(0.3);
});

test('a paused run stays paused when the page is visible again', async () => {
  const bench = await playing();
  bench.workspace.run.pause();
  bench.workspace.run.setHidden(true);
  bench.workspace.run.setHidden(false);
  expect(bench.workspace.run.phase).toBe('paused');
});

test('speed is simulated seconds per second', async () => {
  const bench = await playing();
  const { run } = bench.workspace;
  run.speed = 10;
  await bench.pass(1000);
  expect(run.nowS).toBeCloseTo(10, 0);
  run.speed = 0.1;
  const before = run.nowS;
  await bench.pass(1000);
  expect(run.nowS - before).toBeCloseTo(0.1, 2);
  run.speed = Infinity;
  await bench.pass(1000);
  expect(run.nowS).toBeGreaterThan(20);
});

test('a speed set after maximum speed is kept', async () => {
  const bench = await new Bench({ ...PLAIN, durationS: 3600 }).opened();
  const { run } = bench.workspace;
  run.speed = Infinity;
  await bench.pass(200);
  run.speed = 1;
  await bench.pass(100);
  const before = run.nowS;
  expect(before).toBeGreaterThan(10);
  await bench.pass(1000);
  expect(run.phase).toBe('playing');
  expect(run.nowS - before).toBeCloseTo(1, 1);
});

test('a step is one sample, and a run ends at its duration unless it is extended', async () => {
  const bench = await playing();
  const { workspace } = bench;
  workspace.run.pause();
  await bench.settle();
  const before = workspace.run.nowS;
  workspace.run.step();
  await bench.settle();
  expect(workspace.run.nowS).toBeCloseTo(before + 0.01, 6);
  workspace.run.speed = Infinity;
  workspace.run.play();
  await bench.pass(5000);
  expect(workspace.run.phase).toBe('finished');
  expect(workspace.run.nowS).toBe(60);
  workspace.transport.extend();
  await bench.pass(5000);
  expect(workspace.run.nowS).toBe(120);
});

test('the timeline and the engine have every change at the same time', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(1000);
  workspace.controls.set(path.rate, 5);
  const [change] = workspace.doc.changes;
  expect(change).toMatchObject({ set: 'link.rateMbps', to: 5 });
  expect(change.atS).toBeGreaterThan(0.9);
  expect(Math.round(change.atS * 1000) / 1000).toBe(change.atS);
  await bench.pass(500);
  workspace.run.pause();
  await bench.settle();
  expect(bench.digests[0]).toContain(JSON.stringify(change));
  expect(workspace.current.link.rateMbps).toBe(5);
});

test('the effect of a change is computed at once, and time does not run ahead', async () => {
  const bench = await playing();
  const { run } = bench.workspace;
  await bench.pass(1000);
  const plain = await playing();
  await plain.pass(1000);
  for (const bandwidth of [5, 6, 7, 8]) {
    bench.workspace.controls.set(path.rate, bandwidth);
    const landsS = bench.workspace.doc.changes.at(-1)?.atS ?? NaN;
    // No frame has passed.
    await bench.settle();
    expect(run.nowS).toBeGreaterThan(landsS + STEP_S);
    await bench.pass(100);
  }
  await plain.pass(400);
  expect(run.nowS).toBeCloseTo(plain.workspace.run.nowS, 2);
});

test('changes made together take effect together', async () => {
  const bench = await playing();
  await bench.pass(1000);
  bench.workspace.controls.setAll([
    { set: path.rate, to: 5 },
    { set: path.rtt, to: 80 },
  ]);
  const [first, second] = bench.workspace.doc.changes;
  expect(first.atS).toBe(second.atS);
});

test('a moving slider writes a few changes a second, and always the last', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(500);
  for (let rate = 9.9; rate > 5; rate -= 0.1) {
    workspace.controls.turn(path.rate, Number(rate.toFixed(1)));
    expect(workspace.current.link.rateMbps).toBeCloseTo(rate, 6);
    await bench.pass(1000 / 60);
  }
  workspace.controls.set(path.rate, 5);
  const { changes } = workspace.doc;
  expect(changes.length).toBeGreaterThan(2);
  expect(changes.length).toBeLessThan(8);
  expect(changes.at(-1)?.to).toBe(5);
  workspace.editor.undo();
  expect(workspace.doc.changes).toEqual([]);
  workspace.editor.redo();
  expect(workspace.doc.changes).toEqual(changes);
});

test('setting an equal value adds no change', async () => {
  const bench = await playing();
  bench.workspace.controls.set(path.rate, 10);
  expect(bench.workspace.doc.changes).toEqual([]);
});

test('a link opens the same run, and the address bar keeps it', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(700);
  workspace.controls.set(path.rate, 5);
  await bench.pass(700);
  workspace.controls.set(path.queue(0), { kind: 'codel' });
  workspace.controls.set(path.rtt, 20);
  await bench.pass(600);
  workspace.run.pause();
  await bench.settle();
  await eventually(() => expect(workspace.bar.settled).toBe(true));

  const other = await visitor(bench);
  expect(other.workspace.run.phase).toBe('paused');
  expect(other.workspace.run.nowS).toBe(workspace.run.nowS);
  expect(other.workspace.doc.changes).toEqual(workspace.doc.changes);
  expect(other.digests).toEqual(bench.digests);
  expect(other.digests).toHaveLength(2);
  await other.sleep(2000);
  expect(other.hash).toBe(bench.hash);
});

test('undo changes the timeline, not the playhead', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(1000);
  workspace.controls.set(path.rate, 5);
  await bench.pass(1000);
  workspace.run.pause();
  await bench.settle();
  const at = workspace.run.nowS;
  workspace.editor.undo();
  expect(workspace.run.phase).toBe('busy');
  await bench.pass(200);
  expect(workspace.run.nowS).toBe(at);
  expect(workspace.run.phase).toBe('paused');
  expect(workspace.current.link.rateMbps).toBe(10);
  expect(bench.digests[0]).not.toContain('rateMbps');
});

test('a new lane is computed from the start, and a removed lane loses its changes', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(1000);
  workspace.controls.set(path.parameter(1, 'targetMs'), 7);
  workspace.lanes.add('pie');
  await bench.pass(500);
  expect(workspace.run.lanes).toHaveLength(3);
  expect(workspace.run.lanes[2].delayMean.length).toBeGreaterThan(90);
  workspace.controls.set(path.parameter(2, 'targetMs'), 9);
  await bench.pass(100);
  workspace.lanes.remove(1);
  await bench.pass(500);
  expect(workspace.doc.changes.map((c) => [c.set, c.to])).toEqual([['queues.1.targetMs', 9]]);
  for (let i = 0; i < 9; i++) workspace.lanes.add('red');
  expect(workspace.doc.base.queues).toHaveLength(6);
});

test('a new lane marks if ECN was switched on', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(1000);
  const ecn = [path.traffic(0, 'ecn'), path.parameter(1, 'ecn')];
  workspace.controls.setAll(ecn.map((set) => ({ set, to: true, standard: false })));
  await bench.pass(100);
  workspace.lanes.add('pie');
  workspace.lanes.add('droptail');
  await bench.pass(500);
  expect(workspace.notices.list).toEqual([]);
  expect(workspace.doc.at(0).queues[2]).toEqual({ kind: 'pie' });
  expect(workspace.current.queues.slice(2)).toEqual([
    { kind: 'pie', ecn: true },
    { kind: 'droptail' },
  ]);
  expect(hasEcn(workspace.current)).toBe(true);
});

test('a held burst lasts as long as it is held, a clicked burst the set length', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(500);
  workspace.bursts.press();
  await bench.sleep(100);
  workspace.bursts.release();
  expect(workspace.doc.changes.at(-1)).toMatchObject({
    set: 'burst',
    to: { rateMbps: 10, durationS: 2 },
  });
  await bench.pass(500);
  workspace.bursts.press();
  await bench.pass(300);
  expect(workspace.bursts.isHeld).toBe(true);
  const { traffic } = workspace.doc.base;
  await bench.pass(700);
  workspace.bursts.release();
  const held = workspace.doc.changes.at(-1)!;
  expect(held).toMatchObject({ set: 'burst', to: { rateMbps: 10 } });
  const { durationS } = held.to as { durationS: number };
  // A press of 250 ms or more is not a click.
  expect(durationS).toBeCloseTo(0.75, 1);
  expect(workspace.doc.base.traffic).toBe(traffic);
});

test('a burst has the rate that a schedule sets at the playhead', async () => {
  const steps = [
    { atS: 0, rateMbps: 40 },
    { atS: 1, rateMbps: 0 },
  ];
  const link = { ...PLAIN.link, schedule: { kind: 'steps', steps } } as Scenario['link'];
  const bench = await new Bench({ ...PLAIN, link }).opened();
  const { workspace } = bench;
  await bench.pass(500);
  expect(workspace.burstMbps).toBe(40);
  workspace.bursts.press();
  workspace.bursts.release();
  expect(workspace.doc.changes.at(-1)?.to).toMatchObject({ rateMbps: 40 });
  // While the link stands still, a burst has the start rate.
  await bench.pass(1000);
  expect(workspace.rateMbps).toBe(0);
  expect(workspace.burstMbps).toBe(10);
});

test('restart replays the timeline, a reset removes it', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(500);
  workspace.controls.set(path.rate, 5);
  workspace.transport.restart();
  await bench.settle();
  expect(workspace.run.nowS).toBeLessThan(0.1);
  expect(workspace.doc.changes).toHaveLength(1);
  expect(workspace.current.link.rateMbps).toBe(10);
  await bench.pass(1000);
  expect(workspace.current.link.rateMbps).toBe(5);
  workspace.opener.reset();
  await bench.pass(1000);
  expect(workspace.doc.changes).toHaveLength(0);
  expect(workspace.current.link.rateMbps).toBe(10);
});

test('a damaged link shows the first scenario and the reason', async () => {
  const bench = await new Bench(PLAIN, { hash: '#v1.broken' }).opened();
  expect(bench.workspace.run.phase).toBe('playing');
  expect(bench.workspace.doc.base.title).toBe('Plain');
  expect(bench.workspace.notices.list[0].text).toMatch(/damaged/);
  await bench.pass(1000);
  bench.workspace.run.pause();
  await bench.pass(1000);
  expect(bench.hash, 'the user can correct it').toBe('#v1.broken');
  bench.workspace.controls.set(path.rate, 3);
  await bench.pass(1000);
  await eventually(async () => expect((await decodeLink(bench.hash)).ok).toBe(true));
});

test('a bad link over a scenario changes neither', async () => {
  const bench = await playing();
  bench.hash = '#v1.broken';
  await bench.whenDone(bench.workspace.opener.hashChanged());
  await bench.pass(1000);
  expect(bench.workspace.notices.list[0].text).toMatch(/damaged/);
  expect(bench.hash).toBe('#v1.broken');
  bench.hash = await bench.workspace.link();
  await bench.whenDone(bench.workspace.opener.hashChanged());
  bench.workspace.run.pause();
  await bench.pass(1000);
  await eventually(() => expect(bench.workspace.bar.settled).toBe(true));
});

test("another link in the address bar opens; the page's own link does not", async () => {
  const [first, second] = [await playing(), await playing()];
  await second.pass(300);
  second.workspace.controls.set(path.rate, 3);
  await second.pass(1000);
  await first.pass(1000);
  await eventually(() =>
    expect(first.workspace.bar.settled && second.workspace.bar.settled).toBe(true),
  );
  await first.workspace.opener.hashChanged();
  expect(first.workspace.current.link.rateMbps).toBe(10);
  first.hash = second.hash;
  await first.whenDone(first.workspace.opener.hashChanged());
  await first.pass(500);
  expect(first.workspace.current.link.rateMbps).toBe(3);
});

test('pasted text is opened, or refused with every problem', async () => {
  const bench = await playing();
  const refused = bench.workspace.opener.openText('{"version":3}');
  await bench.settle();
  expect(await refused).toHaveLength(2);
  expect(bench.workspace.doc.base.title).toBe('Plain');
  const opened = bench.workspace.opener.openText(JSON.stringify({ ...PLAIN, title: 'Pasted' }));
  await bench.settle();
  expect(await opened).toEqual([]);
  expect(bench.workspace.doc.base.title).toBe('Pasted');
});

test('a simulator that crashes is restarted once', async () => {
  const bench = await new Bench(PLAIN, { fake: { trapAtS: 1 } }).opened();
  await bench.pass(1500);
  const { run, notices } = bench.workspace;
  expect(bench.workers).toBeGreaterThanOrEqual(2);
  expect(run.phase).toBe('failed');
  expect(notices.list.map((n) => n.text).join()).toMatch(/failed twice/);
  bench.workspace.transport.restart();
  await bench.pass(500);
  expect(run.phase).toBe('playing');
});

test('a change that the simulator refuses is removed from the timeline', async () => {
  const bench = await playing();
  await bench.pass(200);
  bench.workspace.controls.set('nonsense', 1);
  await bench.pass(200);
  expect(bench.workspace.doc.changes).toEqual([]);
  expect(bench.workspace.notices.list).toHaveLength(1);
});
