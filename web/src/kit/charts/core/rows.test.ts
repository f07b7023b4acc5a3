import { expect, test } from 'vitest';
import { isLabelled, rowsBetween } from './rows';

test('rows are equally high, in order, apart, and fill the plot', () => {
  for (const count of [1, 2, 5, 6]) {
    const rows = rowsBetween(34, 334, count);
    expect(rows.length).toBe(count);
    expect(rows[0].top).toBe(34);
    expect(rows.at(-1)?.bottom).toBe(334);
    const heights = rows.map(({ top, bottom }) => bottom - top);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(5);
    rows.slice(1).forEach(({ top }, i) => expect(top).toBeGreaterThan(rows[i].bottom));
  }
});

test('a low row has no labels', () => {
  expect(isLabelled({ top: 0, bottom: 40 }, 1)).toBe(true);
  expect(isLabelled({ top: 0, bottom: 40 }, 2)).toBe(false);
  expect(isLabelled({ top: 0, bottom: 16 }, 1)).toBe(false);
  // Only the labels of the axis are in the row.
  expect(isLabelled({ top: 0, bottom: 16 }, 1, true)).toBe(true);
  expect(isLabelled({ top: 0, bottom: 11 }, 1, true)).toBe(false);
});
