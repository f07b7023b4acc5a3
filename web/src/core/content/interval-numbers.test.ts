import { expect, test } from 'vitest';
import type { LaneReport } from '../sim/measures.generated';
import { numbersAsText } from './interval-numbers';

test('copied texts cannot be formulas, and add no rows or columns', () => {
  const text = numbersAsText('=1\t+1\n2', ['@x\ty'], [undefined], { fromS: 0, toS: 1 });
  const rows = text.split('\n').map((row) => row.split('\t'));
  expect(rows.map((row) => row[0])).toEqual(["'=1 +1 2, 0 to 1\u00a0s", 'lane', "'@x y"]);
  expect(rows[2]).toHaveLength(rows[1].length);
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
