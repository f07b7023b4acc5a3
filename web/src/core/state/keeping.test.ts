import { expect, test, vi } from 'vitest';
import { path, type Traffic } from '../document/scenario';
import { decodeLink } from './read-link';
import type { Shared } from './share';
import { Bench, eventually, PLAIN } from './testing';

/** Edits must not be lost, and the run must always equal its timeline. */

const playing = (scenario = PLAIN): Promise<Bench> => new Bench(scenario).opened();

async function paused(bench: Bench): Promise<void> {
  bench.workspace.run.pause();
  await bench.pass(500);
}

/** Returns the digests of the run of the address bar's link, opened in another page. */
async function replayed(bench: Bench): Promise<readonly string[]> {
  await eventually(() => expect(bench.workspace.bar.settled).toBe(true));
  const other = await new Bench(PLAIN, { hash: bench.hash }).opened();
  await other.rested();
  await other.pass(500);
  return other.digests;
}

test('a reset to defaults is a step of undo', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(500);
  workspace.controls.set(path.rate, 5);
  workspace.lanes.add('pie');
  await bench.pass(500);
  const lanes = workspace.current.queues.length;
  workspace.opener.reset();
  await bench.pass(300);
  expect(workspace.doc.changes).toEqual([]);
  expect(workspace.current.queues).toHaveLength(lanes - 1);
  workspace.editor.undo();
  await bench.pass(500);
  expect(workspace.doc.changes).toMatchObject([{ set: path.rate, to: 5 }]);
  expect(workspace.current.queues).toHaveLength(lanes);
  expect(workspace.run.report?.lanes).toHaveLength(lanes);
});

test('an edit after an extension of the run can be undone and redone', async () => {
  const bench = await playing();
  const { workspace } = bench;
  workspace.run.speed = Infinity;
  await bench.pass(3000);
  workspace.transport.extend();
  await bench.pass(50);
  workspace.controls.set(path.rate, 5);
  expect(workspace.doc.changes[0].atS).toBeGreaterThan(60);
  workspace.opener.reset();
  await bench.pass(100);
  expect(workspace.durationS).toBe(60);
  workspace.editor.undo();
  expect(workspace.durationS).toBe(120);
});

test("the browser's back button returns to the former scenario", async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(500);
  workspace.controls.set(path.rate, 5);
  await bench.pass(100);
  workspace.opener.openPreset('other', { ...PLAIN, title: 'Another' });
  await bench.pass(1000);
  await eventually(() => expect(workspace.bar.settled).toBe(true));
  expect(bench.history).toHaveLength(1);
  bench.hash = bench.history.pop()!;
  await bench.whenDone(workspace.opener.hashChanged());
  await bench.pass(500);
  expect(workspace.doc.base.title).toBe('Plain, modified');
  expect(workspace.doc.changes).toMatchObject([{ set: path.rate, to: 5 }]);
  expect(bench.history, 'an opened link adds no history entry').toHaveLength(0);
});

test('a moving slider is written before any other edit of the timeline', async () => {
  const bench = await playing();
  const { workspace } = bench;
  const slide = async (): Promise<void> => {
    await bench.pass(500);
    workspace.controls.turn(path.rtt, 30);
    await bench.pass(17);
    workspace.controls.turn(path.rtt, 40);
  };
  await bench.pass(500);
  workspace.controls.set(path.rate, 5);
  await slide();
  workspace.editor.deleteChanges([0]);
  await bench.pass(1000);
  expect(workspace.current.link).toMatchObject({ rateMbps: 10, rttMs: 40 });
  await slide();
  workspace.lanes.remove(1);
  await bench.pass(1000);
  expect(workspace.current.link.rttMs).toBe(40);
  await slide();
  workspace.editor.undo();
  await bench.pass(1000);
  expect(workspace.doc.changes.every((c) => c.to === 40 || c.to === 30)).toBe(true);
});

test.each([
  ['restarted', (b: Bench) => b.workspace.transport.restart()],
  ['moved back in time', (b: Bench) => b.workspace.run.seek(0.2)],
  ['paused', (b: Bench) => b.workspace.run.pause()],
])('a held burst ends when the run is %s', async (_, meanwhile) => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(1000);
  workspace.bursts.press();
  await bench.pass(500);
  meanwhile(bench);
  await bench.pass(200);
  workspace.bursts.release();
  await bench.pass(200);
  const [burst, ...more] = workspace.doc.changes;
  expect([burst.set, burst.to, more]).toMatchObject([path.burst, { rateMbps: 10 }, []]);
  const { durationS } = burst.to as { durationS: number };
  expect(durationS).toBeGreaterThan(0.2);
  expect(durationS).toBeLessThan(0.6);
  workspace.run.play();
  await bench.pass(3000);
  await paused(bench);
  expect(await replayed(bench)).toEqual(bench.digests);
});

