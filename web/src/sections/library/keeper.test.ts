import { expect, test } from 'vitest';
import { newScenario } from '../../core/content/new-scenario';
import type { Scenario } from '../../core/document/scenario';
import { path } from '../../core/document/scenario';
import { Bench, PLAIN } from '../../core/state/testing';
import { Keeper } from './keeper.svelte';
import { FakeStorage, full, tabOf } from './testing';
import { contentOf, nameOf, type Work } from './work';
import type { Works } from './works.svelte';

/** A tab of the browser: a page, and what keeps its document. */
class Tab {
  readonly bench: Bench;
  readonly works: Works;
  readonly keeper: Keeper;
  #timers: (() => void)[] = [];

  private constructor(bench: Bench, storage: FakeStorage) {
    this.bench = bench;
    this.works = tabOf(storage);
    this.keeper = new Keeper(bench.workspace, this.works, (callback) => {
      this.#timers.push(callback);
      return () => (this.#timers = this.#timers.filter((one) => one !== callback));
    });
    this.keeper.watch();
  }

  static async open(storage: FakeStorage, bench = new Bench(PLAIN)): Promise<Tab> {
    const tab = new Tab(await bench.opened(), storage);
    await tab.works.load();
    await tab.settle();
    return tab;
  }

  /** Waits until everything is kept. */
  async settle(): Promise<void> {
    for (let i = 0; i < 3; i++) {
      await this.bench.settle();
      for (const timer of this.#timers.splice(0)) timer();
      // Links are packed outside of the test's control.
      await this.bench.whenDone(this.keeper.flush());
    }
  }

  async setRate(mbps: number): Promise<void> {
    this.bench.workspace.controls.setAll([{ set: path.rate, to: mbps }]);
    await this.settle();
  }

  async openWork(work: Work): Promise<void> {
    const { opener } = this.bench.workspace;
    const opening = opener.openKept(work.scenario, work.seen, work.id, () => Promise.resolve());
    expect(await this.bench.whenDone(opening)).toEqual([]);
    await this.settle();
  }

  get notices(): readonly string[] {
    return this.bench.workspace.notices.list.map(({ text }) => text);
  }
}

const rateOf = (work: Work | undefined): unknown => {
  const { link, changes = [] } = work ? contentOf(work)! : PLAIN;
  return changes.at(-1)?.to ?? link.rateMbps;
};

test('a preset that is only opened and played is not kept; its first change is', async () => {
  const storage = new FakeStorage();
  const tab = await Tab.open(storage);
  await tab.bench.pass(2000);
  tab.bench.workspace.run.pause();
  await tab.settle();
  await tab.keeper.flush();
  expect(storage.kept.size).toBe(0);

  await tab.setRate(20);
  expect(storage.works).toHaveLength(1);
  expect(nameOf(storage.works[0])).toBe('Plain, modified');
  expect(rateOf(storage.works[0])).toBe(20);
  expect(storage.works[0].picture).toHaveLength(2);
  expect(tab.bench.workspace.origin.kept).toBe(storage.works[0].id);

  // Later changes are kept in its place.
  await tab.setRate(30);
  expect(storage.works.map(rateOf)).toEqual([30]);
});

test('a new scenario is kept from its first change on', async () => {
  const storage = new FakeStorage();
  const tab = await Tab.open(storage);
  tab.bench.workspace.opener.openNew(newScenario);
  await tab.settle();
  expect(storage.kept.size).toBe(0);
  await tab.setRate(33);
  expect(storage.works.map(nameOf)).toEqual(['My link']);
});

test('what was built of a preset stays when the preset is restored', async () => {
  const storage = new FakeStorage();
  const tab = await Tab.open(storage);
  await tab.setRate(20);
  tab.bench.workspace.opener.reset();
  await tab.settle();
  expect(storage.works.map(rateOf)).toEqual([20]);
});

test('the last change before another scenario is opened is kept', async () => {
  const storage = new FakeStorage();
  const tab = await Tab.open(storage);
  const { workspace } = tab.bench;
  await tab.setRate(20);
  workspace.controls.setAll([{ set: path.rate, to: 25 }]);
  await tab.bench.settle();
  workspace.opener.openPreset('other', { ...PLAIN, title: 'Other' });
  await tab.settle();
  expect(storage.works.map(rateOf)).toEqual([25]);
  expect(workspace.origin.kept).toBeUndefined();
  // The next one is a work of its own.
  await tab.setRate(50);
  expect(storage.works.map(nameOf)).toEqual(['Plain, modified', 'Other, modified']);
});

test('an opened work goes on as it was, and follows a way back to its first state', async () => {
  const storage = new FakeStorage();
  const first = await Tab.open(storage);
  await first.bench.pass(3000);
  first.bench.workspace.run.pause();
  await first.setRate(20);
  await first.keeper.flush();

  const tab = await Tab.open(storage);
  await tab.openWork(tab.works.list[0]);
  const { doc, run, editor } = tab.bench.workspace;
  expect(doc.changes).toHaveLength(1);
  expect(run.doneS).toBeGreaterThan(2);
  expect(run.phase).toBe('paused');
  const [{ revision }] = storage.works;
  await tab.setRate(40);
  expect(storage.works).toHaveLength(1);
  expect(storage.works[0].revision).toBeGreaterThan(revision);
  expect(rateOf(storage.works[0])).toBe(40);
  editor.undo();
  await tab.settle();
  expect(storage.works.map(rateOf)).toEqual([20]);
});

test('of two tabs with the same work, each keeps its own', async () => {
  const storage = new FakeStorage();
  const first = await Tab.open(storage);
  await first.setRate(20);
  const [a, b] = [await Tab.open(storage), await Tab.open(storage)];
  for (const tab of [a, b]) await tab.openWork(tab.works.list[0]);
  await a.setRate(30);
  await b.setRate(40);
  await a.setRate(31);
  await b.setRate(41);
  expect(storage.works.map(rateOf).sort()).toEqual([31, 41]);
  expect(a.notices).toEqual([]);
  expect(b.notices.join()).toMatch(/Another tab has changed this scenario/);
});

test('a work that another tab has changed since it was opened is not overwritten', async () => {
  const storage = new FakeStorage();
  const first = await Tab.open(storage);
  await first.setRate(20);
  const second = await Tab.open(storage);
  await second.openWork(second.works.list[0]);
  await first.setRate(30);
  // The list is up to date, the open document is not.
  await second.works.load();
  await second.setRate(40);
  expect(storage.works.map(rateOf).sort()).toEqual([30, 40]);
});

test('after a reload the same work goes on', async () => {
  const storage = new FakeStorage();
  const tab = await Tab.open(storage);
  await tab.setRate(20);
  const again = await Tab.open(storage, await tab.bench.reloaded());
  await again.setRate(30);
  expect(storage.works.map(rateOf)).toEqual([30]);
});

test('the link to a kept scenario, opened again, goes on with it', async () => {
  const storage = new FakeStorage();
  const tab = await Tab.open(storage);
  await tab.setRate(20);
  const link = await tab.bench.workspace.link();
  const again = await Tab.open(storage, new Bench(PLAIN, { hash: link }));
  await again.setRate(30);
  expect(storage.works.map(rateOf)).toEqual([30]);
});

test('a change is kept while the page is left', async () => {
  const storage = new FakeStorage();
  const tab = await Tab.open(storage);
  await tab.setRate(20);
  tab.bench.workspace.controls.setAll([{ set: path.rate, to: 99 }]);
  tab.keeper.leave();
  // Nothing else of this page runs.
  const other = tabOf(storage);
  await other.load();
  expect(other.list.map(rateOf)).toEqual([99]);
});

test('a page that is left and comes back goes on with the same work', async () => {
  const storage = new FakeStorage();
  const tab = await Tab.open(storage);
  await tab.setRate(20);
  tab.bench.workspace.controls.setAll([{ set: path.rate, to: 99 }]);
  tab.keeper.leave();
  await tabOf(storage).load();
  await tab.settle();
  await tab.setRate(100);
  expect(storage.works.map(rateOf)).toEqual([100]);
  expect(tab.notices).toEqual([]);
});

test('a full storage is said once, and the open run goes on', async () => {
  const storage = new FakeStorage();
  const tab = await Tab.open(storage);
  storage.failure = full();
  await tab.setRate(20);
  await tab.setRate(30);
  expect(tab.notices).toEqual([
    'This browser cannot keep your scenario: its storage is full. It stays open here. Save it as a file, or copy the link.',
  ]);
  expect(tab.bench.workspace.current.link.rateMbps).toBe(30);
  expect(tab.works.list.map(rateOf)).toEqual([30]);
  storage.failure = undefined;
  await tab.setRate(40);
  expect(storage.works.map(rateOf)).toEqual([40]);
});

test('a deleted work is kept again with its next change, not with a pause', async () => {
  const storage = new FakeStorage();
  const tab = await Tab.open(storage);
  await tab.setRate(20);
  await tab.works.remove(tab.works.list[0]);
  await tab.bench.pass(1000);
  tab.bench.workspace.run.pause();
  await tab.settle();
  await tab.keeper.flush();
  expect(storage.works).toEqual([]);
  await tab.setRate(30);
  expect(storage.works.map(rateOf)).toEqual([30]);
});

test('a kept scenario that the simulator refuses opens nothing', async () => {
  const tab = await Tab.open(new FakeStorage());
  const { workspace } = tab.bench;
  const bad = JSON.stringify({ ...PLAIN, queues: [] } satisfies Scenario);
  const opening = workspace.opener.openKept(bad, '', 'a', () => Promise.resolve());
  expect((await tab.bench.whenDone(opening)).length).toBeGreaterThan(0);
  expect(workspace.doc.base.title).toBe('Plain');
});
