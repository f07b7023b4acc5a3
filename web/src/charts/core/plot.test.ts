import { describe, expect, test } from 'vitest';
import type { Column } from './column';
import { PlotData, readingAt, type Series } from './plot';
import { pack, Raster } from './raster';
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
const GROUND = pack(255, 255, 255);
const COLOURS = [pack(255, 0, 0), pack(0, 0, 255), pack(0, 128, 0), pack(0, 0, 0), pack(9, 9, 9)];
const X = xScale(0, 60, 0, W);
const Y = yScale('linear', [0, 20], H - 10, 10);

function paint(series: Series[], x = X, y = Y): Raster {
  const data = new PlotData();
  data.reduce(series, x);
  const g = new Raster(W, H);
  g.clear(GROUND);
  data.paint(g, x, y, {
    colours: COLOURS.slice(0, series.length),
    ground: GROUND,
    lineWidth: 1.6,
    ratio: 1,
  });
  return g;
}

/** Rows of column `x` that are not ground. */
const inked = (g: Raster, x: number): number[] =>
  Array.from({ length: H }, (_, y) => y).filter((y) => g.pixels[y * W + x] !== GROUND);

test('two different lanes give two different pictures', () => {
  const flat = Array<number>(6000).fill(5);
  expect(paint([line('a', wave(6000))]).pixels).not.toEqual(paint([line('a', flat)]).pixels);
});

test('a line is where its values are', () => {
  const x = xScale(10, 12, 0, W);
  const g = paint([line('a', wave(6000))], x);
  for (let px = 5; px < W; px += 61) {
    const value = 5 + 4 * Math.sin((x.t(px) / 0.01 - 0.5) / 40);
    const rows = inked(g, px);
    const middle = (rows[0] + rows.at(-1)! + 1) / 2;
    expect(Math.abs(middle - Y.project(value))).toBeLessThan(1.5);
  }
});

test('squeezed data: a line of means over a band that keeps every peak', () => {
  const values = wave(6000);
  values[3000] = 19;
  const g = paint([line('a', values)]);
  const top = Math.min(...[348, 349, 350, 351, 352].map((px) => inked(g, px)[0]));
  expect(Math.abs(top - Y.project(19))).toBeLessThan(2);
});

test('a dashed line stays dashed when thousands of points are squeezed', () => {
  const values = wave(6000).map((v, i) => 10 + 0.1 * (v - 5) * (i % 2 ? 1 : -1));
  const g = paint([line('a', values, [9, 4])]);
  // The red line takes the green away, the band behind it little of it.
  const full = (px: number): boolean =>
    inked(g, px).some((y) => ((g.pixels[y * W + px] >> 8) & 255) < 120);
  const columns = Array.from({ length: 650 }, (_, i) => full(i + 20));
  const drawn = columns.filter(Boolean).length / columns.length;
  expect(drawn).toBeGreaterThan(0.5);
  expect(drawn).toBeLessThan(0.8);
  const turns = columns.filter((c, i) => i > 0 && c !== columns[i - 1]).length;
  // 650 px hold 50 periods of 13 px.
  expect(turns).toBeGreaterThan(85);
  expect(turns).toBeLessThan(115);
});

test('dashes move with the data', () => {
  const series = [line('a', wave(12_000), [9, 4])];
  const data = new PlotData();
  const frames = [0, 6].map((t0) => {
    const g = new Raster(W, H);
    // Scrolled by 70 px in small steps.
    for (let t = t0 && 0.06; t <= t0 + 1e-9; t += 0.06) {
      const x = xScale(t, t + 60, 0, W);
      data.reduce(series, x);
      g.clear(GROUND);
      data.paint(g, x, Y, { colours: COLOURS, ground: GROUND, lineWidth: 1.6, ratio: 1 });
    }
    return g;
  });
  let different = 0;
  for (let px = 100; px < 600; px++) {
    for (let y = 0; y < H; y++) {
      const [before, after] = [frames[0].pixels[y * W + px], frames[1].pixels[y * W + px - 70]];
      if (Math.abs((before & 0xff00) - (after & 0xff00)) > 0x4000) different++;
    }
  }
  expect(different).toBeLessThan(20);
});

