import { expect, test } from 'vitest';
import type { LaneReport } from '../sim/measures.generated';
import type { Report } from '../sim/protocol';
import { coveredBy, fairnessOf, numbersAsText } from './interval-numbers';

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

test('copied numbers are a table with units, and name their interval', () => {
  const window = {
    queueDelayMs: { mean: 12.345678, p95: 38.1, p99: null },
    dropRate: 0.0123,
    markRate: 0,
    utilization: 1,
    jain: 0.9,
  } as unknown as LaneReport;
  const span = { fromS: 1.5, toS: 3.75 };
  const text = numbersAsText('Uplink, seed 1', ['CoDel'], [window], span);
  expect(text.split('\n').map((row) => row.split('\t'))).toEqual([
    ['Uplink, seed 1, 1.5 to 3.75\u00a0s'],
    [
      'lane',
      'mean delay (ms)',
      'p95 (ms)',
      'p99 (ms)',
      'dropped (%)',
      'marked (%)',
      'utilization (%)',
      'fairness',
    ],
    ['CoDel', '12.3457', '38.1', '', '1.23', '0', '100', '0.9'],
  ]);
});
