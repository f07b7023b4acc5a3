import { describe, expect, test } from 'vitest';
import type { Column } from './column';
import { binWidthS, emptyRateBins, rateAt, rateOver, ratePercent } from './rebin';

const column = (values: number[], startS = 0): Column => ({
  startS,
  stepS: 0.1,
  values: Float32Array.from(values),
  length: values.length,
});

const percents = (part: Column, whole: Column, widthS: number, t0 = 0, t1 = 100): number[] => {
  const bins = ratePercent(part, [whole], t0, t1, widthS, emptyRateBins());
  return [...bins.percent.subarray(0, bins.length)];
};

test('a rate is the ratio of sums, not the mean of ratios', () => {
  // 1 of 1 and 0 of 99: 1 %, where the mean of 100 % and 0 % would be 50 %.
  expect(percents(column([1, 0]), column([1, 99]), 0.2)).toEqual([1]);
});

describe('corner cases', () => {
  test.each([
    ['nothing offered, nothing dropped', [0, 0], [0, 0], [NaN]],
    ['gaps count as zero packets', [NaN, 1], [NaN, 4], [25]],
  ])('%s', (_, part, whole, expected) => {
    expect(percents(column(part), column(whole), 0.2)).toEqual(expected);
  });
});

test('while more packets leave than arrive, the rate is a share of the leaving packets', () => {
  // A full queue, an emptying one that drops one packet in ten, an idle one.
  const drops = column([1, 0, 1, 1, 1, 0]);
  const offered = column([10, 10, 0, 0, 1, 0]);
  const left = column([10, 10, 10, 10, 10, 0]);
  const at = (widthS: number): number[] => {
    const bins = ratePercent(drops, [offered, left], 0, 9, widthS, emptyRateBins());
    return [...bins.percent.subarray(0, bins.length)];
  };
  expect(at(0.1)).toEqual([10, 0, 10, 10, 10, NaN]);
  expect(at(0.2)).toEqual([5, 10, 10]);
  expect(at(0.6)).toEqual([8]);
  expect(rateAt(drops, [offered, left], 0.2, 0.3)).toBe(10);
  expect(rateOver(drops, [offered, left], 0, 0.6)).toBe(8);
});

test('bins count from simulated time zero, wherever the column starts', () => {
  const ones = Array<number>(10).fill(1);
  const bins = ratePercent(
    column(ones, 0.3),
    [column(ones, 0.3)],
    0,
    9,
    0.5,
    emptyRateBins(),
    true,
  );
  expect(bins.startS).toBe(0);
  expect(bins.length).toBe(3);
  expect(bins.widthS).toBe(0.5);
});

test('an incomplete bin is not drawn before the run is over', () => {
  const [drops, offered] = [column([0, 0, 0, 0, 0, 1]), column([1, 1, 1, 1, 1, 1])];
  expect(percents(drops, offered, 0.5)).toEqual([0]);
  expect(rateAt(drops, [offered], 0.5, 0.55)).toBeNaN();
  const over = ratePercent(drops, [offered], 0, 9, 0.5, emptyRateBins(), true);
  expect([...over.percent.subarray(0, over.length)]).toEqual([0, 100]);
  expect(rateAt(drops, [offered], 0.5, 0.55, true)).toBe(100);
  // The end of the window does not cut a bin.
  expect(percents(drops, offered, 0.3, 0, 0.4)).toHaveLength(2);
});

test('a bin does not change while the window scrolls', () => {
  const part = column(Array.from({ length: 1000 }, (_, i) => i % 3));
  const whole = column(Array.from({ length: 1000 }, (_, i) => 4 + (i % 7)));
  const seen = new Map<number, number>();
  // The bins at the edges of the window are complete, too.
  for (let t0 = 0; t0 < 80; t0 += 0.37) {
    const bins = ratePercent(part, [whole], t0, t0 + 20, 2, emptyRateBins());
    for (let b = 0; b < bins.length; b++) {
      const at = Math.round(bins.startS / 2) + b;
      const before = seen.get(at);
      if (before !== undefined) expect(bins.percent[b]).toBe(before);
      seen.set(at, bins.percent[b]);
    }
  }
  expect(seen.size).toBe(50);
});

test('with an epoch, kept bins equal newly computed ones', () => {
  const part = Float32Array.from({ length: 3000 }, (_, i) => (i * 7919) % 5);
  const whole = Float32Array.from({ length: 3000 }, (_, i) => (i * 104729) % 11);
  const kept = emptyRateBins();
  let t0 = 0;
  for (let i = 0; i < 300; i++) {
    const at = { startS: 0.7, stepS: 0.1, length: 1000 + 6 * i };
    t0 += [0.07, 0.4, -0.9, 3.1][i % 4];
    const width = i % 60 < 50 ? 2 : 5;
    ratePercent(
      { ...at, values: part, epoch: 1 },
      [{ ...at, values: whole, epoch: 1 }],
      t0,
      t0 + 60,
      width,
      kept,
    );
    const fresh = emptyRateBins();
    ratePercent({ ...at, values: part }, [{ ...at, values: whole }], t0, t0 + 60, width, fresh);
    expect(kept).toMatchObject({ startS: fresh.startS, length: fresh.length });
    expect(kept.percent.subarray(0, kept.length)).toEqual(fresh.percent.subarray(0, fresh.length));
  }
});

test('the crosshair reads the value of the stem', () => {
  const part = column(Array.from({ length: 95 }, (_, i) => i % 3));
  const whole = column(Array.from({ length: 95 }, (_, i) => 4 + (i % 7)));
  const bins = ratePercent(part, [whole], 0, 9.5, 1, emptyRateBins());
  for (let b = 0; b < bins.length; b++) {
    expect(rateAt(part, [whole], 1, b + 0.42)).toBeCloseTo(bins.percent[b], 4);
  }
  expect(rateAt(part, [whole], 1, 9.6)).toBeNaN();
  expect(rateAt(part, [whole], 1, -0.1)).toBeNaN();
});

test.each([
  // px per s, lanes, slot, sample: width
  [12, 3, 2, 0.01, 1],
  [18, 3, 2.2, 0.01, 0.5],
  [12, 6, 2, 0.01, 2],
  [750, 1, 2, 0.01, 0.01],
  [750, 1, 2, 0.1, 0.1],
  [12, 3, 2, 0.25, 1], // 0.2 s is no whole number of samples
  [12, 1, 2, 0.25, 0.5],
])('%f px/s, %i lanes of %f px, samples of %f s: bins of %f s', (px, lanes, slot, step, width) => {
  expect(binWidthS(px, lanes, slot, step)).toBe(width);
});

test.each([
  [10, [0.01, 0.05], 0.5],
  [1000, [0.01, 0.05], 0.05],
  [200, [0.01, 0.02, 0.05], 0.1],
  [15, [0.2, 0.5], 1],
])('at %i px/s bins are whole samples of each length %j: %f s', (px, steps, width) => {
  expect(binWidthS(px, 1, 2, ...steps)).toBe(width);
});
