import { describe, expect, test } from 'vitest';
import { parseQuantity } from './parse';

const OTHERS = { 'kbit/s': 0.001, 'Gbit/s': 1000 };
const read = (text: string) => parseQuantity(text, 'Mbit/s', OTHERS);

describe('accepted', () => {
  test.each([
    ['25', 25],
    [' 25 ', 25],
    ['2,5', 2.5],
    ['0,125', 0.125],
    ['1234,125', 1234.125],
    ['.5', 0.5],
    ['5.', 5],
    ['1e3', 1000],
    ['+3', 3],
    ['-3', -3],
    ['\u22123', -3],
    ['25 Mbit/s', 25],
    ['25mbit/s', 25],
    ['1.1 Gbit/s', 1100],
    ['20261015123456', 20261015123456],
    ['-0.1234567890123', -0.1234567890123],
    ['1.5G', 1500],
    ['500 k', 0.5],
    ['1\u202f000', 1000],
    ['200\u202f00', 20000],
    ['1\u202f234\u202fMbit/s', 1234],
    ['12 345 678', 12345678],
  ])('"%s" is %f', (text, value) => {
    expect(read(text)).toEqual({ ok: true, value });
  });
});

describe('refused, with the reason', () => {
  test.each([
    ['', 'type a number'],
    ['   ', 'type a number'],
    ['abc', '“abc” is not a number'],
    ['-', '“-” is not a number'],
    ['1.2.3', '“.3” is not one of Mbit/s, kbit/s, Gbit/s'],
    ['1,000', '“1,000” can be read in two ways: type it without the comma'],
    ['10,500 k', '“10,500 k” can be read in two ways: type it without the comma'],
    ['5 ms', '“ms” is not one of Mbit/s, kbit/s, Gbit/s'],
    ['1e999', '“1e999” is too large'],
  ])('"%s": %s', (text, why) => {
    expect(read(text)).toEqual({ ok: false, why });
  });

  test('an ambiguous unit', () => {
    expect(parseQuantity('5 m', 'ms', { min: 60_000 })).toMatchObject({ ok: false });
    expect(parseQuantity('5 mi', 'ms', { min: 60_000 })).toEqual({ ok: true, value: 300_000 });
  });

  test('a unit for a quantity without units', () => {
    expect(parseQuantity('5 flows', '')).toEqual({
      ok: false,
      why: '“flows” is not part of a number',
    });
  });
});
