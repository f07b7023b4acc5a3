import { expect, test } from 'vitest';
import type { Report } from '../sim/protocol';
import { coveredBy, fairnessOf } from './report-spans';

const report = (fromS: number, toS: number, nowS: number): Report => ({
  fromS,
  toS,
  nowS,
  lanes: [],
});

test('numbers cover the whole steps of an interval that the run has reached', () => {
  expect(coveredBy(report(1.5, 3.75, 20))).toEqual({ fromS: 1.5, toS: 3.75 });
  expect(coveredBy(report(0, 6.77, 6.77))).toEqual({ fromS: 0, toS: 6.75 });
  expect(coveredBy(report(6.75, 6.77, 6.77))).toBeUndefined();
  expect(coveredBy(report(9, 6.77, 6.77))).toBeUndefined();
});

test('fairness covers whole seconds, and the present exactly', () => {
  expect(fairnessOf(report(1.5, 3.75, 20))).toEqual({ fromS: 1, toS: 3 });
  expect(fairnessOf(report(0, 6.77, 6.77))).toEqual({ fromS: 0, toS: 6.77 });
  expect(fairnessOf(report(5.25, 5.75, 20))).toBeUndefined();
  expect(fairnessOf(report(2.5, 5.75, 20), 2.5)).toEqual({ fromS: 2.5, toS: 5 });
});
