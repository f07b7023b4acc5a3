import { expect, test } from 'vitest';
import { disciplines, filtered } from './preset-filter';
import { presets, topics } from './presets';

const found = (query: string): string[] =>
  filtered(query).flatMap(({ presets }) => presets.map(({ id }) => id));

test('an empty filter has all presets under their headings', () => {
  for (const query of ['', '  ', '-']) expect(filtered(query), query).toBe(topics);
});

test('presets are found by title, discipline, congestion control, traffic and paper', () => {
  expect(found('dsl uplink')).toContain('dsl-uplink');
  const cobalt = presets.filter(({ scenario }) =>
    scenario.queues.some(({ kind }) => kind === 'cobalt'),
  );
  expect(found('cobalt')).toEqual(expect.arrayContaining(cobalt.map(({ id }) => id)));
  expect(found('LEDBAT')).toContain('ledbat-yields');
  expect(found('video')).toContain('video-beside-downloads');
  expect(found('pan 2013').length).toBeGreaterThan(3);
  expect(found('pan 2013').every((id) => id.startsWith('pan-'))).toBe(true);
});

test('signs and capitals do not matter, and every word must be there', () => {
  const both = found('fq-codel');
  expect(both.length).toBeGreaterThan(0);
  expect(found('FQ CoDel')).toEqual(both);
  expect(found('fqcodel')).toEqual(both);
  expect(found('codel fq')).toEqual(both);
  expect(found('fq-codel nonsense')).toEqual([]);
});

test('a preset is found by its RFC, and by other names of its link', () => {
  const pie = presets.filter(({ scenario }) => scenario.queues.some(({ kind }) => kind === 'pie'));
  expect(found('RFC8033')).toEqual(found('RFC 8033'));
  expect(found('RFC 8033')).toEqual(expect.arrayContaining(pie.map(({ id }) => id)));
  expect(found('LTE')).toEqual(['cellular-link']);
  expect(found('wifi')).toContain('lossy-radio');
});

test('the parts of a word with a sign follow each other', () => {
  expect(found('wi-fi')).toContain('lossy-radio');
  expect(found('wi-fi').length).toBeLessThan(4);
});

test('a word is found by its beginning only', () => {
  // "red" is in "shared", which is in many descriptions.
  expect(found('red').length).toBeLessThan(presets.length / 2);
  expect(found('hared')).toEqual([]);
});

test('the disciplines of a preset are named once', () => {
  const avq = presets.find(({ id }) => id === 'utilization-target')!;
  expect(disciplines(avq)).toEqual([...new Set(disciplines(avq))]);
});
