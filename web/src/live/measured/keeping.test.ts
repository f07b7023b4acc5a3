import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import type { Scenario } from '../../core/document/scenario';
import { path } from '../../core/document/scenario';
import { Bench, PLAIN } from '../../core/state/testing';
import type { KeptRun } from './kept-run';
import { Measured } from './measured.svelte';
import { displaced, MOST_KEPT, MOST_KEPT_MIB } from './storage';
import { CSV, FLENT, MAHIMAHI, REPORT } from './testing/examples';
import { aroundOf, FakeStorage, fileOf, full } from './testing/storage';

const OTHER: Scenario = { ...PLAIN, title: 'Other', link: { ...PLAIN.link, rttMs: 77 } };

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A tab of the browser. */
class Tab {
  readonly bench: Bench;
  readonly measured: Measured;

  private constructor(bench: Bench, storage: FakeStorage) {
    this.bench = bench;
    this.measured = new Measured(bench.workspace, aroundOf(storage));
    stops.push(this.measured.keeping.watch());
  }

  static async open(storage: FakeStorage, bench?: Bench): Promise<Tab> {
    const tab = new Tab(bench ?? (await new Bench(PLAIN).opened()), storage);
    await tab.settle();
    return tab;
  }

  /** The same tab after a reload. */
  async reloaded(storage: FakeStorage): Promise<Tab> {
    this.measured.keeping.leave();
    return Tab.open(storage, await this.bench.reloaded());
  }

  async settle(): Promise<void> {
    for (let i = 0; i < 3; i++) {
      flushSync();
      await this.bench.whenDone(this.measured.keeping.flush());
    }
  }

  async drop(name: string, text: string): Promise<void> {
    await this.measured.take([fileOf(name, text)]);
    const { table } = this.measured;
    if (table) expect(this.measured.choose(table.table.guess)).toBeUndefined();
    await this.settle();
  }

  async show(scenario: Scenario): Promise<void> {
    this.bench.workspace.opener.openPreset('other', scenario);
    await this.settle();
  }

  get names(): readonly string[] {
    return this.measured.runs.map(({ name }) => name);
  }

  get notices(): readonly string[] {
    return this.bench.workspace.notices.list.map(({ text }) => text);
  }

  act(): void {
    this.bench.workspace.notices.list.at(-1)?.action?.act();
  }
}

test('after a reload a run is back with its file, columns, shift and scale', async () => {
  const storage = new FakeStorage();
  const tab = await Tab.open(storage);
  await tab.drop('a.csv', CSV);
  await tab.drop('b.flent', FLENT);
  const [csv, flent] = tab.measured.runs;
  csv.startAt(1.25);
  csv.factor = 2;
  flent.choose('delay', flent.candidates('delay').at(-1)!);
  flent.baseMs = 39;
  // Nothing of it is in the address or in what the tab keeps.
  const link = await tab.bench.workspace.link();
  const back = await tab.reloaded(storage);
  expect(back.names).toEqual(['a.csv', 'b.flent']);
  expect(back.measured.runs.map(({ settings, place }) => [settings, place])).toEqual([
    [csv.settings, 0],
    [flent.settings, 1],
  ]);
  expect(back.measured.runs.map((run) => run.series)).toEqual([csv.series, flent.series]);
  expect(await back.bench.workspace.link()).toBe(link);
  // The file of the table is kept compressed if that is smaller.
  expect(storage.kept.map(({ bytes }) => bytes)[1]).toBeLessThan(FLENT.length);

  back.measured.remove(back.measured.runs[0]);
  await back.settle();
  expect([storage.runs.size, storage.files.size]).toEqual([1, 1]);
  expect((await back.reloaded(storage)).names).toEqual(['b.flent']);
});

test('a run belongs to its scenario: another one is shown without it, and can have it, too', async () => {
  const storage = new FakeStorage();
  const tab = await Tab.open(storage);
  await tab.drop('a', MAHIMAHI);
  tab.measured.runs[0].startAt(2);
  await tab.show(OTHER);
  expect(tab.names).toEqual([]);
  expect(tab.notices).toEqual(['a belongs to the former scenario, and comes back with it.']);
  await tab.show(PLAIN);
  expect(tab.names).toEqual(['a']);
  expect(tab.measured.runs[0].shiftS).toBe(2);

  await tab.show(OTHER);
  tab.act();
  await tab.settle();
  expect(tab.names).toEqual(['a']);
  tab.measured.runs[0].startAt(3);
  await tab.settle();
  // Also in another tab; each scenario has its own settings.
  const second = await Tab.open(storage);
  expect(second.measured.runs.map(({ shiftS }) => shiftS)).toEqual([2]);
  await second.show(OTHER);
  expect(second.measured.runs.map(({ shiftS }) => shiftS)).toEqual([3]);
});