test('a held burst is one step of undo, also while it is held, with any traffic', async () => {
  const late: Traffic = { kind: 'cbr', flows: 2, rateMbps: 3, startS: 50 };
  const bench = await playing({ ...PLAIN, traffic: [...PLAIN.traffic, late] });
  const { workspace } = bench;
  await bench.pass(500);
  workspace.bursts.press();
  await bench.pass(700);
  workspace.bursts.release();
  await bench.pass(300);
  expect(workspace.doc.changes).toMatchObject([{ set: path.burst, to: { rateMbps: 10 } }]);
  workspace.editor.undo();
  await bench.pass(300);
  expect(workspace.doc.changes).toEqual([]);
  expect(workspace.doc.canUndo).toBe(false);
  workspace.bursts.press();
  await bench.pass(700);
  workspace.editor.undo();
  workspace.bursts.release();
  await bench.pass(300);
  expect(workspace.doc.changes).toEqual([]);
  await paused(bench);
  expect(await replayed(bench)).toEqual(bench.digests);
});

test.each([
  ['before it begins', 100, true],
  ['when it has begun', 600, true],
  ['while the run is paused', 600, false],
])('a burst that turns out to be a scroll, %s, leaves nothing', async (_, ms, plays) => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(1000);
  if (!plays) await paused(bench);
  workspace.controls.set(path.rtt, 30);
  await bench.pass(200);
  workspace.editor.undo();
  await bench.pass(200);
  workspace.bursts.press();
  await bench.pass(ms);
  expect(workspace.doc.changes).toHaveLength(ms > 250 ? 1 : 0);
  workspace.bursts.release(true);
  await bench.pass(200);
  expect(workspace.doc.changes).toEqual([]);
  expect(workspace.doc.canUndo).toBe(false);
  expect(workspace.doc.canRedo).toBe(true);
  expect(workspace.bursts.isHeld).toBe(false);
  await paused(bench);
  expect(await replayed(bench)).toEqual(bench.digests);
});

test('a burst held beyond the end of a run ends there', async () => {
  const bench = await playing({ ...PLAIN, durationS: 2 });
  const { workspace } = bench;
  await bench.pass(1500);
  workspace.bursts.press();
  await bench.pass(1500);
  expect(workspace.run.phase).toBe('finished');
  workspace.bursts.release();
  await bench.rested();
  expect(workspace.run.phase).toBe('finished');
  const [{ atS, to }] = workspace.doc.changes;
  expect(atS + (to as { durationS: number }).durationS).toBeCloseTo(2.001, 6);
});

test('a run with any duration ends, and is extended by whole milliseconds', async () => {
  for (const durationS of [2 + 1e-10, 1.096]) {
    const bench = await playing({ ...PLAIN, durationS });
    const { workspace } = bench;
    await bench.pass(4000);
    expect(workspace.run.phase).toBe('finished');
    workspace.transport.extend();
    expect(workspace.durationS).toBe(Math.round((durationS + 60) * 1000) / 1000);
    workspace.run.speed = Infinity;
    await bench.pass(4000);
    expect(workspace.run.phase).toBe('finished');
  }
});

test('no change is written after the end of the longest run', async () => {
  const bench = await playing({ ...PLAIN, durationS: 3600 });
  const { workspace } = bench;
  workspace.run.speed = Infinity;
  await bench.pass(8000);
  expect(workspace.run.phase).toBe('finished');
  workspace.controls.set(path.rate, 5);
  expect(workspace.doc.changes).toEqual([]);
  expect(workspace.notices.list).toHaveLength(1);
  expect(workspace.current.link.rateMbps).toBe(10);
});

