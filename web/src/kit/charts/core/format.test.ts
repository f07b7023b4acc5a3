import { describe, expect, test } from 'vitest';
import { fixed, reading, seconds, span, stepDecimals, withUnit } from './format';

const plain = (text: string): string => text.replaceAll('\u202f', ' ');

test.each([
  [0, 1, '0.0'],
  [398.4, 0, '398'],
  [9999, 0, '9999'],
  [12345.6, 1, '12 345.6'],
  [1234567, 0, '1 234 567'],
  [-2.5, 1, '\u22122.5'],
  [-0.001, 2, '0.00'],
  [NaN, 2, '–'],
  [Infinity, 2, '∞'],
])('%f with %i decimals is "%s"', (value, decimals, text) => {
  expect(plain(fixed(value, decimals))).toBe(text);
});

describe('readings keep three significant digits', () => {
  test.each([
    [398.44, '398'],
    [37.44, '37.4'],
    [6.1, '6.10'],
    [0.2449, '0.24'],
    [0.004, '0.00'],
    [9.996, '10.0'],
    [99.96, '100'],
    [99.94, '99.9'],
    [0, '0'],
    [NaN, '–'],
    [15_000, '15 000'],
  ])('%f is "%s"', (value, text) => {
    expect(plain(reading(value))).toBe(text);
  });
});

test.each([
  [0, 0],
  [20, 0],
  [1, 0],
  [0.5, 1],
  [0.25, 2],
  [0.1, 1],
  [0.002, 3],
  [2.5, 1],
])('ticks %f apart need %i decimals', (step, decimals) => {
  expect(stepDecimals(step)).toBe(decimals);
});

test('times and units', () => {
  expect(plain(seconds(37.4))).toBe('37.40 s');
  expect(plain(span(0.2))).toBe('200 ms');
  expect(plain(span(0.5))).toBe('500 ms');
  expect(plain(span(2))).toBe('2 s');
  expect(withUnit('5', '')).toBe('5');
});
