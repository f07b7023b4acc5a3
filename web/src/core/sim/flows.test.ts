import { expect, test } from 'vitest';
import { RunFlows } from './flows';

const values = ({ values, length }: { values: Float32Array; length: number }): number[] => [
  ...values.subarray(0, length),
];

test('goodput is zero in seconds without a delivery, and the sum is that of all flows', () => {
  const run = new RunFlows(1);
  run.append([{ goodput: Float32Array.of(0, -1, 1, 0, 0, 4, 1, -1, 0.5, 1, 0, 3, 1, 2, 1) }]);
  run.append([{ goodput: Float32Array.of(2, -1, NaN) }]);
  const [{ flows, jain, total }] = run.views();
  expect(flows.map(({ flow }) => flow)).toEqual([0, 2]);
  expect(flows.map(({ goodput }) => values(goodput))).toEqual([
    [4, 3, 0],
    [0, 1, 0],
  ]);
  expect(values(jain)).toEqual([1, 0.5, NaN]);
  expect(values(total)).toEqual([4, 4, 0]);
  expect(run.known([])).toEqual({ fromSecond: 3, fromWindow: 0 });
});

test('a closed flow leaves a gap, and a flow that does not pace has no pacing rate', () => {
  const run = new RunFlows(1);
  run.append([{ windows: Float32Array.of(0, 0, 10, NaN, 2, 0, 12, NaN, 2, 1, 10, 5) }]);
  const [{ flows }] = run.views();
  expect(values(flows[0].cwnd)).toEqual([10, NaN, 12]);
  expect(flows[0].pacing.length).toBe(0);
  expect(values(flows[1].pacing)).toEqual([NaN, NaN, 5]);
  expect(run.known([]).fromWindow).toBe(3);
});

test('earlier views keep their values when a column grows', () => {
  const run = new RunFlows(1);
  run.append([{ windows: Float32Array.of(0, 0, 10, NaN) }]);
  const [before] = run.views();
  const rows = Array.from({ length: 500 }, (_, i) => [i + 1, 0, i, NaN]);
  run.append([{ windows: Float32Array.from(rows.flat()) }]);
  expect(values(before.flows[0].cwnd)).toEqual([10]);
  expect(run.views()[0].flows[0].cwnd.length).toBe(501);
});
