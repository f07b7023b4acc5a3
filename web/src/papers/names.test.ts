import { expect, test } from 'vitest';
import { counterpart, groupsOf, itemNames, placeOf, queueName } from './names';
import type { Catalogue, Item, Paper } from './report.generated';

const item = (name: string, title = ''): Item => ({
  name,
  id: name.slice(name.indexOf('/') + 1),
  title,
  runs: 1,
  weight: 1,
});
const paper = (name: string, ...ids: readonly string[]): Paper => ({
  name,
  authors: 'A. Author',
  year: null,
  title: '',
  citation: '',
  items: ids.map((id) => item(`${name}/${id}`)),
  leftOut: [],
});
const schwardmann = paper('schwardmann-2014', '1a', '2', '1a-inferred', '2-linux');
const rfc = paper('rfc7928', 'all', 'pie/5', 'pie/6', 'fqCodel/5');
const catalogue: Catalogue = { papers: [schwardmann, rfc] };

test('items are named by the word of their paper, or by their title', () => {
  const label = (name: string, title?: string): string => itemNames(item(name, title)).label;
  expect(label('schwardmann-2014/1b-inferred')).toBe('Table 1b');
  expect(label('pan-2013-pie/4-5')).toBe('Fig. 4–5');
  expect(label('pan-2013-pie/15-packets')).toBe('Fig. 15, packets');
  expect(label('rfc7928/pie/5')).toBe('Section 5');
  expect(label('rfc7928/all')).toBe('Comparison');
  expect(itemNames(item('novak-duk/2', 'Table II: packets are marked'))).toEqual({
    label: 'Table II',
    title: 'Packets are marked',
  });
});

test('readings of a paper and disciplines are groups', () => {
  const groups = groupsOf(schwardmann);
  expect(groups.map(({ label, items }) => [label, items.length])).toEqual([
    ['As published', 2],
    ['Inferred from Table 1', 1],
    ['Current Linux', 1],
  ]);
  expect(groupsOf(paper('novak-duk', '1', '1-device')).map(({ label }) => label)).toEqual([
    'Refined, bare link',
    'As printed, above a queue',
  ]);
  expect(groupsOf(rfc).map(({ label }) => label)).toEqual(['All disciplines', 'PIE', 'FQ-CoDel']);
  expect(counterpart(groups[1], schwardmann.items[0])?.id).toBe('1a-inferred');
  expect(counterpart(groups[1], schwardmann.items[1])?.id).toBe('1a-inferred');
  expect(counterpart(groups[2], schwardmann.items[1])?.id).toBe('2-linux');
});

test('a discipline keeps the variant that the report adds', () => {
  expect(queueName('codel')).toBe('CoDel');
  expect(queueName('duk printed')).toBe('DUK printed');
  expect(queueName('nth')).toBe('nth');
});

test('an address leads to an item, the first item of a paper, or the list', () => {
  expect(placeOf('', catalogue).kind).toBe('list');
  expect(placeOf('rfc7928/pie/6', catalogue)).toMatchObject({ item: { name: 'rfc7928/pie/6' } });
  expect(placeOf('rfc7928', catalogue)).toMatchObject({ item: { name: 'rfc7928/all' } });
});

test.each([
  'nobody',
  'nobody/1a',
  'schwardmann-2014/9',
  'rfc7928/pie',
  '__proto__',
  'x'.repeat(9999),
])('the unknown address %.20s has a message', (path) => {
  const place = placeOf(path, catalogue);
  expect(place.kind).toBe('unknown');
  if (place.kind === 'unknown') expect(place.message.length).toBeLessThan(160);
});
