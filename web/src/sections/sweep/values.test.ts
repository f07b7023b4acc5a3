import { expect, test } from 'vitest';
import { valuesIn } from './values';

const RULES = { item: { type: 'number', min: 0, max: 1000 }, min: 1, max: 50 } as const;

test.each([
  ['5, 10 20;30', [5, 10, 20, 30]],
  ['1..5', [1, 2, 3, 4, 5]],
  ['1 … 5', [1, 2, 3, 4, 5]],
  ['1...3', [1, 2, 3]],
  ['3..1', [3, 2, 1]],
  ['1.5..3.5', [1.5, 2.5, 3.5]],
  ['4..4', [4]],
  ['20, 50, 100 … 1000', [20, 50, 100, 200, 500, 1000]],
  ['10, 20 … 50', [10, 20, 30, 40, 50]],
  ['0.1, 0.2 .. 0.5', [0.1, 0.2, 0.3, 0.4, 0.5]],
  ['1, 2, 4 … 64', [1, 2, 4, 8, 16, 32, 64]],
  ['1, 2, 5 … 100', [1, 2, 5, 10, 20, 50, 100]],
  ['1, 2, 5 … 200', [1, 2, 5, 10, 20, 50, 100, 200]],
  ['1, 3, 10 … 300', [1, 3, 10, 30, 100, 300]],
  ['0, 1..3, 10', [0, 1, 2, 3, 10]],
  ['1..3, 10, 20 .. 40', [1, 2, 3, 10, 20, 30, 40]],
])('"%s" is a list', (text, values) => expect(valuesIn(text, RULES)).toEqual(values));

test.each([
  ['5, abc', '"abc" is not a number'],
  ['abc..5', '"abc" is not a number'],
  ['-5, 10', '-5 is outside 0 to 1000'],
  ['-2..3', '-2 is outside 0 to 1000'],
  ['', 'at least 1 number'],
  ['..5', 'a range needs a number at both ends'],
  ['5..', 'a range needs a number at both ends'],
  ['1..x', 'a range needs a number at both ends'],
  ['1, 7, 8 … 100', /has no clear continuation/],
  ['10, 20 … 5', /has no clear continuation/],
  ['1, 3 … 10', /does not reach 10/],
  ['0.1..0.5', /does not reach 0.5/],
  ['1..900', 'at most 50 numbers'],
])('"%s" is refused', (text, reason) => expect(valuesIn(text, RULES)).toMatch(reason));
