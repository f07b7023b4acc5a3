import { expect, test } from 'vitest';
import { path, type Scenario } from '../document/scenario';
import { decodeLink } from './read-link';
import { ABOUT_WORDS, modifiedTitle, TITLE_CHARS } from './origin.svelte';
import { Bench, eventually, PLAIN } from './testing';

const PRESET: Scenario = { ...PLAIN, title: 'Preset', about: 'Shows a queue.' };

async function linked(bench: Bench): Promise<Record<string, unknown>> {
  await bench.pass(1000);
  await eventually(() => expect(bench.workspace.bar.settled).toBe(true));
  const link = await decodeLink(bench.hash);
  if (!link.ok) throw new Error(link.message);
  return link.shared.scenario;
}

test('a preset is modified by its first change, and again as it was after undo', async () => {
  const bench = await new Bench(PRESET).opened();
  const { controls, editor, opener, origin, doc } = bench.workspace;
  await bench.pass(500);
  expect(origin.isModified).toBe(false);
  controls.set(path.rate, 5);
  expect(origin.isModified).toBe(true);
  editor.undo();
  expect(origin.isModified).toBe(false);
  controls.set(path.rate, 5);
  opener.reset();
  expect(origin.isModified).toBe(false);
  editor.undo();
  expect(doc.changes).toHaveLength(1);
});

test('a modified preset has a title of its own in links and files', async () => {
  const bench = await new Bench(PRESET).opened();
  const { controls, doc, editor, origin } = bench.workspace;
  await bench.pass(500);
  expect((await linked(bench))['title']).toBe('Preset');
  controls.set(path.rate, 5);
  const { title, about } = await linked(bench);
  expect([title, about]).toEqual(['Preset, modified', undefined]);
  expect(origin.shared.title).toBe('Preset, modified');
  expect(doc.base.title).toBe('Preset');

  const other = await new Bench(PLAIN, { hash: bench.hash }).opened();
  other.workspace.controls.set(path.rate, 3);
  expect(other.workspace.origin.isModified).toBe(true);
  expect(other.workspace.origin.shared.title).toBe('Preset, modified');

  editor.describe('Mine', 'My own words.');
  expect(await linked(bench)).toMatchObject({ title: 'Mine', about: 'My own words.' });
  const mine = await new Bench(PLAIN, { hash: bench.hash }).opened();
  expect(mine.workspace.doc.base.about).toBe('My own words.');
  expect(await linked(mine)).toMatchObject({ about: 'My own words.' });
  editor.undo();
  expect(doc.base).toMatchObject({ title: 'Preset', about: 'Shows a queue.' });
});

test('a title keeps within the limit', () => {
  expect(modifiedTitle('x'.repeat(TITLE_CHARS))).toHaveLength(TITLE_CHARS);
  expect(modifiedTitle(modifiedTitle('Plain'))).toBe('Plain, modified');
  expect(ABOUT_WORDS).toBe(60);
});

test('after a reload a modified preset is still modified, and returns to the preset', async () => {
  const bench = await new Bench(PRESET).opened();
  await bench.pass(500);
  bench.workspace.controls.set(path.rate, 5);
  await linked(bench);
  const { origin, opener, doc } = (await bench.reloaded()).workspace;
  expect(origin.isModified).toBe(true);
  expect(origin.source).toBe('preset');
  opener.reset();
  expect(doc.base.title).toBe('Preset');
  expect(doc.changes).toEqual([]);
});

test('my link: a new scenario is paused, and what is set is in force from zero', async () => {
  const bench = await new Bench(PRESET).opened();
  const { controls, doc, opener, origin, run } = bench.workspace;
  await bench.pass(500);
  controls.set(path.rtt, 90);
  await linked(bench);
  const former = bench.hash;
  // In another section Live is hidden, and its run is held.
  run.setHidden(true);
  opener.openNew({ ...PLAIN, title: 'My link' });
  run.setHidden(false);
  await bench.settle();
  expect([run.phase, run.nowS]).toEqual(['paused', 0]);
  controls.set(path.rate, 50);
  controls.set(path.rtt, 30);
  await bench.settle();
  expect(doc.changes).toEqual([]);
  expect(origin.isModified).toBe(false);
  expect(await linked(bench)).toMatchObject({
    title: 'My link',
    link: { rateMbps: 50, rttMs: 30 },
  });
  run.play();
  await bench.pass(500);
  run.pause();
  await bench.settle();
  expect(run.nowS).toBeGreaterThan(0.3);
  // The digest of the fake simulator lists the changes.
  expect(bench.digests[0]).toContain('[]');
  const back = bench.history.at(-1)!;
  expect((await decodeLink(back)).ok && (await decodeLink(former)).ok).toBe(true);
  bench.hash = back;
  await bench.whenDone(opener.hashChanged());
  expect(doc.base.title).toBe('Preset, modified');
  expect(doc.changes).toMatchObject([{ set: path.rtt, to: 90 }]);
});

test('a link to a modified preset names the preset, and one without changes too', async () => {
  const bench = await new Bench(PLAIN).opened();
  const { controls, opener, origin } = bench.workspace;
  opener.openPreset('a-preset', PRESET);
  await bench.pass(500);
  await linked(bench);
  const plain = bench.hash;
  controls.set(path.rate, 5);
  await linked(bench);
  expect(origin.sharedPreset).toEqual({ id: 'a-preset', wasModified: true });

  const other = await new Bench(PLAIN, { hash: bench.hash }).opened();
  expect(other.workspace.origin.source).toBe('link');
  expect(other.workspace.origin.preset).toEqual({ id: 'a-preset', wasModified: true });
  // It stays modified in the links of the other page, and after a reload.
  other.workspace.controls.set(path.rate, 3);
  await linked(other);
  const again = await other.reloaded();
  expect(again.workspace.origin.preset).toEqual({ id: 'a-preset', wasModified: true });

  const same = await new Bench(PLAIN, { hash: plain }).opened();
  expect(same.workspace.origin.preset).toEqual({ id: 'a-preset', wasModified: false });
  expect(same.workspace.origin.isModified).toBe(false);
});

test('the link of an attempt at a challenge keeps the title and the text of the task', async () => {
  const challenge: Scenario = {
    ...PRESET,
    goals: [{ measure: 'utilization', atLeast: 0.9 }],
    free: [{ set: path.rate, min: 1, max: 50 }],
  };
  const bench = await new Bench(challenge).opened();
  await bench.pass(500);
  bench.workspace.controls.set(path.rate, 5);
  expect(bench.workspace.origin.isModified).toBe(true);
  expect(await linked(bench)).toMatchObject({ title: 'Preset', about: 'Shows a queue.' });
});