test('a run follows the changes of its scenario', async () => {
  const storage = new FakeStorage();
  const tab = await Tab.open(storage);
  await tab.drop('a', MAHIMAHI);
  const { workspace } = tab.bench;
  workspace.controls.setAll([{ set: path.rate, to: 33 }]);
  await tab.settle();
  // The library keeps the changed scenario under a name.
  workspace.origin.kept = 'mine';
  await tab.settle();
  expect(storage.kept.map(({ scenario }) => scenario)).toEqual(['mine']);
  expect((await tab.reloaded(storage)).names).toEqual(['a']);
  // Opened from the library it has the run; its preset has not, but the link to the changed scenario has.
  const next = await Tab.open(storage);
  expect(next.names).toEqual([]);
  const hash = await workspace.link();
  await next.bench.whenDone(next.bench.workspace.opener.openLink(hash));
  await next.settle();
  expect(next.names).toEqual(['a']);
  await next.show(OTHER);
  const kept = next.bench.workspace.opener.openKept(
    JSON.stringify({ ...PLAIN, title: 'Mine' }),
    '',
    'mine',
    () => Promise.resolve(),
  );
  expect(await next.bench.whenDone(kept)).toEqual([]);
  await next.settle();
  expect(next.names).toEqual(['a']);
});

test('a browser that keeps nothing says so once, and the run stays in its tab', async () => {
  const storage = new FakeStorage();
  storage.failure = full();
  const tab = await Tab.open(storage);
  await tab.drop('a', MAHIMAHI);
  expect(tab.notices).toContain(
    'a stays here until this tab is closed or reloaded. This browser cannot keep it: its storage is full.',
  );
  const { length } = tab.notices;
  tab.measured.runs[0].startAt(4);
  await tab.settle();
  expect(tab.notices).toHaveLength(length);
  await tab.show(OTHER);
  await tab.show(PLAIN);
  expect(tab.measured.runs.map(({ name, shiftS }) => [name, shiftS])).toEqual([['a', 4]]);
  tab.measured.remove(tab.measured.runs[0]);
  await tab.settle();
  expect((await tab.reloaded(storage)).names).toEqual([]);
});

test('a run that another tab has removed does not come back', async () => {
  const storage = new FakeStorage();
  const tab = await Tab.open(storage);
  await tab.drop('a', MAHIMAHI);
  const other = await Tab.open(storage);
  other.measured.remove(other.measured.runs[0]);
  await other.settle();
  tab.measured.runs[0].startAt(1);
  await tab.settle();
  const back = await tab.reloaded(storage);
  expect([back.names, back.notices, storage.runs.size]).toEqual([[], [], 0]);
});

test('damaged values are named, can be removed, and change nothing else', async () => {
  const storage = new FakeStorage();
  const tab = await Tab.open(storage);
  await tab.drop('good', REPORT);
  await tab.drop('a.csv', CSV);
  const [good, table] = storage.kept;
  const damage: Record<string, () => void> = {
    'A measured run that this browser keeps is damaged, and not drawn.': () =>
      storage.runs.set(table.id, { ...table, bytes: 'many' }),
    'a.csv, which this browser keeps, is not drawn. The compressed file is damaged.': () =>
      storage.files.set(table.id, Uint8Array.of(0x1f, 0x8b, 1, 2, 3)),
    'a.csv, which this browser keeps, is not drawn. Its columns were not chosen.': () =>
      storage.runs.set(table.id, { ...table, choice: undefined }),
    'a.csv, which this browser keeps, is not drawn. The table has 4 columns, fewer than the chosen one.':
      () => storage.runs.set(table.id, { ...table, choice: { ...table.choice!, value: 400 } }),
    'The kept settings of a.csv are damaged. Check its start, its base RTT and its factor.': () =>
      storage.runs.set(table.id, { ...table, settings: { shiftS: NaN, chosen: { delay: -1 } } }),
  };
  const [runs, files] = [new Map(storage.runs), new Map(storage.files)];
  for (const [notice, act] of Object.entries(damage)) {
    for (const [key, run] of runs) storage.runs.set(key, run);
    for (const [key, file] of files) storage.files.set(key, file);
    act();
    const back = await Tab.open(storage);
    expect(back.notices, notice).toEqual([notice]);
    expect(back.names).toContain('good');
    back.act();
    await back.settle();
    if (!back.names.includes('a.csv')) expect([...storage.runs.keys()]).toEqual([good.id]);
  }
  const values = [null, 1, 'x', [], {}, { ...good, place: 7 }, { ...good, name: 'x'.repeat(1e5) }];
  storage.runs.clear();
  values.forEach((value, i) => storage.runs.set(`${i}`, value));
  const last = await Tab.open(storage);
  expect(last.notices).toEqual([
    '7 measured runs that this browser keeps are damaged, and not drawn.',
  ]);
  last.act();
  await last.settle();
  expect([last.names, storage.runs.size]).toEqual([[], 0]);
});

test('the oldest runs make room for a new one', () => {
  const mib = 1024 * 1024;
  const run = (addedMs: number, bytes = 1): KeptRun =>
    ({ id: `${addedMs}`, addedMs, bytes }) as KeptRun;
  const ids = (runs: readonly KeptRun[]): readonly string[] => runs.map(({ id }) => id);
  expect(displaced([], 1)).toEqual([]);
  const many = Array.from({ length: MOST_KEPT }, (_, i) => run(MOST_KEPT - i));
  expect(ids(displaced(many, 1))).toEqual(['1']);
  expect(displaced(many.slice(1), 1)).toEqual([]);
  const large = [run(3, 60 * mib), run(1, 30 * mib), run(2, 30 * mib)];
  expect(ids(displaced(large, (MOST_KEPT_MIB - 120) * mib))).toEqual([]);
  expect(ids(displaced(large, 9 * mib))).toEqual(['1']);
  expect(ids(displaced(large, 32 * mib))).toEqual(['1']);
  expect(ids(displaced(large, 100 * mib))).toEqual(['1', '2', '3']);
});
