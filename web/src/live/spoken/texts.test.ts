import { expect, test } from 'vitest';
import { lanesText, plotText, trendOf } from './texts';

const report = (mean: number | null, drops = 0, early = 0, marks = 0) =>
  ({
    queueDelayMs: { mean },
    ...{ utilization: 0.987, dropRate: drops, earlyDropRate: early, markRate: marks },
  }) as never;

test('the state of the lanes has the time, and for each lane its numbers and what it does', () => {
  const text = lanesText(
    12.34,
    [2, 12.3],
    [
      { label: 'Drop-tail', report: report(216, 0.02), delays: [100, 150, 250, 300] },
      { label: 'CoDel', report: report(8.03, 0.0154, 0.0154), delays: [8, 8.2, 7.9, 8] },
      { label: 'PIE', report: report(20, 0, 0, 0.031), delays: [60, 30, 20, 10] },
      { label: 'RED', report: report(null), delays: [] },
      { label: 'DUK', report: undefined, delays: [] },
    ],
  );
  expect(text).toBe(
    'At 12.3 s; numbers from 2 s to 12.3 s. ' +
      'Drop-tail: queue delay 216 ms, and rises; it drops 2.00 % at a full buffer; utilization 98.7 %. ' +
      'CoDel: queue delay 8.03 ms, steady; it drops 1.54 % early; utilization 98.7 %. ' +
      'PIE: queue delay 20.0 ms, and falls; it drops nothing and marks 3.10 %; utilization 98.7 %. ' +
      'RED: no packet has left its queue. DUK: no packet has left its queue.',
  );
});

test('a trend compares the ends of the visible time, and names the peak', () => {
  expect(trendOf([1, NaN, 1, 9, 1, 1])).toMatchObject({ kind: 'steady', most: 9, mostAt: 0.6 });
  expect(trendOf([10, 9, 5, 2])).toMatchObject({ kind: 'falls', first: 10, last: 2 });
  expect(trendOf([0, 0, 0])).toMatchObject({ kind: 'steady' });
  expect(trendOf([NaN, 3])).toBeUndefined();
});

test('a plot is said line by line with its unit', () => {
  const lines = [
    { label: 'Drop-tail', values: [10, 20, 30, 40] },
    { label: 'CoDel', values: [NaN, NaN] },
  ];
  expect(plotText('Queue length', 'packets', [0, 30], lines)).toBe(
    'Queue length from 0 s to 30 s. Drop-tail rises from 10.0 packets to 40.0 packets, at most 40.0 packets at 30 s. CoDel: no values.',
  );
});
