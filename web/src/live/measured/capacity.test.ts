import { expect, test } from 'vitest';
import type { Scenario } from '../../core/document/scenario';
import { PLAIN } from '../../core/state/testing';
import { capacityOf } from './capacity';
import { utilizationOf } from './samples';

const link = { ...PLAIN.link, rateMbps: 10 };
const changed: Scenario = {
  ...PLAIN,
  link,
  changes: [
    { atS: 4, set: 'link.rateMbps', to: 40 },
    { atS: 2, set: 'link.rateMbps', to: 20 },
  ],
};

test('the capacity between two times follows the timed changes', () => {
  const capacity = capacityOf(changed);
  expect(capacity(0, 1)).toBe(10);
  expect(capacity(3, 5)).toBe(30);
  expect(capacity(0, 5)).toBeCloseTo((2 * 10 + 2 * 20 + 40) / 5, 9);
  // Backwards, and before the run began.
  expect(capacity(1, 2)).toBe(10);
  expect(capacity(-1, 1)).toBe(10);
});

test('it follows a schedule', () => {
  const steps = [
    { atS: 0, rateMbps: 10 },
    { atS: 1, rateMbps: 30 },
  ];
  const schedule = { kind: 'steps', steps, repeatS: 2 } as NonNullable<typeof link.schedule>;
  const capacity = capacityOf({ ...PLAIN, link: { ...link, schedule } });
  expect(capacity(0, 100)).toBeCloseTo(20, 6);
  expect(capacity(0.5, 1.5)).toBeCloseTo(20, 9);
});

test('utilization is the share of the capacity at the time of each sample', () => {
  const times = Float64Array.from([1, 2, 3, 4, 5]);
  const values = Float64Array.from([10, 10, 20, 20, 40]);
  const series = { label: 'a', quantity: 'throughput', times, values, isOverTime: true } as never;
  expect(utilizationOf(series, 0, 5, capacityOf(changed))).toBeCloseTo(1, 9);
  expect(utilizationOf(series, 0, 5, () => 40)).toBeCloseTo(0.5, 9);
  expect(utilizationOf(series, 0, 5, () => 0)).toBeUndefined();
});
