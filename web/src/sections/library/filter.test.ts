import { expect, test } from 'vitest';
import { ALL, type Filter, filterAt, filtered, isAll, pathOf } from './filter';
import { KINDS, PRESETS } from './presets';
import { EFFECTS } from './effects';

test('both kinds of filters and the search must fit', () => {
  const shown = filtered(PRESETS, {
    ...ALL,
    query: 'call',
    effect: 'applications',
    kinds: ['fqCodel'],
  });
  expect(shown.map(({ id }) => id)).toContain('call-beside-downloads');
  for (const { effects, kinds, words } of shown) {
    expect(effects).toContain('applications');
    expect(kinds).toContain('fqCodel');
    expect(words).toContain(' call');
  }
  const wider = filtered(PRESETS, { ...ALL, effect: 'applications' });
  expect(wider.length).toBeGreaterThan(shown.length);
});

test('a scenario must have all chosen disciplines', () => {
  const codel = filtered(PRESETS, { ...ALL, kinds: ['codel'] });
  const both = filtered(PRESETS, { ...ALL, kinds: ['codel', 'pie'] });
  expect(both.length).toBeGreaterThan(0);
  expect(both.length).toBeLessThan(codel.length);
  expect(both.every(({ kinds }) => kinds.includes('pie'))).toBe(true);
});

test('every effect and every discipline of the filters has a preset', () => {
  for (const id of EFFECTS)
    expect(filtered(PRESETS, { ...ALL, effect: id }).length, id).toBeGreaterThan(0);
  for (const kind of KINDS)
    expect(filtered(PRESETS, { ...ALL, kinds: [kind] }).length, kind).toBeGreaterThan(0);
  // The first ones have buttons of their own.
  const counts = KINDS.map((kind) => filtered(PRESETS, { ...ALL, kinds: [kind] }).length);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
});

test('a filter is in the address, and comes back from it', () => {
  const filters: readonly Filter[] = [
    ALL,
    { ...ALL, query: 'two/flows, fq-codel' },
    { ...ALL, effect: 'fairness', kinds: ['codel', 'pie'] },
    { ...ALL, query: 'find', effect: 'ecn', kinds: ['dualpi2'] },
    { ...ALL, onlyStories: true },
    { query: 'stories', effect: 'ecn', kinds: ['pie'], onlyStories: true },
  ];
  for (const filter of filters) expect(filterAt(pathOf(filter))).toEqual(filter);
  expect(pathOf(ALL)).toBe('');
  expect(isAll(filterAt(''))).toBe(true);
});

test('parts of an address that are not known are left out', () => {
  expect(filterAt('nonsense/codel/codel/constructor')).toEqual({ ...ALL, kinds: ['codel'] });
});
