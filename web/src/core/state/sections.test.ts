import { expect, test } from 'vitest';
import { type History, Sections } from './sections.svelte';

/** A browser's history whose Back and Forward buttons the test presses. */
class FakeHistory implements History {
  readonly entries: { hash: string; state: unknown }[];
  at = 0;
  constructor(hash: string, state: unknown = null) {
    this.entries = [{ hash, state }];
  }
  hash = (): string => this.entries[this.at].hash;
  state = (): unknown => this.entries[this.at].state;
  push(hash: string, state: unknown): void {
    this.entries.splice(++this.at, Infinity, { hash, state });
  }
  replace(hash: string, state: unknown): void {
    this.entries[this.at] = { hash, state };
  }
  back(): void {
    this.at--;
  }
}

const NAMES = [{ name: 'papers' }, { name: 'sweep' }];
const RUN = '#v1.run';

test('a page opens in the section of its address', () => {
  for (const [hash, current, path] of [
    ['', 'live', ''],
    [RUN, 'live', ''],
    ['#papers', 'papers', ''],
    ['#papers/pan-2013-pie/13', 'papers', 'pan-2013-pie/13'],
    ['#papersandmore', 'live', ''],
    ['#sweep/%E0%A4', 'sweep', ''],
  ] as const) {
    const sections = new Sections(new FakeHistory(hash), NAMES);
    expect([sections.current, sections.path], hash).toEqual([current, path]);
  }
});

test('the link to the run returns after a visit to another section', () => {
  const history = new FakeHistory(RUN);
  const sections = new Sections(history, NAMES);
  sections.go('papers');
  expect(history.hash()).toBe('#papers');
  expect(sections.address.read()).toBe(RUN);
  sections.go('live');
  expect(history.hash()).toBe(RUN);
  expect(history.entries).toHaveLength(3);
});

test('an address that the user has just entered is not overwritten before its event', () => {
  const history = new FakeHistory(RUN);
  const sections = new Sections(history, NAMES);
  history.push('#papers', null);
  sections.address.write('#v1.rested');
  expect(history.hash()).toBe('#papers');
  expect(sections.changed()).toBe(false);
  expect([sections.current, sections.address.read()]).toEqual(['papers', '#v1.rested']);
  history.push('#papers/other', null);
  sections.moveTo('mine');
  expect(history.hash()).toBe('#papers/other');
  sections.changed();
  expect(sections.path).toBe('other');
  sections.moveTo('mine');
  expect(history.hash()).toBe('#papers/mine');
  sections.go('live');
  history.push('#v1.other', null);
  expect(() => sections.address.write('#v1.rested')).toThrow();
  expect(history.hash()).toBe('#v1.other');
  expect(sections.changed()).toBe(true);
  sections.address.write('#v1.opened');
  expect(history.hash()).toBe('#v1.opened');
});

test('a link that the run writes later replaces the older one in the history', () => {
  const history = new FakeHistory(RUN);
  const sections = new Sections(history, NAMES);
  sections.go('papers');
  sections.address.write('#v1.rested');
  expect(history.hash()).toBe('#papers');
  history.at--;
  expect(sections.changed()).toBe(true);
  expect(sections.address.read()).toBe('#v1.rested');
  expect(history.hash()).toBe('#v1.rested');
});

test('a reload in another section keeps the link to the run', () => {
  const history = new FakeHistory(RUN);
  new Sections(history, NAMES).go('sweep', 'plan');
  const reloaded = new Sections(history, NAMES);
  expect([reloaded.current, reloaded.path]).toEqual(['sweep', 'plan']);
  expect(reloaded.address.read()).toBe(RUN);
});

test('an experiment that was opened from a section has a way back until another one is opened', () => {
  const history = new FakeHistory(RUN);
  const sections = new Sections(history, NAMES);
  const back = { hash: '#papers/a/1b', label: 'Table 1b' };
  sections.go('papers', 'a/1b');
  sections.goLive(back);
  sections.address.write('#v1.cell');
  expect(sections.back).toEqual(back);
  sections.address.write('#v1.other', true);
  expect(sections.back).toBeUndefined();
  history.at--;
  sections.changed();
  expect(sections.back).toEqual(back);
});

test('the navigation leads to the latest path of a section', () => {
  const sections = new Sections(new FakeHistory('#papers/a'), NAMES);
  sections.moveTo('a/1b');
  sections.go('sweep');
  expect(sections.hashOf('papers')).toBe('#papers/a/1b');
});

test('another section takes the place of one without a step in the history', async () => {
  const history = new FakeHistory(RUN);
  const sections = new Sections(history, NAMES);
  sections.go('papers', 'a');
  sections.moveTo('', 'sweep');
  expect([sections.current, history.hash(), history.at]).toEqual(['sweep', '#sweep', 1]);
  const left = sections.leave();
  sections.changed();
  await left;
  expect([sections.current, history.hash()]).toEqual(['live', RUN]);
});

test('a section that was opened from Live is left by a step back', async () => {
  const history = new FakeHistory(RUN);
  const sections = new Sections(history, NAMES);
  sections.go('papers');
  sections.moveTo('a/1b');
  sections.address.write('#v1.rested');
  const left = sections.leave();
  expect(history.at).toBe(0);
  // The browser reports the step later.
  expect(sections.changed()).toBe(true);
  await left;
  expect(history.hash()).toBe('#v1.rested');
  expect(sections.current).toBe('live');
});

test('a section whose address was opened leads to Live by a new entry', async () => {
  const history = new FakeHistory('#papers');
  const sections = new Sections(history, NAMES);
  await sections.leave();
  expect([history.at, sections.current]).toEqual([1, 'live']);
  sections.go('papers');
  sections.go('sweep');
  await sections.leave();
  expect([history.at, sections.current]).toEqual([4, 'live']);
});

test('after a reload in a section, the step back leads to the latest link', async () => {
  const history = new FakeHistory(RUN);
  const sections = new Sections(history, NAMES);
  sections.go('papers');
  sections.address.write('#v1.rested');
  const reloaded = new Sections(history, NAMES);
  const left = reloaded.leave();
  reloaded.changed();
  await left;
  expect(history.at).toBe(0);
  expect(reloaded.address.read()).toBe('#v1.rested');
});