test('a line breaks at a gap', () => {
  const values = wave(200).map((v, i) => (i >= 80 && i < 120 ? NaN : v));
  const g = paint([line('a', values)], xScale(0, 2, 0, W));
  expect(inked(g, 200).length).toBeGreaterThan(0);
  expect(inked(g, 350)).toEqual([]);
  expect(inked(g, 500).length).toBeGreaterThan(0);
});

test('a lone sample between gaps is seen', () => {
  const values = Array<number>(6000).fill(NaN);
  values[3000] = 7;
  const g = paint([line('a', values)]);
  expect([349, 350, 351].some((px) => inked(g, px).length > 0)).toBe(true);
});

describe('rates', () => {
  /** Middle of the first run of columns with ink for which `seen` holds. */
  function middle(g: Raster, seen: (pixel: number) => boolean): number {
    const columns = Array.from({ length: W }, (_, px) => px).filter((px) =>
      inked(g, px).some((y) => seen(g.pixels[y * W + px])),
    );
    const end = columns.findIndex((px, i) => columns[i + 1] !== px + 1);
    return (columns[0] + columns[end]) / 2;
  }

  test('lanes stand side by side', () => {
    const series = [rate('stems', 'a', 'red', 10), rate('stems', 'b', 'blue', 10)];
    const g = paint(series, xScale(0, 6, 0, W));
    const [a, b] = [0, 1].map((i) => middle(g, (pixel) => pixel === COLOURS[i]));
    expect(b).toBeGreaterThan(a + 2);
  });

  test('drops and marks of one lane stand in the same place', () => {
    const x = xScale(0, 6, 0, W);
    const [drops, marks] = (['stems', 'marks'] as const).map((kind) =>
      middle(paint([rate(kind, kind, 'red', 10), rate('stems', 'b', 'blue', 1e9)], x), () => true),
    );
    expect(Math.abs(drops - marks)).toBeLessThanOrEqual(1);
  });

  test('marks are hollow', () => {
    const part = column(Array.from({ length: 6000 }, (_, i) => (i === 3000 ? 5 : 0)));
    const whole = column(Array<number>(6000).fill(10));
    const mark = { ...rate('marks', 'm', 'blue', 1), part, wholes: [whole] } as Series;
    const g = paint([mark], X, yScale('linear', [0, 2], H - 10, 10));
    const columns = Array.from({ length: W }, (_, i) => i).filter((px) => inked(g, px).length > 0);
    const centre = Math.round((columns[0] + columns.at(-1)!) / 2);
    const rows = inked(g, centre);
    expect(rows.at(-1)! - rows[0] + 1).toBeGreaterThan(rows.length);
  });

  test('the rarest drop is two pixels tall', () => {
    const g = paint(
      [rate('stems', 'drops', 'red', 6000)],
      X,
      yScale('linear', [0, 1000], H - 10, 10),
    );
    const columns = Array.from({ length: W }, (_, i) => i).filter((px) => inked(g, px).length > 0);
    expect(columns.length).toBeGreaterThan(0);
    expect(inked(g, columns[1])).toEqual([H - 12, H - 11]);
  });
});

test('what is seen and what is read agree', () => {
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

test('nothing to show has no extent', () => {
  expect(new PlotData().reduce([], X)).toBeNaN();
  expect(new PlotData().reduce([line('a', [])], X)).toBeNaN();
});

describe('what a log axis has to reach down to', () => {
  const low = (values: number[]): number => {
    const data = new PlotData();
    data.reduce([line('a', values)], xScale(0, values.length / 100, 0, 3 * values.length));
    return data.low(0.5);
  };
  const mostly = (n: number, value: number): number[] =>
    Array.from({ length: 1000 }, (_, i) => (i % Math.round(1000 / n) === 0 ? value : 5));

  test.each<[string, number[], number]>([
    ['nothing below', mostly(1000, 0.6), Infinity],
    ['all of it', mostly(1000, 0.01), 0.01],
    ['a fifth', mostly(200, 0.02), 0.02],
    ['a moment', mostly(20, 0.02), Infinity],
    ['no queue at all', mostly(500, 0), Infinity],
    ['gaps', mostly(500, NaN), Infinity],
    ['empty half of the time, else short', mostly(1000, 0).map((v, i) => (i % 2 ? v : 0.1)), 0.1],
    ['a run that has just begun', [0.01, 0.01, 0.01], Infinity],
    ['nothing', [], Infinity],
  ])('%s', (_, values, expected) => {
    expect(low(values)).toBeCloseTo(expected, 6);
  });
});
