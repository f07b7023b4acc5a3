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

  /** Phases of the bins; before `from`, of which only the last is known, NaN. */
  function frame(
    trail: DashTrail,
    first: number,
    length: number,
    key: number[],
    from = 0,
  ): number[] {
    const wanted = trail.begin(first, length, from, 13, key);
    // What is not wanted must not matter.
    const known = Float32Array.from({ length }, (_, b) => (b < wanted ? NaN : heights(first + b)));
    trail.measure(known, 2);
    return Array.from({ length }, (_, b) => {
      const u = trail.along[b];
      return b < from - 1 ? NaN : u - Math.floor(u / 13) * 13;
    });
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

  test('is the same where only the end is measured again', () => {
    const [whole, parts] = [new DashTrail(), new DashTrail()];
    for (let i = 0; i < 300; i++) {
      const [first, from] = [500 + 3 * i, i === 0 || i % 50 === 49 ? 0 : 190];
      const expected = frame(whole, first, 200, [2, 1]);
      const phases = frame(parts, first, 200, [2, 1], from);
      expect(phases[199]).not.toBeNaN();
      for (let b = Math.max(0, from - 1); b < 200; b++)
        expect(apart(phases[b], expected[b]), `frame ${i}, bin ${b}`).toBeLessThan(0.02);
    }
  });

  test('is measured as far back as it is drawn, and stays then, too', () => {
    const trail = new DashTrail();
    const before = frame(trail, 100, 100, [2, 1]);
    frame(trail, 110, 100, [2, 1], 60);
    // Back to where it was before, and further.
    const now = frame(trail, 80, 100, [2, 1]);
    expect(apart(now[50], before[30])).toBeLessThan(0.02);
  });

  test('stays through frames in which nothing of the line is drawn, or nothing is left of it', () => {
    const trail = new DashTrail();
    const before = frame(trail, 0, 600, [2, 1]);
    for (const from of [600, 601, 5000]) {
      expect(trail.begin(200, 400, from, 13, [2, 1])).toBe(399);
      trail.measure(new Float32Array(400), 2);
    }
    const now = frame(trail, 150, 700, [2, 1], 400);
    expect(apart(now[400], before[550])).toBeLessThan(0.02);
    for (const from of [0, 1, 300]) {
      expect(new DashTrail().begin(0, 0, from, 13, [2, 1])).toBe(0);
      expect(trail.begin(150, 0, from, 13, [2, 1])).toBe(0);
      trail.measure(new Float32Array(0), 2);
    }
  });

  test('is exact however long the line goes on', () => {
    const trail = new DashTrail();
    let before = frame(trail, 0, 200, [2, 1]);
    for (let first = 40; first < 400_000; first += 40) {
      const now = frame(trail, first, 200, [2, 1], 150);
      expect(apart(now[152], before[192]), `bin ${first + 152}`).toBeLessThan(0.05);
      before = now;
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
