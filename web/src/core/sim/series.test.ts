import { expect, test } from 'vitest';
import { COLUMNS } from './protocol';
import { type LaneColumns, RunSeries, type SeriesColumn } from './series';

/** Returns the columns of a lane with two samples that contain only `counts`. */
function lane(counts: Readonly<Record<string, readonly number[]>>): LaneColumns {
  const series = new RunSeries(1, 0.01);
  const columns = [COLUMNS.map((name) => Float32Array.from(counts[name] ?? [0, 0]))];
  series.append({ nowS: 0.02, furthestS: 0.02, from: 0, columns, tookMs: 0 });
  return series.views()[0];
}
const values = (c: SeriesColumn): number[] => [...c.values.subarray(0, c.length)];

test('the departures of a queue are its sent and dropped packets', () => {
  const { drops, left } = lane({ sent: [5, 0], earlyDrops: [1, 2], overflowDrops: [0, 3] });
  expect(values(drops)).toEqual([1, 5]);
  expect(values(left)).toEqual([6, 5]);
});

test('the queue delays of groups follow the columns', () => {
  const series = new RunSeries(1, 0.01);
  const slice = (from: number, ...groups: number[][]): Parameters<RunSeries['append']>[0] => {
    const named = COLUMNS.map(() => new Float32Array(2));
    const counts = (group: number[], by: number): number[] => group.map((n) => by * n);
    const all = groups.flatMap((group) => [group, counts(group, 10), counts(group, 100)]);
    const columns = [[...named, ...all.map((column) => Float32Array.from(column))]];
    return { nowS: 0.02, furthestS: 0.02, from, columns, tookMs: 0 };
  };
  series.append(slice(0, [1, 2], [3, 4]));
  series.append(slice(2, [5, 6], [7, 8]));
  const { groupDelays, groupCounts } = series.views()[0];
  expect(groupCounts.map(({ sent }) => values(sent))[1]).toEqual([30, 40, 70, 80]);
  expect(groupCounts.map(({ drops }) => values(drops))[0]).toEqual([100, 200, 500, 600]);
  expect(groupDelays.map(values)).toEqual([
    [1, 2, 5, 6],
    [3, 4, 7, 8],
  ]);
  expect(lane({}).groupDelays).toEqual([]);
});

test('the reverse bottleneck has the same columns, before the groups', () => {
  const series = new RunSeries(1, 0.01, true);
  const [own, back] = [1, 2].map((count) => COLUMNS.map(() => Float32Array.of(count, count)));
  const columns = [[...own, ...back, ...Array.from({ length: 3 }, () => Float32Array.of(7, 8))]];
  series.append({ nowS: 0.02, furthestS: 0.02, from: 0, columns, tookMs: 0 });
  const { delayMean, groupDelays, reverse } = series.views()[0];
  expect(values(delayMean)).toEqual([1, 1]);
  expect(values(reverse!.delayMean)).toEqual([2, 2]);
  expect(values(reverse!.left)).toEqual([6, 6]);
  expect(groupDelays.map(values)).toEqual([[7, 8]]);
  expect(lane({}).reverse).toBeUndefined();
});

test('the other hops have the same columns, behind the reverse bottleneck', () => {
  const series = new RunSeries(1, 0.01, true, 2);
  const queues = [1, 2, 3, 4].flatMap((count) => COLUMNS.map(() => Float32Array.of(count)));
  const columns = [[...queues, ...Array.from({ length: 3 }, () => Float32Array.of(7))]];
  series.append({ nowS: 0.01, furthestS: 0.01, from: 0, columns, tookMs: 0 });
  const { groupDelays, hops, reverse } = series.views()[0];
  expect(values(reverse!.delayMean)).toEqual([2]);
  expect(hops.map((hop) => values(hop.delayMean))).toEqual([[3], [4]]);
  expect(groupDelays.map(values)).toEqual([[7]]);
});

test('a lane is marked only if it has a sample with marks', () => {
  expect(lane({}).marked).toBe(false);
  expect(lane({ marks: [0, 1] }).marked).toBe(true);
});
