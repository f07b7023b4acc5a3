import { describe, expect, test } from 'vitest';
import type { Column } from './column';
import { PlotData, readingAt, type Series } from './plot';
import { type Ink, type Point, Recorder } from './testing/recorder';
import { xScale, yScale } from './scale';

const column = (values: number[]): Column => ({
  startS: 0,
  stepS: 0.01,
  values: Float32Array.from(values),
  length: values.length,
});

const wave = (n: number): number[] => Array.from({ length: n }, (_, i) => 5 + 4 * Math.sin(i / 40));

const line = (id: string, values: number[], dash: number[] = []): Series => ({
  kind: 'line',
  id,
  label: id,
  colour: `var(--${id})`,
  dash,
  column: column(values),
});

const rate = (kind: 'stems' | 'marks', id: string, lane: string, every: number): Series => ({
  kind,
  id,
  label: id,
  colour: lane,
  dash: [],
  part: column(Array.from({ length: 6000 }, (_, i) => (i % every ? 0 : 1))),
  wholes: [column(Array<number>(6000).fill(10))],
});

const [W, H] = [700, 300];
const X = xScale(0, 60, 0, W);
const Y = yScale('linear', [0, 20], H - 10, 10);
const COLOURS = ['red', 'blue', 'green', 'black'];

function paint(series: Series[], x = X, y = Y, data = new PlotData()): readonly Ink[] {
  data.reduce(series, x);
  const g = new Recorder(W, H);
  data.paint(g, x, [y], { colours: COLOURS, ground: 'white', lineWidth: 1.6, ratio: 1 }, 0);
  return g.inks;
}

const points = (inks: readonly Ink[]): Point[] => inks.flatMap(({ paths }) => paths.flat());
const strokes = (inks: readonly Ink[]): Ink[] => inks.filter(({ kind }) => kind === 'stroke');

test('a line is where its values are', () => {
  const x = xScale(10, 12, 0, W);
  const all = points(strokes(paint([line('a', wave(6000))], x)));
  expect(all.length).toBeGreaterThan(200);
  for (const [px, py] of all) {
    const value = 5 + 4 * Math.sin((x.t(px) / 0.01 - 0.5) / 40);
    expect(Math.abs(py - Y.project(value))).toBeLessThan(0.01);
  }
});

test('dense data are a line of means over a faint band that keeps every peak', () => {
  const values = wave(6000);
  values[3000] = 19;
  const [band, ...others] = paint([line('a', values)]);
  expect([band.kind, band.alpha]).toEqual(['fill', 0.24]);
  expect(Math.min(...points([band]).map(([, y]) => y))).toBeCloseTo(Y.project(19), 3);
  expect(points(strokes(others)).length).toBeGreaterThan(300);
});

describe('dashes', () => {
  const series = [line('a', wave(12_000), [9, 4])];
  /** Sample at which each subpath of the line begins under the window from `t0`. */
  const starts = (t0: number): number[] => {
    const x = xScale(t0, t0 + 60, 0, W);
    const [stroke] = strokes(paint(series, x));
    expect(stroke.dash).toEqual([9, 4]);
    return stroke.paths.map(([[px]]) => Math.round((x.t(px) / 0.01) * 10) / 10);
  };

  test('start at the same samples wherever the window is, so that they move with the data', () => {
    const [before, after] = [starts(0), starts(6.03)];
    const both = before.filter((start) => start >= 700);
    expect(both.length).toBeGreaterThan(4);
    expect(after).toEqual(expect.arrayContaining(both));
  });

  test('are painted from the start of the chunk before the window', () => {
    const x = xScale(30, 90, 0, W);
    const [first] = points(strokes(paint(series, x)));
    expect(first[0]).toBeLessThan(0);
    expect(first[0]).toBeGreaterThan(-64 * 3);
  });
});

test('values before the window do not count for the axis', () => {
  const values = Array<number>(6000).fill(1);
  values[2900] = 19;
  const data = new PlotData();
  expect(data.reduce([line('a', values)], xScale(30, 50, 0, W))).toBe(1);
  expect(data.reduce([line('a', values)], xScale(28, 48, 0, W))).toBe(19);
});

test('a line breaks at a gap', () => {
  const values = wave(200).map((v, i) => (i >= 80 && i < 120 ? NaN : v));
  const x = xScale(0, 2, 0, W);
  const { paths } = strokes(paint([line('a', values)], x))[0];
  const ends = paths.map((path) => [path[0], path.at(-1)!].map(([px]) => Math.round(px)));
  const crosses = ([from, to]: number[]): boolean => from < 350 && to > 350;
  expect(ends.some(crosses)).toBe(false);
  expect(Math.max(...points(paint([line('a', values)], x)).map(([px]) => px))).toBeGreaterThan(690);
});

