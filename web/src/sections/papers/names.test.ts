import { expect, test } from 'vitest';
import { counterpart, groupsOf, placeOf, queueName, sizeOf } from './names';
import type { Catalogue, Item, Paper } from './report.generated';

const item = (name: string, label: string, number: string, group = ''): Item => ({
  name,
  id: name.slice(name.indexOf('/') + 1),
  number,
  group: { name: group, label: group || 'As published', isDiscipline: name.includes('/pie/') },
  label,
  title: '',
  runs: 1,
  weight: 1,
});
const paper = (name: string, ...items: readonly Item[]): Paper => ({
  name,
  authors: 'A. Author',
  year: null,
  title: '',
  citation: '',
  items,
  leftOut: [],
});
const schwardmann = paper(
  'schwardmann-2014',
  item('schwardmann-2014/1a', 'Table 1a', '1a'),
  item('schwardmann-2014/2', 'Table 2', '2'),
  item('schwardmann-2014/1a-inferred', 'Table 1a', '1a', 'inferred'),
  item('schwardmann-2014/2-linux', 'Table 2', '2', 'linux'),
);
const rfc = paper(
  'rfc7928',
  item('rfc7928/all', 'Comparison', 'all'),
  item('rfc7928/pie/5', 'Section 5', '5', 'pie'),
  item('rfc7928/pie/6', 'Section 6', '6', 'pie'),
);
const catalogue: Catalogue = { papers: [schwardmann, rfc] };

test('readings of a paper and disciplines are groups', () => {
  const groups = groupsOf(schwardmann);
  expect(groups.map(({ label, items }) => [label, items.length])).toEqual([
    ['As published', 2],
    ['inferred', 1],
    ['linux', 1],
  ]);
  expect(groupsOf(rfc).map(({ id }) => id)).toEqual(['', 'pie']);
  expect(counterpart(groups[1], schwardmann.items[0])?.id).toBe('1a-inferred');
  expect(counterpart(groups[1], schwardmann.items[1])?.id).toBe('1a-inferred');
  expect(counterpart(groups[2], schwardmann.items[1])?.id).toBe('2-linux');
});

test('the size of a paper counts its tables, figures or parts', () => {
  expect(sizeOf(schwardmann)).toBe('2 tables');
  expect(sizeOf(rfc)).toBe('2 parts');
  expect(sizeOf(paper('a', item('a/1', 'Fig. 1', '1')))).toBe('1 figure');
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
