import { describe, expect, test } from 'vitest';
import { pack, Raster } from './raster';

const BLACK = pack(0, 0, 0);
const WHITE = pack(255, 255, 255);

function blank(width: number, height: number): Raster {
  const g = new Raster(width, height);
  g.clear(BLACK);
  return g;
}

/** How much of pixel (x, y) is white, 0 to 1. */
const share = (g: Raster, x: number, y: number): number => (g.pixels[y * g.width + x] & 255) / 255;

function area(g: Raster): number {
  return g.pixels.reduce((sum, p) => sum + (p & 255) / 255, 0);
}

function stroke(g: Raster, width: number, ...lines: number[][]): void {
  g.segments(Float64Array.from(lines.flat()), lines.length, width);
  g.stroke(WHITE);
}

describe('strokes', () => {
  test('cover length times width, in every direction', () => {
    for (let angle = 0; angle < 360; angle += 7.3) {
      const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
      const g = blank(120, 120);
      stroke(g, 1.6, [60.3, 59.8, 60.3 + 45 * c, 59.8 + 45 * s]);
      // Ends are cut upright or level, which does not change the area.
      expect(area(g) / (45 * 1.6), `at ${angle} degrees`).toBeCloseTo(1, 1);
    }
  });

  test('a level line lies where it should, to the fraction of a pixel', () => {
    const g = blank(8, 8);
    stroke(g, 1, [2, 3.25, 6, 3.25]);
    expect(share(g, 3, 2)).toBeCloseTo(0.25, 1);
    expect(share(g, 3, 3)).toBeCloseTo(0.75, 1);
    expect(share(g, 3, 4)).toBe(0);
    expect(share(g, 1, 3)).toBe(0);
    expect(share(g, 6, 3)).toBe(0);
  });

  test('pieces of one line join without a seam', () => {
    const [whole, pieces] = [blank(60, 20), blank(60, 20)];
    stroke(whole, 1.6, [2, 5, 58, 12]);
    const cuts = [0, 0.13, 0.31, 0.36, 0.62, 0.9, 1].map((k) => [2 + 56 * k, 5 + 7 * k]);
    stroke(pieces, 1.6, ...cuts.slice(1).map((to, i) => [...cuts[i], ...to]));
    const worst = whole.pixels.reduce(
      (most, p, i) => Math.max(most, Math.abs((p & 255) - (pieces.pixels[i] & 255))),
      0,
    );
    // Each piece rounds to 1/255 on its own.
    expect(worst).toBeLessThanOrEqual(3);
  });

  test('an upright jump is drawn as wide as the line', () => {
    const g = blank(20, 40);
    stroke(g, 2, [10, 5, 10, 35]);
    for (const y of [5, 20, 34]) {
      expect(share(g, 9, y)).toBeCloseTo(1, 1);
      expect(share(g, 10, y)).toBeCloseTo(1, 1);
      expect(share(g, 8, y)).toBe(0);
    }
    expect(share(g, 9, 4)).toBe(0);
    expect(share(g, 9, 35)).toBe(0);
  });

  test.each([
    ['outside', [-50, -50, -10, -20]],
    ['across', [-50, -50, 90, 90]],
    ['above', [2, -1e6, 18, -1e6]],
    ['to the sky', [10, 10, 10, -1e7]],
    ['a gap', [2, NaN, 18, 5]],
    ['a point', [5, 5, 5, 5]],
  ])('%s: no harm is done', (_, line) => {
    const g = blank(20, 20);
    stroke(g, 1.6, line);
    expect(g.pixels.every((p) => p >>> 24 === 255)).toBe(true);
  });

  test('what was stroked is forgotten', () => {
    const g = blank(20, 20);
    stroke(g, 2, [0, 10, 20, 10], [10, 0, 10, 20]);
    g.clear(BLACK);
    g.stroke(WHITE);
    expect(area(g)).toBe(0);
  });
});

describe('bands', () => {
  const flat = (...v: number[]): Float32Array => Float32Array.from(v);

  test('blend once, with fractions at the ends', () => {
    const g = blank(8, 10);
    g.band(0, 8, flat(2.5, 2.5), flat(6.25, 6.25), 2, WHITE, 0.5, 0);
    expect([1, 2, 3, 5, 6, 7].map((y) => +share(g, 4, y).toFixed(2))).toEqual([
      0, 0.25, 0.5, 0.5, 0.12, 0,
    ]);
  });

  test('keep the height of a peak of one point', () => {
    for (let x0 = -3; x0 < 0; x0 += 0.17) {
      const g = blank(40, 100);
      const tops = flat(90, 90, 90, 90, 90, 90, 90, 90, 10, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90);
      g.band(x0, 2.3, tops, flat(...Array<number>(19).fill(95)), 19, WHITE, 1, 0);
      const tallest = g.pixels.findIndex((p) => (p & 255) > 0);
      expect(Math.floor(tallest / 40)).toBe(10);
    }
  });

  test('leave out gaps, and what the line covers', () => {
    const g = blank(30, 10);
    g.band(0, 10, flat(2, NaN, 2, 2), flat(8, 8, 8, 8), 4, WHITE, 1, 0);
    expect([5, 15, 25].map((x) => share(g, x, 5) > 0)).toEqual([false, false, true]);
    g.clear(BLACK);
    g.band(0, 10, flat(2, 2, 2, 2), flat(3, 3, 3, 3), 4, WHITE, 1, 1.6);
    expect(area(g)).toBe(0);
  });
});

test('bars cover their area', () => {
  const g = blank(20, 20);
  g.bar(3.3, 5.9, 4.5, 17.2);
  g.stroke(WHITE);
  expect(area(g)).toBeCloseTo(2.6 * 12.7, 0);
});

test('rings are hollow, discs are not', () => {
  const g = blank(20, 20);
  g.ring(10, 10, 4, 1.5);
  g.stroke(WHITE);
  expect(share(g, 10, 10)).toBe(0);
  expect(share(g, 13, 10)).toBeGreaterThan(0.7);
  expect(area(g)).toBeGreaterThan(0.9 * 2 * Math.PI * 4 * 1.5);
  expect(area(g)).toBeLessThan(1.1 * 2 * Math.PI * 4 * 1.5);
  g.ring(10, 10, 4, 0);
  g.stroke(WHITE);
  expect(share(g, 10, 10)).toBe(1);
});

test('squares and diamonds are other shapes of the same size', () => {
  const corner = (shape: 'circle' | 'square' | 'diamond'): number => {
    const g = blank(20, 20);
    g.ring(10, 10, 5, 0, shape);
    g.stroke(WHITE);
    expect(area(g), shape).toBeGreaterThan(65);
    expect(area(g), shape).toBeLessThan(90);
    return [share(g, 13, 13), share(g, 14, 14)].filter((s) => s > 0.5).length;
  };
  expect([corner('square'), corner('circle'), corner('diamond')]).toEqual([2, 1, 0]);
  const g = blank(20, 20);
  g.ring(10, 10, 5, 1.5, 'square');
  g.stroke(WHITE);
  expect(share(g, 10, 10)).toBe(0);
  expect(share(g, 14, 14)).toBeGreaterThan(0.5);
});

test('colours are mixed channel by channel', () => {
  const g = new Raster(1, 1);
  g.clear(pack(10, 200, 60));
  g.band(0, 2, Float32Array.of(0, 0), Float32Array.of(1, 1), 2, pack(250, 100, 0), 0.5, 0);
  const p = g.pixels[0];
  expect([p & 255, (p >> 8) & 255, (p >> 16) & 255, p >>> 24]).toEqual([130, 150, 30, 255]);
});
