import { expect, test } from 'vitest';
import { noFormula, oneLine, whyOf, withoutStop } from './texts';

test('a text stays on its line', () => {
  expect(oneLine('\ufeffone\ntwo\r\n=3\u2028four\u2029\u0000\u0085\u202eevif\u202c ')).toBe(
    'one two =3 four evif',
  );
});

test('a text is no formula of a spreadsheet', () => {
  for (const text of ['=1+1', '+cmd|x', '-2+3', '@SUM(1)', '\t=1'])
    expect(noFormula(text)).toBe(`'${text}`);
  for (const text of ['-5', '+1e3', 'CoDel', '', '5 - 3']) expect(noFormula(text)).toBe(text);
});

test('a reason inside a sentence has no full stop', () => {
  expect(whyOf(new Error('Importing a module script failed.'))).toBe(
    'Importing a module script failed',
  );
  expect(whyOf('Failed to fetch')).toBe('Failed to fetch');
  expect(withoutStop('RFC 8289, January 2018. ')).toBe('RFC 8289, January 2018');
});
