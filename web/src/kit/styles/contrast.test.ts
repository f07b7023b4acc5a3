import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const tokens = new Map(
  [...css.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g)].map((m) => [
    m[1],
    { light: m[2], dark: m[3] },
  ]),
);
const lanes = [...tokens.keys()].filter((name) => name.startsWith('lane-'));

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2 contrast ratio, 1 to 21. */
function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function check(theme: Theme, fore: string, back: string, atLeast: number): void {
  const ratio = contrast(tokens.get(fore)![theme], tokens.get(back)![theme]);
  expect(ratio, `${fore} on ${back}, ${theme}: ${ratio.toFixed(2)}`).toBeGreaterThanOrEqual(
    atLeast,
  );
}

test('the formula agrees with known ratios', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

test('all ten lane colours are found', () => {
  expect(lanes).toHaveLength(10);
});

describe.each(THEMES)('%s theme', (theme) => {
  const surfaces = ['bg', 'panel', 'raised'];

  test.each(['ink', 'ink2', 'ink3', 'accent', 'warn', 'burst'])(
    '%s is readable text (4.5:1) everywhere',
    (ink) => {
      if (ink.startsWith('ink')) check(theme, ink, 'hover', 4.5);
      for (const surface of surfaces) check(theme, ink, surface, 4.5);
    },
  );

  test('text on filled controls and warnings is readable', () => {
    check(theme, 'bg', 'ink', 4.5);
    check(theme, 'warn', 'warn-bg', 4.5);
    check(theme, 'ink', 'warn-bg', 4.5);
  });

  test.each([0, 1, 2, 3, 4, 5, 6])('numbers in a heatmap of step %i are readable', (step) => {
    check(theme, step < 4 ? 'heat-low' : 'heat-high', `heat-${step}`, 4.5);
  });

  test.each(['ok', 'near', 'off'])('text on the ground of %s is readable', (grade) => {
    check(theme, grade, `${grade}-bg`, 4.5);
    check(theme, grade, 'panel', 4.5);
    check(theme, grade, 'bg', 4.5);
    check(theme, 'ink', `${grade}-bg`, 4.5);
  });

  test.each(lanes)('%s stands out from the plot (3:1)', (lane) => {
    check(theme, lane, 'panel', 3);
    check(theme, lane, 'bg', 3);
  });

  test('outlines of controls have a contrast of 3:1', () => {
    check(theme, 'edge', 'panel', 3);
    check(theme, 'edge', 'bg', 3);
  });

  test('no two lane colours are the same', () => {
    expect(new Set(lanes.map((lane) => tokens.get(lane)![theme])).size).toBe(lanes.length);
  });
});
