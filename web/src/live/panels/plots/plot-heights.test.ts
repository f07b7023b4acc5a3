import { expect, test } from 'vitest';
import { overTime, STANDARD_VIEWS } from '../../../core/views/registry';
import { gridRows, hasTimeAxis, leastHeightOf } from './plot-heights';

const VIEWS = overTime(STANDARD_VIEWS);
/** The least heights of the plots in px, of those that have rows. */
const heights = (css: string): number[] =>
  [...css.matchAll(/max\(var\(--\w+\), (\d+)px\)/g)].map(([, px]) => Number(px));

test('a few stacked rows are at least 32 px high, and the area of the plots may be lower', () => {
  const shape = { lanes: 3, layout: 'stacked', seeds: 0 } as const;
  const rows = heights(gridRows(VIEWS, shape));
  expect(rows.length).toBe(3);
  for (const px of rows) expect(px).toBeGreaterThanOrEqual(3 * 32);
  expect(leastHeightOf(VIEWS, shape)).toMatch(/^min\(260px, /);
});

test('six stacked rows are as high as a few: the plots scroll in their area', () => {
  const shape = { lanes: 6, layout: 'stacked', seeds: 0 } as const;
  const rows = gridRows(VIEWS, shape);
  const px = [...rows.matchAll(/minmax\((\d+(?:\.\d+)?)px/g)].map(([, text]) => Number(text));
  expect(px.length).toBe(3);
  for (const one of px) expect(one).toBeGreaterThanOrEqual(6 * 32);
  expect(leastHeightOf(VIEWS, shape)).toMatch(/^min\(260px, /);
});

test('lanes that share the plots leave the rows of drops low, with room for a name of 13 px', () => {
  const [drops] = heights(gridRows(VIEWS, { lanes: 6, layout: 'overlaid', seeds: 0 }));
  expect(drops).toBeLessThan(6 * 40);
  // The title and the edges take 44 px.
  expect(drops).toBeGreaterThanOrEqual(44 + 6 * 15);
});

test('the last plot has the time axis, unless many rows are stacked: then the timeline has it', () => {
  const axes = (lanes: number): boolean[] =>
    VIEWS.map((_, i) => hasTimeAxis(i, VIEWS.length, { lanes, layout: 'stacked', seeds: 0 }));
  expect(axes(6)).toEqual([false, false, false]);
  expect(axes(2)).toEqual([false, false, true]);
});

test('with large text each row has room for a name of 18 px, and three plots of three lanes for 1024 x 768', () => {
  const shape = { lanes: 3, layout: 'overlaid', seeds: 0, isLarge: true } as const;
  const rows = gridRows(VIEWS, shape);
  const [drops] = [...rows.matchAll(/minmax\((\d+)px/g)].map(([, px]) => Number(px));
  // The title and the edges take 52 px, a name 21 px.
  expect(drops).toBeGreaterThanOrEqual(52 + 3 * 21);
  // Between cards, hint, timeline and bar, without the gaps; Stage.svelte has these two heights.
  const [tall, low] = [148, 112];
  expect(rows).toMatch(/^minmax\(var\(--tall\), .*minmax\(var\(--low\), /);
  expect(tall + drops + low).toBeLessThan(382);
});