test('a link copied during a computation or a held burst contains the result', async () => {
  const bench = await playing();
  const { workspace } = bench;
  const linked = async (): Promise<Shared> => {
    const opened = await decodeLink(await bench.whenDone(workspace.link()));
    if (!opened.ok) throw new Error(opened.message);
    return opened.shared;
  };
  await bench.pass(2000);
  workspace.bursts.press();
  await bench.pass(1250);
  const { changes } = await linked();
  expect((changes[0].to as { durationS: number }).durationS).toBeCloseTo(1, 1);
  workspace.bursts.release();
  await paused(bench);
  const before = await linked();
  expect(before.atS).toBeGreaterThan(3);
  vi.spyOn(workspace.run.team, 'compute').mockImplementation(() => undefined);
  workspace.run.load(20, false, 12);
  expect(workspace.run.phase).toBe('busy');
  const { atS, display } = await linked();
  expect([atS, display?.headS]).toEqual([20, 12]);
});

test('a scenario left during a held burst contains a burst with an end', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(500);
  workspace.bursts.press();
  await bench.pass(1000);
  workspace.opener.openPreset('other', { ...PLAIN, title: 'Another' });
  await bench.pass(1000);
  await eventually(() => expect(bench.history).toHaveLength(1));
  const left = await decodeLink(bench.history.at(-1)!);
  expect(left.ok && left.shared.changes).toMatchObject([{ set: path.burst }]);
  expect(JSON.stringify(left)).not.toContain('3600');
});

test('the address bar contains the position of the playhead', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(3000);
  await paused(bench);
  await bench.pass(1000);
  workspace.run.seek(1);
  await bench.pass(1000);
  await eventually(() => expect(workspace.bar.settled).toBe(true));
  const opened = await decodeLink(bench.hash);
  expect(opened.ok && opened.shared.display?.headS).toBe(1);
});

test('a run is never longer than the limit of a scenario', async () => {
  const bench = await playing({ ...PLAIN, durationS: 3590 });
  const { workspace } = bench;
  expect(workspace.transport.extensionS).toBe(10);
  workspace.transport.extend();
  expect([workspace.durationS, workspace.transport.extensionS]).toEqual([3600, 0]);
});

test('a refused change leaves no step of undo, and keeps the steps of redo', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(300);
  workspace.controls.set(path.rate, 5);
  await bench.pass(300);
  workspace.controls.set(path.rtt, 30);
  await bench.pass(300);
  workspace.editor.undo();
  await bench.pass(300);
  workspace.controls.set('nonsense', 1);
  await bench.pass(300);
  expect(workspace.notices.list).toHaveLength(1);
  expect(workspace.doc.canRedo).toBe(true);
  workspace.editor.redo();
  expect(workspace.doc.changes.map((c) => c.to)).toEqual([5, 30]);
  workspace.editor.undo();
  workspace.editor.undo();
  expect(workspace.doc.changes).toEqual([]);
  expect(workspace.doc.canUndo).toBe(false);
});

test('an invalid scenario is reported once, without undoing every step', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(300);
  for (const rate of [5, 6, 7]) {
    workspace.controls.set(path.rate, rate);
    await bench.pass(100);
  }
  // The fault is not in the last edit.
  workspace.doc.amend({ ...workspace.doc.base, version: 2 as 1 });
  workspace.controls.set(path.rtt, 30);
  workspace.lanes.add('pie');
  await bench.pass(500);
  expect(workspace.run.phase).toBe('empty');
  expect(workspace.doc.changes.length).toBeGreaterThan(2);
  expect(workspace.doc.canUndo).toBe(true);
});

test('a success message disappears, a warning stays until it is closed', async () => {
  const bench = await playing();
  const { notices } = bench.workspace;
  notices.done('Copied.');
  notices.warn('Not copied.');
  await bench.pass(10_000);
  expect(notices.list.map((n) => n.text)).toEqual(['Not copied.']);
});

test('a delayed write of a slider happens once', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(500);
  workspace.controls.turn(path.rtt, 30);
  await bench.pass(17);
  workspace.controls.turn(path.rtt, 40);
  workspace.transport.restart();
  const written = workspace.doc.changes;
  expect(written.map((change) => change.to)).toEqual([30, 40]);
  await bench.pass(1000);
  expect(workspace.doc.changes).toEqual(written);
});

test('a held key that repeats starts one burst', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(500);
  workspace.bursts.press();
  workspace.bursts.press();
  workspace.bursts.release();
  workspace.bursts.release();
  await bench.pass(1000);
  expect(workspace.doc.changes.map((change) => change.set)).toEqual([path.burst]);
  expect(workspace.bursts.isHeld).toBe(false);
});

