import { expect, test } from 'vitest';
import { overTime, STANDARD_VIEWS } from '../views/registry';
import { gridRows, hasTimeAxis, leastHeightOf } from './plot-heights';

const VIEWS = overTime(STANDARD_VIEWS);
/** The least heights of the plots in px, of those that have rows. */
const heights = (css: string): number[] =>
  [...css.matchAll(/max\(var\(--\w+\), (\d+)px\)/g)].map(([, px]) => Number(px));

test('stacked rows are at least 40 px high, and the area of the plots may be lower', () => {
  const shape = { lanes: 6, layout: 'stacked', seeds: 0 } as const;
  const rows = heights(gridRows(VIEWS, shape));
  expect(rows.length).toBe(3);
  for (const px of rows) expect(px).toBeGreaterThanOrEqual(6 * 40);
  const least = heights(leastHeightOf(VIEWS, shape));
  least.forEach((px, i) => expect(px).toBeLessThan(rows[i]));
});

test('lanes that share the plots leave the rows of drops low', () => {
  const [drops] = heights(gridRows(VIEWS, { lanes: 6, layout: 'overlaid', seeds: 0 }));
  expect(drops).toBeLessThan(6 * 40);
});

test('each of many stacked plots has a time axis, otherwise only the last one', () => {
  const axes = (lanes: number): boolean[] =>
    VIEWS.map((_, i) => hasTimeAxis(i, VIEWS.length, { lanes, layout: 'stacked', seeds: 0 }));
  expect(axes(6)).toEqual([true, true, true]);
  expect(axes(2)).toEqual([false, false, true]);
});
