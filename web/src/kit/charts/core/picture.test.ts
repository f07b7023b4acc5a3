import { describe, expect, test } from 'vitest';
import type { Column } from './column';
import { Picture, type Scene } from './picture';
import { PlotData, type Series } from './plot';
import { xScale, yScale } from './scale';
import { type Ink, type Point, Recorder } from './testing/recorder';

const [W, H, SPAN_S, SAMPLES] = [300, 80, 60, 12_000];
const COLOURS = ['red', 'green', 'blue'];
const LOOK = { colours: COLOURS, ground: 'white', lineWidth: 1.6, ratio: 1 };

/** Pseudo-random numbers in 0..1, equal in every run. */
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

/** Returns the series of a run with `length` samples. */
type Plot = (length: number) => Series[];

const DASHES = [[], [9, 4], [3, 2, 1]];
const named = (i: number): Pick<Series, 'id' | 'label' | 'colour' | 'dash'> => ({
  id: `${i}`,
  label: '',
  colour: `c${i}`,
  dash: DASHES[i],
});

/** Lines with peaks, lines with gaps, and lines of single points only. */
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

/** A line with two ribbons, whose bins are five samples long and may have gaps. */
function ribbons(): Plot {
  const random = noise(23);
  const values = Float32Array.from({ length: SAMPLES }, () => 8 + 4 * random());
  const gaps = Array.from({ length: SAMPLES / 5 }, () => (random() < 0.1 ? NaN : 0));
  const [a, b, c, d] = [2, 5, 14, 17].map((level) =>
    Float32Array.from(gaps, (gap) => level + 2 * random() + gap),
  );
  /** Longer bins have the value of their first sample; the same bins are the same buffer. */
  const known = new Map<string, Float32Array>();
  const bins = (all: Float32Array, length: number, binS: number): Column => {
    const [per, name] = [Math.round(binS / 0.05), `${all[0]} ${binS}`];
    const values = known.get(name) ?? all.filter((_, i) => i % per === 0);
    known.set(name, values);
    return { ...column(values, Math.floor(length / (5 * per))), stepS: binS };
  };
  return (length) => [
    {
      ...named(0),
      kind: 'line',
      column: column(values, length),
      ribbons: {
        stepS: 0.05,
        at: (binS) => [
          { label: '90 %', low: bins(a, length, binS), high: bins(d, length, binS) },
          { label: 'half', low: bins(b, length, binS), high: bins(c, length, binS) },
        ],
      },
    },
  ];
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

/** The ink of a picture: pieces of strokes and points of fills, each with its position. */
function pieces(inks: readonly Ink[]): { at: readonly Point[]; look: string }[] {
  return inks.flatMap(({ kind, colour, dash, paths }) =>
    paths.flatMap((path) => {
      const look = `${kind} ${colour} ${dash.join()}`;
      if (kind === 'fill') return path.map((point) => ({ at: [point], look }));
      return path.slice(1).map((point, i) => ({ at: [path[i], point], look }));
    }),
  );
}

interface Part {
  readonly inks: readonly Ink[];
  readonly from: number;
  readonly to: number;
  /** Number of columns that it was moved to the right. */
  readonly by?: number;
}

/** Returns how much ink of the first picture is missing in the second, to a fiftieth of a pixel. */
function differing(a: Part, b: Part): number {
  const [inA, inB] = [a, b].map(({ inks, from, to, by = 0 }) =>
    pieces(inks)
      .map(({ at, look }) => ({ look, at: at.map(([x, y]): Point => [x + by, y]) }))
      // Slightly inside, so that rounding does not matter.
      .filter(({ at }) => at.some(([x]) => x > from + 1e-6) && at.every(([x]) => x < to - 1e-6)),
  );
  const isSame = (k: number): boolean =>
    inA[k].look === inB[k].look &&
    inA[k].at.every(
      ([x, y], i) => Math.abs(x - inB[k].at[i][0]) < 0.02 && Math.abs(y - inB[k].at[i][1]) < 0.02,
    );
  if (inA.length !== inB.length) return Math.abs(inA.length - inB.length);
  return inA.filter((_, k) => !isSame(k)).length;
}

/** Two painters: one keeps its picture from frame to frame, the other paints every frame completely. */
class Both {
  readonly kept = new Recorder(W, H);
  readonly #data = new PlotData();
  readonly #picture = new Picture();
  #former: { inks: readonly Ink[] } | undefined;

  /** Returns the first column that was painted, and the amount of misplaced ink in the new picture. */
  paint(series: Series[], t0: number, high: number): { from: number; off: number } {
    const scene: Scene = {
      series,
      x: xScale(t0, t0 + SPAN_S, 0, W),
      rows: [yScale('linear', [0, high], H - 2, 2)],
      look: LOOK,
      grid: [0, high / 2, high],
      gridColour: 'grey',
    };
    const whole = new Recorder(W, H);
    const wholeData = new PlotData();
    this.#data.reduce(series, scene.x);
    wholeData.reduce(series, scene.x);
    this.kept.clear();
    const from = this.#picture.paint(this.kept, this.#data, scene);
    new Picture().paint(whole, wholeData, scene);
    expect(this.kept.clippedAt).toBe(from);
    // Right of the clip both paint the same. Left of it is the former picture, moved.
    const painted = differing(
      { inks: this.kept.inks, from, to: W },
      { inks: whole.inks, from, to: W },
    );
    const left = { inks: whole.inks, from: 0, to: from };
    const former = { inks: this.#former?.inks ?? [], from: 0, to: from, by: -this.kept.moved };
    const moved = from === 0 ? 0 : differing(former, left);
    this.#former = whole;
    return { from, off: painted + moved };
  }
}

describe.each([
  ['lines', lines, 30],
  ['rates', rates, 20],
  ['ribbons', ribbons, 30],
] as const)('%s', (_, make, high) => {
  test('a moved picture equals a new one', () => {
    const plot = make();
    const both = new Both();
    let moved = 0;
    // A quarter of a pixel of data a frame, and a pixel of time every fourth.
    for (let frame = 0; frame < 240; frame++) {
      const { from, off } = both.paint(plot(6001 + 5 * frame), Math.floor(frame / 4) * 0.2, high);
      expect(off, `frame ${frame}`).toBe(0);
      if (frame > 0 && frame % 4 !== 0) {
        expect(from, `frame ${frame}`).toBeGreaterThan(W / 2);
        moved++;
      }
    }
    expect(moved).toBe(180);
  });

  test('it equals a new picture while it fills, and after jumps', () => {
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
      expect(both.paint(plot(length), t0, high).off, `${length} at ${t0}`).toBe(0);
    }
  });

  test('it equals a new picture after any sequence of changes', () => {
    const plot = make();
    for (let seed = 1; seed <= 6; seed++) {
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
        expect(off, `seed ${seed}, frame ${frame}: ${length} at ${t0}`).toBe(0);
      }
    }
  });

  test('a new run erases the picture of the former one', () => {
    const plot = make();
    const both = new Both();
    both.paint(plot(5000), 0, high);
    for (const length of [1, 4, 300, 0])
      expect(both.paint(plot(length), 0, high).off, `${length}`).toBe(0);
  });

  test('a run without data erases all columns', () => {
    const plot = make();
    const both = new Both();
    both.paint(plot(5000), 0, high);
    expect(both.paint(plot(0), 0, high)).toEqual({ from: 0, off: 0 });
  });

  test('another axis paints all columns', () => {
    const plot = make();
    const both = new Both();
    both.paint(plot(5000), 0, high);
    const same = both.paint(plot(5000), 0, high);
    expect(same.from).toBeGreaterThan(0);
    const other = both.paint(plot(5000), 0, 2 * high);
    expect(other).toEqual({ from: 0, off: 0 });
  });
});

