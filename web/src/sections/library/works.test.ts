import { expect, test } from 'vitest';
import { TITLE_CHARS } from '../../core/state/origin.svelte';
import { placeOf } from './storage';
import { draftOf, FakeStorage, full, newId, tabOf } from './testing';
import { asWork, nameOf, type Work } from './work';

const names = (works: readonly Work[]): string[] => works.map(nameOf);

test('works are kept, and found again by another tab, the latest first', async () => {
  const storage = new FakeStorage();
  const works = tabOf(storage);
  const first = await works.keep(draftOf('One'), newId());
  await works.keep(draftOf('Two'), newId());
  await works.keep(draftOf('One', 20), first.id, first);
  const other = tabOf(storage);
  await other.load();
  expect(names(other.list)).toEqual(['One', 'Two']);
  expect(other.list[0]).toMatchObject({ id: first.id, revision: 2 });
});

test('of two tabs with the same work, the second one gets a work of its own', async () => {
  const storage = new FakeStorage();
  const [a, b] = [tabOf(storage), tabOf(storage)];
  const opened = await a.keep(draftOf('Shared'), newId());
  await b.load();
  const atA = await a.keep(draftOf('Shared', 20), opened.id, opened);
  const atB = await b.keep(draftOf('Shared', 30), opened.id, b.find(opened.id));
  expect(atA.id).toBe(opened.id);
  expect(atB.id).not.toBe(opened.id);
  // Each goes on with its own.
  await a.keep(draftOf('Shared', 21), atA.id, atA);
  await b.keep(draftOf('Shared', 31), atB.id, atB);
  const rates = storage.works.map(
    ({ scenario }) => (JSON.parse(scenario) as { link: { rateMbps: number } }).link.rateMbps,
  );
  expect(rates.sort()).toEqual([21, 31]);
  expect(b.list).toHaveLength(2);
});

test('a new picture does not change the time of a work', async () => {
  const works = tabOf(new FakeStorage());
  const work = await works.keep(draftOf('One'), newId());
  const again = await works.keep({ ...draftOf('One'), picture: ['yy', '00'] }, work.id, work);
  expect(again.changedMs).toBe(work.changedMs);
  expect(again.picture).toEqual(['yy', '00']);
});

test('a work can be renamed, duplicated, deleted and restored', async () => {
  const storage = new FakeStorage();
  const works = tabOf(storage);
  const work = await works.keep(draftOf('One'), newId());
  await works.rename(work, '  A new name ');
  expect(names(storage.works)).toEqual(['A new name']);
  const copy = await works.duplicate(works.find(work.id)!);
  expect(names(works.list)).toEqual(['A new name, copy', 'A new name']);
  await works.remove(works.find(work.id)!);
  expect(names(storage.works)).toEqual(['A new name, copy']);
  await works.remove(copy);
  expect(storage.works).toEqual([]);
  // The last one first.
  expect(nameOf((await works.restore())!)).toBe('A new name, copy');
  expect(nameOf((await works.restore())!)).toBe('A new name');
  expect(await works.restore()).toBeUndefined();
  expect(names(works.list)).toEqual(['A new name, copy', 'A new name']);
  expect(storage.works).toHaveLength(2);
});

test('a rename keeps what another tab has changed meanwhile', async () => {
  const storage = new FakeStorage();
  const [a, b] = [tabOf(storage), tabOf(storage)];
  const work = await a.keep(draftOf('One'), newId());
  await b.load();
  await a.keep(draftOf('One', 77), work.id, work);
  await b.rename(b.find(work.id)!, 'Two');
  expect(storage.works).toHaveLength(1);
  expect(nameOf(storage.works[0])).toBe('Two');
  expect(storage.works[0].scenario).toContain('"rateMbps":77');
});

test('the copy of a work with a long name has a name that the format accepts', async () => {
  const works = tabOf(new FakeStorage());
  const work = await works.keep(draftOf('x'.repeat(TITLE_CHARS)), newId());
  expect(nameOf(await works.duplicate(work))).toHaveLength(TITLE_CHARS);
});

