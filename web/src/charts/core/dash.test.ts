import { describe, expect, test } from 'vitest';
import { dashLine, dashPattern, DashTrail, Segments } from './dash';

/** The drawn stretches of a level line with points one apart, "from-to" with touching pieces joined. */
function strokes(dash: number[], step: number, points: number, start = 0): string {
  const out = new Segments();
  const y = new Float32Array(points);
  const along = Float32Array.from(y, (_, i) => start + i * step);
  dashLine({ x0: 0, step, y, length: points, begin: 0, along }, dashPattern(dash), 3, out);
  const joined: [number, number][] = [];
  for (let i = 0; i < 4 * out.count; i += 4) {
    const [from, to] = [out.data[i], out.data[i + 2]];
    const last = joined.at(-1);
    if (last && Math.abs(last[1] - from) < 1e-3) last[1] = to;
    else joined.push([from, to]);
  }
  return joined.map(([a, b]) => `${+a.toFixed(2)}-${+b.toFixed(2)}`).join(' ');
}

describe('a dashed line', () => {
  test.each<[string, number[], number, number, number, string]>([
    ['solid', [], 5, 3, 0, '0-10'],
    ['in one piece', [4, 2], 13, 2, 0, '0-4 6-10 12-13'],
    ['in many pieces', [4, 2], 1, 14, 0, '0-4 6-10 12-13'],
    ['in odd pieces', [4, 2], 2.6, 6, 0, '0-4 6-10 12-13'],
    ['from within a dash', [4, 2], 10, 2, 3, '0-1 3-7 9-10'],
    ['from within a gap', [4, 2], 10, 2, 5, '1-5 7-10'],
    ['dash and dot', [5, 2, 1, 2], 20, 2, 0, '0-5 7-8 10-15 17-18'],
    ['an odd list is repeated', [3], 10, 2, 0, '0-3 6-9'],
    ['at negative phase', [4, 2], 6, 2, -2, '2-6'],
  ])('%s', (_, dash, step, points, start, expected) => {
    expect(strokes(dash, step, points, start)).toBe(expected);
  });

  test('is drawn over its share of each period, however it is cut', () => {
    for (let step = 0.35; step < 40; step *= 1.37) {
      const points = Math.floor(1300 / step) + 1;
      const drawn = strokes([9, 4], step, points)
        .split(' ')
        .map((s) => s.split('-').map(Number))
        .reduce((sum, [from, to]) => sum + to - from, 0);
      expect(drawn / ((points - 1) * step)).toBeCloseTo(9 / 13, 1);
    }
  });

  test('breaks at gaps; a point between two gaps is drawn on its own', () => {
    const out = new Segments();
    const y = Float32Array.of(1, 1, NaN, 1, NaN, 1, 1);
    dashLine({ x0: 0, step: 10, y, length: 7, begin: 0, along: y }, dashPattern([]), 4, out);
    const pieces = Array.from({ length: out.count }, (_, i) => [
      out.data[4 * i],
      out.data[4 * i + 2],
    ]);
    expect(pieces).toEqual([
      [0, 10],
      [28, 32],
      [50, 60],
    ]);
  });

  test('a jump of a thousand dashes fits', () => {
    const out = new Segments();
    const along = Float32Array.of(0, 50_000);
    dashLine(
      { x0: 0, step: 1, y: Float32Array.of(0, 50_000), length: 2, begin: 0, along },
      dashPattern([2, 3]),
      1,
      out,
    );
    expect(out.count).toBe(10_000);
  });
});

describe('the phase of a bin', () => {
  const heights = (bin: number): number => 10 * Math.sin(bin / 3) + 3 * Math.sin(bin);

  function frame(trail: DashTrail, first: number, length: number, key: number[]): number[] {
    const along = trail.reserve(length);
    along[0] = 0;
    for (let b = 1; b < length; b++) {
      along[b] = along[b - 1] + Math.hypot(2, heights(first + b) - heights(first + b - 1));
    }
    trail.anchor(first, length, 13, key);
    return [...trail.along.subarray(0, length)].map((u) => u - Math.floor(u / 13) * 13);
  }

  const apart = (a: number, b: number): number => Math.min(Math.abs(a - b), 13 - Math.abs(a - b));

  test.each([
    ['forth', 1],
    ['forth in leaps', 37],
    ['back', -1],
  ])('stays while the window scrolls %s', (_, stride) => {
    const trail = new DashTrail();
    let first = 500;
    let before = frame(trail, first, 200, [2, 1]);
    for (let i = 0; i < 40; i++) {
      const next = first + stride;
      const now = frame(trail, next, 200, [2, 1]);
      const shared = Math.max(first, next) + 80;
      expect(apart(now[shared - next], before[shared - first])).toBeLessThan(0.02);
      [first, before] = [next, now];
    }
  });

  test('starts anew when the zoom changes', () => {
    const trail = new DashTrail();
    frame(trail, 0, 100, [2, 1]);
    frame(trail, 30, 100, [2, 1]);
    expect(frame(trail, 30, 100, [2.5, 1])[0]).toBe(0);
  });

  test('rounding of the window is no zoom', () => {
    const trail = new DashTrail();
    const before = frame(trail, 0, 100, [2, 1]);
    const now = frame(trail, 30, 100, [2 * (1 + 1e-12), 1]);
    expect(apart(now[0], before[30])).toBeLessThan(0.02);
  });
});
