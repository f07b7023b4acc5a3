import { describe, expect, test } from 'vitest';
import { dashedPiece, dashPattern, DashTrail } from './dash';

/** Strokes a polyline with the length along it as phase; returns the drawn pieces as "from-to" along a flat line. */
function strokes(dash: number[], xs: number[], start = 0): string {
  const pieces: [number, number][] = [];
  const pen = {
    moveTo: (x: number) => void pieces.push([x, x]),
    lineTo: (x: number) => void (pieces.at(-1)![1] = x),
  };
  const pattern = dashPattern(dash);
  let down = false;
  for (let i = 1; i < xs.length; i++) {
    const [a, b] = [xs[i - 1], xs[i]];
    down = dashedPiece(pen, pattern, a, 0, b, 0, start + a, start + b, down);
  }
  return pieces.map(([a, b]) => `${+a.toFixed(3)}-${+b.toFixed(3)}`).join(' ');
}

describe('a dashed line', () => {
  test.each<[string, number[], number[], number, string]>([
    ['solid', [], [0, 5, 10], 0, '0-10'],
    ['in one piece', [4, 2], [0, 13], 0, '0-4 6-10 12-13'],
    ['in many pieces', [4, 2], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], 0, '0-4 6-10 12-13'],
    ['in odd pieces', [4, 2], [0, 3.3, 5.9, 6.1, 13], 0, '0-4 6-10 12-13'],
    ['from within a dash', [4, 2], [0, 10], 3, '0-1 3-7 9-10'],
    ['from within a gap', [4, 2], [0, 10], 5, '1-5 7-10'],
    ['dash and dot', [5, 2, 1, 2], [0, 20], 0, '0-5 7-8 10-15 17-18'],
    ['an odd list is repeated', [3], [0, 10], 0, '0-3 6-9'],
    ['at negative phase', [4, 2], [0, 6], -2, '2-6'],
  ])('%s', (_, dash, xs, start, expected) => {
    expect(strokes(dash, xs, start)).toBe(expected);
  });

  test('is drawn over the whole of its period share, however it is cut', () => {
    for (let cut = 0.05; cut < 3; cut += 0.0917) {
      const xs = Array.from({ length: Math.floor(1200 / cut) }, (_, i) => i * cut);
      const drawn = strokes([9, 4], xs)
        .split(' ')
        .reduce((sum, s) => sum + Number(s.split('-')[1]) - Number(s.split('-')[0]), 0);
      expect(drawn / xs.at(-1)!).toBeCloseTo(9 / 13, 1);
    }
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