test('the line before a change is thin, behind all lines, and counts for the axis', () => {
  const was = column(wave(6000).map((v) => v + 10));
  const both: Series[] = [
    line('a', wave(6000)),
    { ...line('b', wave(6000)), kind: 'line', column: column(wave(6000)), former: was },
  ];
  const inks = strokes(paint(both));
  expect(inks.map(({ colour }) => colour)).toEqual(['blue', 'red', 'blue']);
  const highest = inks.map(({ paths }) => Math.min(...paths.flat().map(([, y]) => y)));
  expect(highest[0]).toBeLessThan(highest[2] - 50);
  expect(new PlotData().reduce(both, X)).toBeCloseTo(19, 1);
});

test('a lone sample between gaps is seen', () => {
  const values = Array<number>(6000).fill(NaN);
  values[3000] = 7;
  const [lone] = strokes(paint([line('a', values)])).flatMap(({ paths }) => paths.slice(-1));
  const all = strokes(paint([line('a', values)])).flatMap(({ paths }) => paths);
  const widths = all.map((path) => path.at(-1)![0] - path[0][0]);
  expect(lone).toBeDefined();
  expect(Math.max(...widths)).toBeGreaterThanOrEqual(1.6);
});

describe('rates', () => {
  test('stems of different lanes are side by side', () => {
    const series = [rate('stems', 'a', 'red', 10), rate('stems', 'b', 'blue', 10)];
    const [a, b] = paint(series, xScale(0, 6, 0, W)).map((ink) => ink.paths[0][0][0]);
    expect(b).toBeGreaterThan(a + 2);
  });

  test('drops and marks of one lane have the same position', () => {
    const x = xScale(0, 6, 0, W);
    const [drops, marks] = (['stems', 'marks'] as const).map((kind) => {
      const inks = paint([rate(kind, kind, 'red', 10), rate('stems', 'b', 'blue', 1e9)], x);
      const own = inks.find(({ kind, colour }) => kind === 'stroke' && colour === 'red')!;
      const xs = own.paths[0].map(([px]) => px);
      return (Math.min(...xs) + Math.max(...xs)) / 2;
    });
    expect(drops).toBeCloseTo(marks, 6);
  });

  test('marks are hollow: filled with the ground, then outlined', () => {
    const inks = paint([rate('marks', 'm', 'blue', 1000)]);
    expect(inks.map(({ kind, colour }) => [kind, colour])).toEqual([
      ['fill', 'white'],
      ['stroke', 'red'],
    ]);
  });

  test('the rarest drop is two pixels tall', () => {
    const low = yScale('linear', [0, 1000], H - 10, 10);
    const [stems] = paint([rate('stems', 'drops', 'red', 6000)], X, low);
    expect(stems.paths.map((path) => path.map(([, y]) => y))).toEqual([[H - 12, H - 10]]);
  });
});

test('the crosshair reads the values that are drawn', () => {
  const data = new PlotData();
  const series = [line('a', wave(6000)), rate('stems', 'drops', 'red', 50)];
  expect(data.reduce(series, X)).toBeCloseTo(9, 3);
  expect(readingAt(series[0], 30.005, data.rateBinS)).toBeCloseTo(5 + 4 * Math.sin(75), 4);
  expect(readingAt(series[1], 30.005, data.rateBinS)).toBeCloseTo(0.2, 6);
  expect(readingAt(series[1], 90, data.rateBinS)).toBeNaN();
  const { t0, t1, rows } = data.summary();
  expect([t0, t1]).toEqual([0, 60]);
  const [a, drops] = rows;
  expect(a.least).toBeCloseTo(1, 3);
  expect(a.most).toBeCloseTo(9, 3);
  expect(a.mean).toBeCloseTo(5, 1);
  expect(drops.mean).toBeCloseTo(0.2, 6);
});

test('without data there is no extent', () => {
  expect(new PlotData().reduce([], X)).toBeNaN();
  expect(new PlotData().reduce([line('a', [])], X)).toBeNaN();
});

