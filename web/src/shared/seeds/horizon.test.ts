import { expect, test } from 'vitest';
import { horizonS, samplesOf, seedsBeside } from './horizon';

test('the computed time doubles, is ahead of the run, and ends with it', () => {
  expect([0, 10, 48].map((s) => horizonS(s, 600))).toEqual([60, 60, 60]);
  expect([49, 90, 100, 300, 600].map((s) => horizonS(s, 600))).toEqual([120, 120, 240, 480, 600]);
  expect(horizonS(0, 20)).toBe(20);
  expect(horizonS(20, 20)).toBe(20);
});

test('a run has at most 1500 bins of at least 50 ms', () => {
  for (const toS of [1, 60, 75, 76, 240, 480, 1234, 3600]) {
    const samples = samplesOf(toS);
    expect(samples).toBeGreaterThanOrEqual(5);
    expect(toS / (samples / 100)).toBeLessThanOrEqual(1500);
  }
  expect([60, 75, 76, 3600].map(samplesOf)).toEqual([5, 5, 10, 500]);
});

test('other seeds are the first whole numbers without the shown seed', () => {
  expect(seedsBeside(3, 4)).toEqual([1, 2, 4, 5]);
  expect(seedsBeside(99, 3)).toEqual([1, 2, 3]);
  expect(seedsBeside(0, 2)).toEqual([1, 2]);
  expect(seedsBeside(1, 0)).toEqual([]);
});
