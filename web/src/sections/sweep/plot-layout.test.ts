import { expect, test } from 'vitest';
import { plotLayout } from './plot-layout';

test('one plot takes the whole room', () => {
  expect(plotLayout({ count: 1, width: 780, heights: [500], least: 250 })).toEqual({
    columns: 1,
    height: 474,
  });
});

test('five plots fill three columns of a wide screen, and two of a projector', () => {
  const wide = plotLayout({ count: 5, width: 780, heights: [525, 760], least: 250 });
  expect(wide.columns).toBe(3);
  expect(wide.height).toBeGreaterThan(190);
  const projector = plotLayout({ count: 5, width: 700, heights: [390, 640], least: 250 });
  expect(projector.columns).toBe(2);
  expect(projector.height).toBeGreaterThan(180);
});

test('many plots keep a height that can be read', () => {
  const many = plotLayout({ count: 24, width: 700, heights: [390, 640], least: 160 });
  expect(many).toEqual({ columns: 4, height: 150 });
});

test('plots of a phone are below each other, and not steep', () => {
  expect(plotLayout({ count: 5, width: 350, heights: [5 * 400], least: 250 })).toEqual({
    columns: 1,
    height: 280,
  });
});

test('plots never leave their room', () => {
  for (const count of [1, 2, 3, 5, 8, 12])
    for (const width of [330, 700, 1100])
      for (const room of [300, 500, 900]) {
        const { columns, height } = plotLayout({ count, width, heights: [room], least: 250 });
        const rows = Math.ceil(count / columns);
        if (height > 150) expect(rows * (height + 26) + (rows - 1) * 4).toBeLessThanOrEqual(room);
        expect(columns === 1 || (width - 12 * (columns - 1)) / columns >= 250).toBe(true);
      }
});
