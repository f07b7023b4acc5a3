import { describe, expect, test } from 'vitest';
import type { Column } from './column';
import { PlotData, readingAt, type Series } from './plot';
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
  whole: column(Array<number>(6000).fill(10)),
});

/** A brush that keeps what was stroked and filled, by colour. */
class Recorder {
  paths: { op: 'fill' | 'stroke'; colour: string; alpha: number; points: [number, number][] }[] =
    [];
  #points: [number, number][] = [];
  fillStyle = '';
  strokeStyle = '';
  lineWidth = 0;
  lineJoin = 'miter' as const;
  lineCap = 'butt' as const;
  globalAlpha = 1;
  beginPath(): void {
    this.#points = [];
  }
  moveTo(x: number, y: number): void {
    this.#points.push([x, y]);
  }
  lineTo(x: number, y: number): void {
    this.#points.push([x, y]);
  }
  arc(x: number, y: number): void {
    this.#points.push([x, y]);
  }
  closePath(): void {}
  setLineDash(): void {}
  fill(): void {
    this.paths.push({
      op: 'fill',
      colour: this.fillStyle,
      alpha: this.globalAlpha,
      points: this.#points,
    });
  }
  stroke(): void {
    this.paths.push({
      op: 'stroke',
      colour: this.strokeStyle,
      alpha: this.globalAlpha,
      points: this.#points,
    });
  }
}

const X = xScale(0, 60, 46, 746);
const Y = yScale('linear', [0, 20], 300, 20);

function paint(series: Series[], x = X, y = Y): Recorder {
  const data = new PlotData();
  data.reduce(series, x);
  const g = new Recorder();
  data.paint(
    g,
    x,
    y,
    series.map((s) => s.colour),
    1.6,
    'ground',
  );
  return g;
}

test('two different lanes give two different pictures', () => {
  const flat = Array<number>(6000).fill(5);
  const g = paint([line('a', wave(6000)), line('b', flat)]);
  const [a, b] = ['var(--a)', 'var(--b)'].map(
    (colour) => g.paths.find((p) => p.op === 'stroke' && p.colour === colour)!.points,
  );
  expect(a).not.toEqual(b);
  expect(new Set(b.map(([, y]) => y)).size).toBe(1);
});

test('dense data: a line of means over a faint band, at most 8000 points for six lanes', () => {
  const series = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => line(id, wave(6000), [9, 4]));
  const g = paint(series);
  expect(g.paths).toHaveLength(12);
  expect(g.paths[0]).toMatchObject({ op: 'fill', colour: 'var(--a)' });
  expect(g.paths[0].alpha).toBeLessThan(0.5);
  expect(g.paths[1]).toMatchObject({ op: 'stroke', alpha: 1 });
  const points = g.paths.filter((p) => p.op === 'stroke').reduce((n, p) => n + p.points.length, 0);
  expect(points).toBeLessThan(8000);
});

test('sparse data have no band', () => {
  expect(paint([line('a', wave(6000))], xScale(10, 12, 46, 746)).paths).toHaveLength(1);
});

test('a line breaks at a gap', () => {
  const values = wave(200).map((v, i) => (i >= 80 && i < 120 ? NaN : v));
  const x = xScale(0, 2, 0, 1000);
  const [path] = paint([line('a', values)], x).paths;
  expect(path.points.every(([px]) => px <= x.x(0.8) || px >= x.x(1.2))).toBe(true);
});

test('a lone sample between gaps is seen', () => {
  const values = Array<number>(200).fill(NaN);
  values[100] = 7;
  const [path] = paint([line('a', values)], xScale(0, 2, 0, 1000)).paths;
  expect(path.points).toHaveLength(2);
});

describe('rates', () => {
  test('drops and marks of one lane share a place, lanes stand side by side', () => {
    const g = paint([
      rate('stems', 'a drops', 'red', 100),
      rate('stems', 'b drops', 'blue', 100),
      rate('marks', 'b marks', 'blue', 50),
    ]);
    const [a, b] = g.paths.filter((p) => p.op === 'stroke' && p.points.length > 0);
    const marks = g.paths.filter((p) => p.op === 'stroke' && p.colour === 'blue')[1];
    // Tip and foot of a stem; start and centre of a circle.
    expect(b.points[0][0]).toBeGreaterThan(a.points[0][0] + 1);
    expect(marks.points[1][0]).toBeCloseTo(b.points[0][0], 9);
  });

  test('marks are hollow: filled with the ground, then outlined', () => {
    const g = paint([rate('marks', 'marks', 'blue', 50)]);
    expect(g.paths.map((p) => [p.op, p.colour])).toEqual([
      ['fill', 'ground'],
      ['stroke', 'blue'],
    ]);
  });

  test('the rarest drop is two pixels tall', () => {
    const y = yScale('linear', [0, 1000], 300, 20);
    const [path] = paint([rate('stems', 'drops', 'red', 6000)], X, y).paths;
    expect(path.points).toHaveLength(2);
    expect(path.points[1][1] - path.points[0][1]).toBe(2);
  });
});

test('what is seen and what is read agree', () => {
  const data = new PlotData();
  const series = [line('a', wave(6000)), rate('stems', 'drops', 'red', 50)];
  expect(data.reduce(series, X)).toBeCloseTo(9, 3);
  expect(readingAt(series[0], 30.005, data.rateBinS)).toBeCloseTo(5 + 4 * Math.sin(75), 4);
  expect(readingAt(series[1], 30.005, data.rateBinS)).toBeCloseTo(0.2, 6);
  expect(readingAt(series[1], 90, data.rateBinS)).toBeNaN();
  const [a, drops] = data.summary();
  expect(a.least).toBeCloseTo(1, 3);
  expect(a.most).toBeCloseTo(9, 3);
  expect(a.mean).toBeCloseTo(5, 1);
  expect(drops.mean).toBeCloseTo(0.2, 6);
});

test('nothing to show has no extent', () => {
  expect(new PlotData().reduce([], X)).toBeNaN();
  expect(new PlotData().reduce([line('a', [])], X)).toBeNaN();
});
