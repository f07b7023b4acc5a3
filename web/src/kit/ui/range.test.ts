import { describe, expect, test } from 'vitest';
import { fromShare, nudge, type Range, share, shown, snap } from './range';

const MBPS: Range = { min: 0.1, max: 1000, log: true };
const FLOWS: Range = { min: 0, max: 1000, step: 1, log: true };
const PERCENT: Range = { min: 0, max: 200, step: 5 };
const ODD: Range = { min: 1, max: 10, step: 4 };

describe('position on the slider', () => {
  test.each<[string, Range, number, number]>([
    ['log', MBPS, 0.1, 0],
    ['log', MBPS, 10, 0.5],
    ['log', MBPS, 1000, 1],
    ['log from zero', FLOWS, 0, 0],
    ['log from zero', FLOWS, 1000, 1],
    ['linear', PERCENT, 50, 0.25],
    ['beyond the end', PERCENT, 500, 1],
  ])('%s: %o has %f at %f', (_, range, value, at) => {
    expect(share(range, value)).toBeCloseTo(at, 9);
  });

  test('one flow differs from none, and five from six', () => {
    expect(share(FLOWS, 1) - share(FLOWS, 0)).toBeGreaterThan(0.05);
    expect(share(FLOWS, 6) - share(FLOWS, 5)).toBeGreaterThan(0.02);
  });

  test.each([MBPS, FLOWS, PERCENT, ODD])('%o: every grid value comes back', (range) => {
    let value = range.min;
    for (let i = 0; i < 2000 && value < range.max; i++) {
      expect(fromShare(range, share(range, value))).toBe(value);
      value = nudge(range, value, 1, 'fine');
    }
    expect(value).toBe(range.max);
  });
});

describe('the grid', () => {
  test.each<[Range, number, number]>([
    [MBPS, 25.4, 25],
    [MBPS, 0.1234, 0.12],
    [MBPS, 999, 1000],
    [FLOWS, 3.4, 3],
    [FLOWS, 0.2, 0],
    [FLOWS, 123, 120],
    [PERCENT, 52, 50],
    [ODD, 9.7, 10], // the end is off the grid of 1, 5, 9
    [ODD, 7.2, 9],
    [{ min: 0, max: 1, step: 0.1 }, 0.30000000000000004, 0.3],
  ])('of %o: %f becomes %f', (range, value, snapped) => {
    expect(snap(range, value)).toBe(snapped);
  });
});

describe('keys', () => {
  test.each<[string, Range, number, 1 | -1, 'fine' | 'coarse', number]>([
    ['log up', MBPS, 25, 1, 'fine', 26],
    ['log over a decade', MBPS, 99, 1, 'fine', 100],
    ['log after a decade', MBPS, 100, 1, 'fine', 110],
    ['log down to a decade', MBPS, 110, -1, 'fine', 100],
    ['log down from a decade', MBPS, 100, -1, 'fine', 99],
    ['log from between, up', MBPS, 25.5, 1, 'fine', 26],
    ['log from between, down', MBPS, 25.5, -1, 'fine', 25],
    ['log coarse up', MBPS, 25, 1, 'coarse', 50],
    ['log coarse down', MBPS, 25, -1, 'coarse', 20],
    ['log coarse from a step', MBPS, 50, 1, 'coarse', 100],
    ['stops at the top', MBPS, 1000, 1, 'coarse', 1000],
    ['stops at the bottom', MBPS, 0.1, -1, 'fine', 0.1],
    ['a typed value above the top stays for a key up', MBPS, 5000, 1, 'coarse', 5000],
    [
      'a typed value above the top returns to the range for a key down',
      MBPS,
      5000,
      -1,
      'fine',
      990,
    ],
    [
      'a typed value below the bottom stays for a key down',
      { min: 1, max: 9 },
      0.2,
      -1,
      'fine',
      0.2,
    ],
    ['flows: up from none', FLOWS, 0, 1, 'fine', 1],
    ['flows: down to none', FLOWS, 1, -1, 'fine', 0],
    ['flows: whole numbers', FLOWS, 5, 1, 'fine', 6],
    ['flows: coarse from none', FLOWS, 0, 1, 'coarse', 1],
    ['flows: coarse to none', FLOWS, 1, -1, 'coarse', 0],
    ['linear', PERCENT, 50, 1, 'fine', 55],
    ['linear coarse', PERCENT, 50, -1, 'coarse', 0],
  ])('%s', (_, range, from, direction, size, to) => {
    expect(nudge(range, from, direction, size)).toBe(to);
  });
});

test.each([
  [25, '25'],
  [0.1 + 0.2, '0.3'],
  [2.5, '2.5'],
  [1e-9, '1e-9'],
  // PI's gain: six decimals would be another value than the one that runs.
  [1.822e-5, '0.00001822'],
  [0.05, '0.05'],
  [1000, '1000'],
  [10000, '10\u202f000'],
  [1234567.25, '1\u202f234\u202f567.25'],
])('%f is shown as %s', (value, text) => {
  expect(shown(value)).toBe(text);
});