test('a paused run is at the time of its link, with the last change', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(333);
  workspace.run.pause();
  await bench.pass(300);
  const { doneS } = workspace.run;
  expect(Math.round(doneS * 1000) / 1000).toBe(doneS);
  expect(workspace.run.report?.nowS).toBe(doneS);
  expect(workspace.run.frontierS).toBeGreaterThan(doneS);
});

test('a new seed keeps timeline and playhead, and is part of the link', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(500);
  workspace.controls.set(path.rate, 5);
  await bench.pass(500);
  await paused(bench);
  const { doneS } = workspace.run;
  const { digests } = bench;
  workspace.editor.reseed(Number.MAX_SAFE_INTEGER);
  await bench.pass(500);
  expect(workspace.run.doneS).toBe(doneS);
  expect(workspace.doc.changes).toMatchObject([{ set: path.rate, to: 5 }]);
  expect(await replayed(bench)).toEqual(bench.digests);
  workspace.editor.undo();
  await bench.pass(500);
  expect(workspace.doc.base.seed).toBeUndefined();
  expect(bench.digests).toEqual(digests);
});

test('a link restores the playhead, the visible time and the axis', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(3000);
  await paused(bench);
  workspace.display.span = 'all';
  workspace.display.setScale('queue-delay', 'linear', ['log', 'linear']);
  workspace.display.views = ['utilization', 'queue-delay'];
  workspace.display.scope = 'run';
  workspace.run.seek(1.5);
  const link = await workspace.link();
  const other = await new Bench(PLAIN, { hash: link }).opened();
  await other.rested();
  const { run, display } = other.workspace;
  expect([run.nowS, run.doneS]).toEqual([1.5, workspace.run.doneS]);
  expect([display.span, display.scope]).toEqual(['all', 'run']);
  expect(display.scaleOf('queue-delay', ['log', 'linear'])).toBe('linear');
  expect(display.views).toEqual(['utilization', 'queue-delay']);
});

test('a link and a reload restore the chosen window and interval', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(3000);
  await paused(bench);
  workspace.display.fix({ fromS: 0.5, toS: 2.345 }, 60);
  workspace.display.interval = { fromS: 1.25, toS: 2 };
  const other = await new Bench(PLAIN, { hash: await workspace.link() }).opened();
  await other.rested();
  const again = await bench.reloaded();
  await again.rested();
  for (const { display, run } of [other.workspace, again.workspace]) {
    expect(display.window(run.nowS, 60, run.doneS)).toEqual([0.5, 2.345]);
    expect([display.span, display.interval]).toEqual([30, { fromS: 1.25, toS: 2 }]);
    // The numbers are those of the interval.
    expect([run.report?.fromS, run.report?.toS]).toEqual([1.25, 2]);
  }
  // Without both, a link is as short as before.
  workspace.display.follow(30);
  workspace.display.interval = undefined;
  const plain = await new Bench(PLAIN, { hash: await workspace.link() }).opened();
  await plain.rested();
  expect(plain.workspace.display.fixed).toBeUndefined();
  expect(plain.workspace.display.interval).toBeUndefined();
});

test('an interval that the run has not reached has no numbers', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(3000);
  await paused(bench);
  const { display, run } = workspace;
  expect(workspace.numbersOf(0)).toBe(run.report?.lanes[0].window);
  const choose = async (fromS: number, toS: number): Promise<void> => {
    display.interval = { fromS, toS };
    run.refreshReport();
    await bench.settle();
  };
  await choose(1, 2);
  expect(workspace.numbersOf(0)).toBe(run.report?.lanes[0].window);
  await choose(30, 40);
  expect(workspace.numbersOf(0)).toBeUndefined();
  display.scope = 'run';
  expect(workspace.numbersOf(0)).toBe(run.report?.lanes[0].whole);
});

test('a link with an unknown view shows the others, and a message', async () => {
  const { workspace } = await playing();
  workspace.display.views = ['views-of-the-future', 'utilization'];
  const other = await new Bench(PLAIN, { hash: await workspace.link() }).opened();
  await other.rested();
  const { display, notices } = other.workspace;
  expect(display.views).toEqual(['utilization']);
  expect(notices.list.map((n) => n.text).join()).toContain('a plot that this version does not');
  workspace.display.views = ['views-of-the-future'];
  const none = await new Bench(PLAIN, { hash: await workspace.link() }).opened();
  await none.rested();
  expect(none.workspace.display.views).toBeUndefined();
});

