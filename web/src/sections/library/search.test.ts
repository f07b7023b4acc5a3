import { expect, test } from 'vitest';
import { ALL, filtered } from './filter';
import { PRESETS } from './presets';
import { kindsOf } from './search';

const found = (query: string): string[] => filtered(PRESETS, { ...ALL, query }).map(({ id }) => id);
const allIds = PRESETS.map(({ id }) => id);
const withKind = (kind: string): string[] =>
  PRESETS.filter(({ kinds }) => kinds.some((one) => one === kind)).map(({ id }) => id);

test('an empty search has all presets, in their order', () => {
  for (const query of ['', '  ', '-']) expect(found(query), query).toEqual(allIds);
});

test('presets are found by title, discipline, congestion control, traffic, effect and paper', () => {
  expect(found('dsl uplink')).toContain('dsl-uplink');
  expect(found('cobalt')).toEqual(expect.arrayContaining(withKind('cobalt')));
  expect(found('LEDBAT')).toContain('ledbat-yields');
  expect(found('video')).toContain('video-beside-downloads');
  expect(found('bufferbloat')).toContain('web-beside-downloads');
  expect(found('pan 2013').length).toBeGreaterThan(3);
  expect(found('pan 2013').every((id) => id.startsWith('pan-'))).toBe(true);
});

test('signs and capitals do not matter, and every word must be there', () => {
  const both = found('fq-codel');
  expect(both.length).toBeGreaterThan(0);
  expect(found('FQ CoDel')).toEqual(both);
  expect(new Set(found('fqcodel'))).toEqual(new Set(both));
  expect(new Set(found('codel fq'))).toEqual(new Set(both));
  expect(found('fq-codel nonsense')).toEqual([]);
});

test('a preset is found by its RFC, and by other names of its link', () => {
  expect(found('RFC8033')).toEqual(found('RFC 8033'));
  expect(found('RFC 8033')).toEqual(expect.arrayContaining(withKind('pie')));
  expect(found('LTE')).toEqual(['cellular-link']);
  expect(found('wifi')).toContain('lossy-radio');
});

test('the parts of a word with a sign follow each other', () => {
  expect(found('wi-fi')).toContain('lossy-radio');
  expect(found('wi-fi').length).toBeLessThan(4);
});

test('a word is found by its beginning only', () => {
  // "red" is in "shared", which is in many descriptions.
  expect(found('red').length).toBeLessThan(PRESETS.length / 2);
  expect(found('hared')).toEqual([]);
});

test('presets with the words in their titles come first', () => {
  expect(found('cellular')[0]).toBe('cellular-link');
  const parking = found('parking lot');
  expect(parking[0]).toBe('parking-lot');
  const reds = found('red');
  const named = reds.map((id) => /\bRED\b/.test(PRESETS.find((one) => one.id === id)!.title));
  expect(named).toEqual(named.toSorted((a, b) => Number(b) - Number(a)));
  expect(named).toContain(true);
  expect(named).toContain(false);
});

test('the disciplines of a scenario are named once', () => {
  const { scenario } = PRESETS.find(({ id }) => id === 'utilization-target')!.preset;
  expect(scenario.queues.length).toBeGreaterThan(2);
  expect(kindsOf(scenario)).toEqual(['avq', 'droptail']);
});
