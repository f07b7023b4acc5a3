import { expect, test } from 'vitest';
import { ends, placeLabels, type LabelSpace } from './labels';

const SPACE: LabelSpace = { left: () => 0, right: 500, rows: 2, gap: 4, mergedWidth: () => 60 };

/** "a@100/0" is label a at 100 px in row 0; members of a shared label are joined. */
function placed(xs: number[], space: Partial<LabelSpace> = {}, width = 80): string {
  const labels = xs.map((x, i) => ({ id: String.fromCharCode(97 + i), x, width }));
  return placeLabels(labels, { ...SPACE, ...space })
    .map((p) => `${p.ids.join('')}@${Math.round(p.x)}/${p.row}`)
    .join(' ');
}

test.each<[string, number[], Partial<LabelSpace>, string]>([
  ['far apart: one row', [100, 200, 300], {}, 'a@100/0 b@200/0 c@300/0'],
  ['close: the second row', [100, 150], {}, 'a@100/0 b@150/1'],
  ['back to the first row when it is free', [100, 150, 200], {}, 'a@100/0 b@150/1 c@200/0'],
  ['three at once: two share', [100, 105, 110], {}, 'a@100/0 bc@108/1'],
  ['one row only: all share', [100, 105, 110], { rows: 1 }, 'abc@105/0'],
  ['pushed in from the edges', [5, 495], {}, 'a@40/0 b@460/0'],
  ['right of the title in the top row', [5, 10], { left: (row) => 50 * row }, 'a@40/0 b@90/1'],
  ['in order of time, not of the list', [300, 100], {}, 'b@100/0 a@300/0'],
  ['none', [], {}, ''],
  ['a plot narrower than its label', [10], { right: 30 }, 'a@40/0'],
])('%s', (_, xs, space, expected) => {
  expect(placed(xs, space)).toBe(expected);
});

test('labels never overlap, and all entries have one', () => {
  let s = 7;
  const random = (): number => (s = (s * 16807) % 2147483647) / 2147483647;
  for (let round = 0; round < 200; round++) {
    const labels = Array.from({ length: 1 + Math.floor(random() * 60) }, (_, i) => ({
      id: `m${i}`,
      x: random() * 500,
      width: 30 + random() * 90,
    }));
    const result = placeLabels(labels, SPACE);
    expect(result.flatMap((p) => p.ids).sort()).toEqual(labels.map((p) => p.id).sort());
    for (const p of result) {
      for (const q of result) {
        if (p === q || p.row !== q.row) continue;
        expect(Math.abs(p.x - q.x)).toBeGreaterThanOrEqual(
          (p.width + q.width) / 2 + SPACE.gap - 1e-9,
        );
      }
    }
  }
});

test('the end of a name, in which names of one discipline differ, is apart from what may be cut', () => {
  const names = ['AVQ · desired 0.9', 'AVQ · desired 0.95', 'AVQ · desired 0.98'].map(ends);
  expect(names.map(([, end]) => end)).toEqual(['0.9', '0.95', '0.98']);
  expect(new Set(names.map(([head]) => head)).size).toBe(1);
  expect(ends('CoDel')).toEqual(['CoDel', '']);
});
