import { describe, expect, test } from 'vitest';
import type { Column } from './column';
import { Picture, type Scene } from './picture';
import { PlotData, type Series } from './plot';
import { pack, Raster } from './raster';
import { xScale, yScale } from './scale';

const [W, H, SPAN_S, SAMPLES] = [300, 80, 60, 12_000];
const COLOURS = [pack(10, 60, 200), pack(200, 60, 10), pack(20, 140, 60)];
const LOOK = { colours: COLOURS, ground: pack(255, 255, 255), lineWidth: 1.6, ratio: 1 };

/** Numbers in 0..1 that look random and are always the same. */
function noise(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

const column = (values: Float32Array, length: number): Column => ({
  startS: 0,
  stepS: 0.01,
  values,
  length,
  epoch: 0,
});

/** What is drawn when `length` samples are there. */
type Plot = (length: number) => Series[];

const DASHES = [[], [9, 4], [3, 2, 1]];
const named = (i: number): Pick<Series, 'id' | 'label' | 'colour' | 'dash'> => ({
  id: `${i}`,
  label: '',
  colour: `c${i}`,
  dash: DASHES[i],
});

/** Lines with peaks, with gaps, and with nothing but single points. */
function lines(): Plot {
  const all = [0, 0.3, 0.97].map((gaps, i) => {
    const random = noise(i + 1);
    return Float32Array.from({ length: SAMPLES }, (_, k) =>
      random() < gaps ? NaN : 5 + 4 * Math.sin(k / 40) + (random() < 0.01 ? 20 : random()),
    );
  });
  return (length) =>
    all.map((values, i) => ({ ...named(i), kind: 'line', column: column(values, length) }));
}

function rates(): Plot {
  const random = noise(9);
  const whole = new Float32Array(SAMPLES).fill(10);
  const parts = [0.02, 0.05, 0.3].map((often) =>
    Float32Array.from({ length: SAMPLES }, () => (random() < often ? 1 : 0)),
  );
  return (length) =>
    parts.map((part, i) => ({
      ...named(i),
      kind: i === 1 ? 'marks' : 'stems',
      part: column(part, length),
      wholes: [column(whole, length)],
    }));
}

/** One that keeps its picture from frame to frame, beside one that paints every frame from nothing. */
class Both {
  readonly kept = new Raster(W, H);
  readonly #data = new PlotData();
  readonly #picture = new Picture();
  /** The same data, reduced in the same steps, so that dashes stand where they stood. */
  readonly #wholeData = new PlotData();

  paint(series: Series[], t0: number, high: number): { from: number; off: number } {
    const scene: Scene = {
      series,
      x: xScale(t0, t0 + SPAN_S, 0, W),
      y: yScale('linear', [0, high], H - 2, 2),
      look: LOOK,
      grid: [0, high / 2, high],
      gridColour: pack(230, 230, 230),
    };
    const whole = new Raster(W, H);
    this.#data.reduce(series, scene.x);
    this.#wholeData.reduce(series, scene.x);
    const from = this.#picture.paint(this.kept, this.#data, scene);
    new Picture().paint(whole, this.#wholeData, scene);
    return { from, off: difference(this.kept, whole) };
  }
}

/** The largest difference of any channel of any pixel. */
function difference(a: Raster, b: Raster): number {
  const [x, y] = [new Uint8Array(a.pixels.buffer), new Uint8Array(b.pixels.buffer)];
  let most = 0;
  for (let i = 0; i < x.length; i++) most = Math.max(most, Math.abs(x[i] - y[i]));
  return most;
}

describe.each([
  ['lines', lines, 30],
  ['rates', rates, 20],
] as const)('%s', (_, make, high) => {
  test('a picture that moved is the picture drawn anew', () => {
    const plot = make();
    const both = new Both();
    let moved = 0;
    // A quarter of a pixel of data a frame, and a pixel of time every fourth.
    for (let frame = 0; frame < 240; frame++) {
      const { from, off } = both.paint(plot(6001 + 5 * frame), Math.floor(frame / 4) * 0.2, high);
      // A rounding or two of 255: positions are sums of floating-point numbers.
      expect(off, `frame ${frame}`).toBeLessThanOrEqual(2);
      if (frame > 0 && frame % 4 !== 0) {
        expect(from, `frame ${frame}`).toBeGreaterThan(W / 2);
        moved++;
      }
    }
    expect(moved).toBe(180);
  });

  test('it fills from the left, and jumps', () => {
    const plot = make();
    const both = new Both();
    for (const [length, t0] of [
      [10, 0],
      [11, 0],
      [2000, 0],
      [2030, 0],
      [9000, 30],
      [9100, 31],
      [9100, 31],
      [9100, 12.34],
      [9100, 12.4],
    ] as const) {
      expect(both.paint(plot(length), t0, high).off, `${length} at ${t0}`).toBeLessThanOrEqual(2);
    }
  });

  test('it is the picture drawn anew however it got there', () => {
    const plot = make();
    for (let seed = 1; seed <= 12; seed++) {
      const random = noise(seed);
      const both = new Both();
      const pixelS = SPAN_S / W;
      let [length, column] = [0, 0];
      for (let frame = 0; frame < 60; frame++) {
        const step = random();
        if (step < 0.6) length += Math.floor(40 * random());
        else if (step < 0.7) length += Math.floor(2000 * random());
        else if (step < 0.73) length = Math.floor(length * random());
        length = Math.min(length, SAMPLES);
        const newest = Math.floor(length / 100 / pixelS) - W;
        if (random() < 0.7) column = Math.max(0, newest + Math.floor(16 * random()));
        else column = Math.max(0, column + Math.floor((random() - 0.4) * 120));
        const t0 = column * pixelS + (random() < 0.1 ? 0.3 * pixelS : 0);
        const { off } = both.paint(plot(length), t0, high);
        expect(off, `seed ${seed}, frame ${frame}: ${length} at ${t0}`).toBeLessThanOrEqual(2);
      }
    }
  });

  test('a run that begins anew leaves nothing of the former', () => {
    const plot = make();
    const both = new Both();
    both.paint(plot(5000), 0, high);
    for (const length of [1, 4, 300, 0])
      expect(both.paint(plot(length), 0, high).off, `${length}`).toBeLessThanOrEqual(2);
  });

  test('another axis paints it whole', () => {
    const plot = make();
    const both = new Both();
    both.paint(plot(5000), 0, high);
    const same = both.paint(plot(5000), 0, high);
    expect(same.from).toBeGreaterThan(0);
    const other = both.paint(plot(5000), 0, 2 * high);
    expect(other).toEqual({ from: 0, off: 0 });
  });
});

test('a reduction in between is not missed', () => {
  const data = new PlotData();
  const picture = new Picture();
  const plot = lines();
  const g = new Raster(W, H);
  const scene = (length: number): Scene => ({
    series: plot(length),
    x: xScale(0, SPAN_S, 0, W),
    y: yScale('linear', [0, 30], H - 2, 2),
    look: LOOK,
    grid: [],
    gridColour: 0,
  });
  for (const [length, drawn] of [
    [1000, true],
    [3000, false],
    [3001, true],
  ] as const) {
    data.reduce(scene(length).series, scene(length).x);
    if (drawn) picture.paint(g, data, scene(length));
  }
  const whole = new Raster(W, H);
  const fresh = new PlotData();
  fresh.reduce(scene(3001).series, scene(3001).x);
  new Picture().paint(whole, fresh, scene(3001));
  expect(difference(g, whole)).toBeLessThanOrEqual(2);
});