test("a link opens with the numbers of its sender's window", async () => {
  const bench = await playing();
  const { workspace } = bench;
  workspace.display.span = 10;
  await bench.pass(14000);
  await paused(bench);
  workspace.run.seek(workspace.run.nowS - 1);
  await bench.settle();
  const link = await workspace.link();
  const other = await new Bench(PLAIN, { hash: link }).opened();
  await other.rested();
  const { fromS, toS } = workspace.run.report!;
  expect(fromS).toBeCloseTo(workspace.run.doneS - 10, 6);
  expect(other.workspace.run.report).toMatchObject({ fromS, toS });
});

test('the address bar follows a playing run, unless it has another link', async () => {
  const bench = await playing();
  const { workspace } = bench;
  workspace.controls.set(path.rate, 5);
  await bench.pass(1000);
  await eventually(() => expect(bench.hash).not.toBe(''));
  const early = bench.hash;
  await bench.pass(2000);
  workspace.bar.keepUp();
  await eventually(() => expect(bench.hash).not.toBe(early));
  bench.hash = '#v1.pasted';
  workspace.bar.keepUp();
  await bench.settle();
  expect(bench.hash).toBe('#v1.pasted');
});

test('a burst held while the run is paused has the set length', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(500);
  await paused(bench);
  workspace.bursts.press();
  await bench.pass(400);
  workspace.bursts.release();
  expect(workspace.doc.changes).toMatchObject([
    { set: path.burst, to: { durationS: workspace.display.burstS } },
  ]);
  expect(workspace.bursts.isHeld).toBe(false);
});

test('a refused change keeps the change that it would have replaced', async () => {
  const bench = await playing();
  const { workspace } = bench;
  await bench.pass(500);
  await paused(bench);
  workspace.controls.set(path.rate, 5);
  await bench.pass(500);
  const { changes } = workspace.doc;
  workspace.controls.set(path.rate, 'nonsense');
  await bench.pass(500);
  expect(workspace.doc.changes).toEqual(changes);
  expect(workspace.doc.canRedo).toBe(false);
  expect(workspace.notices.list).toHaveLength(1);
  expect(workspace.current.link.rateMbps).toBe(5);
  workspace.run.play();
  await bench.pass(500);
  await paused(bench);
  expect(await replayed(bench)).toEqual(bench.digests);
});

test('a value set and restored while paused leaves no change, and no step of undo within one gesture', async () => {
  const bench = await playing();
  const { workspace } = bench;
  const { doc } = workspace;
  await bench.pass(500);
  await paused(bench);
  for (const mbps of [8, 6, 8, 10]) {
    workspace.controls.turn(path.rate, mbps);
    await bench.pass(300);
  }
  workspace.controls.set(path.rate, 10);
  await bench.pass(300);
  expect([doc.changes, doc.canUndo]).toEqual([[], false]);
  // Two gestures: another unit of the buffer, and back. A parameter that is not set has its default.
  const { buffer } = workspace.current.link;
  workspace.controls.set(path.buffer, { ms: 40 });
  workspace.controls.set(path.buffer, buffer);
  workspace.controls.set(path.parameter(1, 'targetMs'), 7, 5);
  workspace.controls.set(path.parameter(1, 'targetMs'), 5, 5);
  await bench.pass(300);
  expect(doc.changes).toEqual([]);
  workspace.run.play();
  await bench.pass(500);
  await paused(bench);
  expect(await replayed(bench)).toEqual(bench.digests);
});

test('a quick movement of a slider and back leaves no change, a slow one does', async () => {
  const bench = await playing();
  const { workspace } = bench;
  const move = async (gapMs: number): Promise<void> => {
    for (const mbps of [9, 5, 9, 10]) {
      workspace.controls.turn(path.rate, mbps);
      await bench.pass(gapMs);
    }
    workspace.controls.set(path.rate, 10);
    await bench.pass(300);
  };
  await bench.pass(500);
  await move(100);
  expect(workspace.doc.changes).toEqual([]);
  expect(workspace.doc.canUndo).toBe(false);
  await move(300);
  expect(workspace.doc.changes.map((c) => c.to)).toEqual([9, 5, 9, 10]);
  await paused(bench);
  expect(await replayed(bench)).toEqual(bench.digests);
});