test('a line that is moved to later times is erased where it was', () => {
  const both = new Both();
  const [line] = lines()(5000);
  for (const startS of [0, 1.5, 30, 70, 12]) {
    const moved = line.kind === 'line' && { ...line, column: { ...line.column, startS } };
    expect(both.paint(moved ? [moved] : [], 0, 30), `${startS}`).toEqual({ from: 0, off: 0 });
  }
});

test('ribbons that disappear are erased', () => {
  const both = new Both();
  const plot = ribbons();
  both.paint(plot(5000), 0, 30);
  const without = plot(5000).map((s) => ({ ...s, ribbons: undefined }));
  expect(both.paint(without, 0, 30)).toEqual({ from: 0, off: 0 });
  expect(both.paint(plot(5000), 0, 30)).toEqual({ from: 0, off: 0 });
});

test('after a reduction that was not painted, the whole picture is painted', () => {
  const data = new PlotData();
  const picture = new Picture();
  const plot = lines();
  const g = new Recorder(W, H);
  const paint = (length: number, isPainted: boolean): number => {
    const scene: Scene = {
      series: plot(length),
      x: xScale(0, SPAN_S, 0, W),
      rows: [yScale('linear', [0, 30], H - 2, 2)],
      look: LOOK,
      grid: [],
      gridColour: 'grey',
    };
    data.reduce(scene.series, scene.x);
    return isPainted ? picture.paint(g, data, scene) : NaN;
  };
  paint(1000, true);
  expect(paint(1001, true)).toBeGreaterThan(0);
  paint(3000, false);
  expect(paint(3001, true)).toBe(0);
});
