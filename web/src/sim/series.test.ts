import { expect, test } from 'vitest';
import { COLUMNS } from './protocol';
import { RunSeries } from './series';

test('what left the queue was sent, or dropped for whatever reason', () => {
  const counts: Partial<Record<string, number[]>> = {
    sent: [5, 0],
    earlyDrops: [1, 2],
    overflowDrops: [0, 3],
  };
  const series = new RunSeries(1, 0.01);
  const columns = [COLUMNS.map((name) => Float32Array.from(counts[name] ?? [9, 9]))];
  series.append({ nowS: 0.02, furthestS: 0.02, from: 0, columns, tookMs: 0 });
  const { drops, left } = series.views()[0];
  expect([...drops.values.subarray(0, drops.length)]).toEqual([1, 5]);
  expect([...left.values.subarray(0, left.length)]).toEqual([6, 5]);
});