describe('the low end that a log axis needs', () => {
  const low = (values: number[]): number => {
    const data = new PlotData();
    data.reduce([line('a', values)], xScale(0, values.length / 100, 0, 3 * values.length));
    return data.low(0.5);
  };
  const mostly = (n: number, value: number): number[] =>
    Array.from({ length: 1000 }, (_, i) => (i % Math.round(1000 / n) === 0 ? value : 5));

  test.each<[string, number[], number]>([
    ['no values below', mostly(1000, 0.6), Infinity],
    ['all values below', mostly(1000, 0.01), 0.01],
    ['a fifth below', mostly(200, 0.02), 0.02],
    ['a short time below', mostly(20, 0.02), Infinity],
    ['no queue at all', mostly(500, 0), Infinity],
    ['gaps', mostly(500, NaN), Infinity],
    ['empty half of the time, else short', mostly(1000, 0).map((v, i) => (i % 2 ? v : 0.1)), 0.1],
    ['a run that has just begun', [0.01, 0.01, 0.01], Infinity],
    ['no samples', [], Infinity],
  ])('%s', (_, values, expected) => {
    expect(low(values)).toBeCloseTo(expected, 6);
  });
});

describe('ribbons', () => {
  const constant = (value: number, stepS: number): Column => ({
    ...column(Array<number>(Math.round(60 / stepS)).fill(value)),
    stepS,
  });
  const ribbons = (stepS: number): Series['ribbons'] => ({
    stepS,
    at: (binS) => [
      { label: '90 %', low: constant(1, binS), high: constant(18, binS) },
      { label: 'half', low: constant(4, binS), high: constant(12, binS) },
    ],
  });
  const inFront = (stepS: number): Series => ({
    ...line('a', wave(6000)),
    kind: 'line',
    column: column(wave(6000)),
    ribbons: ribbons(stepS),
  });

  test('lie between their values, behind all lines, in place of the ranges of all lines', () => {
    const inks = paint([inFront(0.05), line('b', wave(6000))]);
    const fills = inks.filter(({ kind }) => kind === 'fill');
    expect(inks.slice(0, 2)).toEqual(fills);
    const heights = fills.map(({ paths }) => {
      const all = paths.flat().map(([, y]) => y);
      return [Math.max(...all), Math.min(...all)];
    });
    expect(heights).toEqual([
      [Y.project(1), Y.project(18)],
      [Y.project(4), Y.project(12)],
    ]);
    expect(fills[0].colour).toBe('red');
  });

  test('have bins as long as those of the line, unless these are wide on the screen', () => {
    const widths = (stepS: number, toS: number): number[] => {
      const data = new PlotData();
      data.reduce([inFront(stepS)], xScale(0, toS, 0, W));
      return [data.lineBinS, data.ribbonBinS];
    };
    expect(widths(0.02, 6)).toEqual([0.02, 0.02]);
    expect(widths(0.05, 6)).toEqual([0.05, 0.05]);
    // A pixel and a half is 0.13 s.
    expect(widths(0.05, 60)).toEqual([0.2, 0.2]);
    // 5 s would be 580 px.
    expect(widths(5, 6)).toEqual([0.02, 5]);
  });

  test('have bins as long as those of rates, and lie behind the stems', () => {
    const counts = (value: number): Column => column(Array<number>(6000).fill(value));
    const stems: Series = {
      ...{ id: 'a', label: 'a', colour: 'red', dash: [], kind: 'stems' },
      ...{ part: counts(1), wholes: [counts(10)], ribbons: ribbons(0.5) },
    };
    const data = new PlotData();
    data.reduce([stems], xScale(0, 60, 0, W));
    expect([data.rateBinS, data.ribbonBinS]).toEqual([0.5, 0.5]);
    data.reduce([stems], xScale(0, 20, 0, W));
    expect([data.rateBinS, data.ribbonBinS]).toEqual([0.2, 0.5]);
    data.reduce([{ ...stems, ribbons: undefined }], xScale(0, 60, 0, W));
    expect(data.ribbonBinS).toBe(0);
    expect(paint([stems]).map(({ kind }) => kind)).toEqual(['fill', 'fill', 'stroke']);
  });

  test('are compared with the mean of the line over their bin at the crosshair', () => {
    const values = Array.from({ length: 100 }, (_, i) => i);
    const plain: Series = { ...line('a', []), kind: 'line', column: column(values) };
    expect(readingAt(plain, 0.125, 0, 0.05)).toBe(12);
    expect(readingAt({ ...plain, ribbons: ribbons(0.05) }, 0.125, 0, 0.05)).toBe(12);
    expect(readingAt({ ...plain, ribbons: ribbons(0.05) }, 0.105, 0, 0.05)).toBe(12);
    expect(readingAt({ ...plain, ribbons: ribbons(0.05) }, 1.2, 0, 0.05)).toBeNaN();
  });

  test('count for the axis', () => {
    expect(new PlotData().reduce([inFront(0.05)], X)).toBe(18);
  });
});