test('a full storage is reported; the works stay, and are kept once there is room', async () => {
  const storage = new FakeStorage();
  const works = tabOf(storage);
  const first = await works.keep(draftOf('First'), newId());
  storage.failure = full();
  const second = await works.keep(draftOf('Second'), newId());
  const again = await works.keep(draftOf('First', 20), first.id, first);
  expect(works.problem).toBe('its storage is full');
  expect(names(works.list)).toEqual(['First', 'Second']);
  expect([works.isKept(second), works.isKept(again)]).toEqual([false, false]);
  // What other tabs keep does not hide what this one could not keep. A full storage can be read.
  storage.failure = undefined;
  await works.load();
  expect(works.list).toHaveLength(2);
  expect(works.problem).toBe('its storage is full');
  expect(works.isKept(second)).toBe(false);

  await works.keep(draftOf('Third'), newId());
  expect(works.problem).toBeUndefined();
  expect(names(storage.works).sort()).toEqual(['First', 'Second', 'Third']);
  expect(storage.works.find(({ id }) => id === first.id)!.scenario).toContain('"rateMbps":20');
  expect(works.list.every((work) => works.isKept(work))).toBe(true);
});

test('a refused storage is reported with its reason', async () => {
  const storage = new FakeStorage();
  storage.failure = new Error('not allowed here');
  const works = tabOf(storage);
  await works.load();
  expect(works.problem).toBe('its storage refuses (not allowed here)');
  await works.keep(draftOf('One'), newId());
  expect(names(works.list)).toEqual(['One']);
});

test('what is kept while the page is left takes its place at the next load', async () => {
  const storage = new FakeStorage();
  const works = tabOf(storage);
  const work = await works.keep(draftOf('One'), newId());
  works.keepLast(draftOf('One', 99), work.id, work);
  works.keepLast(draftOf('Fresh'), newId());
  const other = tabOf(storage);
  await other.load();
  expect(names(other.list).sort()).toEqual(['Fresh', 'One']);
  expect(other.find(work.id)!.scenario).toContain('"rateMbps":99');
});

test('a last state overwrites nothing that another tab has kept', () => {
  const work = (rateMbps: number, revision: number): Work => ({
    ...draftOf('One', rateMbps),
    id: 'a',
    changedMs: 1,
    revision,
  });
  const place = (last: Work, kept?: Work): Work | undefined =>
    placeOf(
      last,
      () => kept,
      () => 'new',
    );
  expect(place(work(20, 3), work(10, 2))).toEqual(work(20, 3));
  expect(place(work(20, 3))).toEqual(work(20, 3));
  expect(place(work(20, 3), work(30, 3))).toEqual({ ...work(20, 1), id: 'new' });
  expect(place(work(20, 3), work(20, 3))).toBeUndefined();
  expect(
    placeOf(
      undefined,
      () => undefined,
      () => 'new',
    ),
  ).toBeUndefined();
});

test('only what is a work is read from the storage', async () => {
  const storage = new FakeStorage();
  const good: Work = { ...draftOf('Good'), id: 'a', changedMs: 1, revision: 1 };
  storage.kept.set('a', good);
  const wrong: readonly unknown[] = [
    null,
    7,
    {},
    { ...good, scenario: '{' },
    { ...good, scenario: '[]' },
    { ...good, scenario: '{"queues":[],"traffic":{},"link":{}}' },
    { ...good, picture: ['<'] },
    { ...good, revision: 'x' },
    { ...good, changedMs: NaN },
  ];
  wrong.forEach((value, i) => storage.kept.set(`wrong${i}`, value));
  for (const value of wrong) expect(asWork(value), JSON.stringify(value)).toBeUndefined();
  const works = tabOf(storage);
  await works.load();
  expect(names(works.list)).toEqual(['Good']);
  // What is not understood is not deleted.
  expect(storage.kept.size).toBe(1 + wrong.length);
});
