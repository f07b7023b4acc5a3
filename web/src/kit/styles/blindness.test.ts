/**
 * The colours as people with a colour vision deficiency see them. The matrices are those of Machado, Oliveira and Fernandes (2009),
 * "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15(6), Table 1, severity 1.0, for linear RGB.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { QUEUE_KINDS } from '../../core/document/scenario.generated';
import { laneStyles, manyStyles } from '../../core/content/lane-styles';

const MACHADO = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;
type Kind = keyof typeof MACHADO;
const KINDS = Object.keys(MACHADO) as Kind[];
const THEMES = ['light', 'dark'] as const;

/**
 * Two colours closer than this in OKLab need a second sign, such as a dash. For people who see all colours, lanes.test.ts holds the lanes
 * farther apart than this.
 */
const APART = 0.1;

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([\w-]+):\s*light-dark\(#([0-9a-f]{6}),\s*#([0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name, { light, dark }],
  ),
);
const LANES = [...tokens.keys()].filter((name) => name.startsWith('lane-'));

const times = (matrix: readonly (readonly number[])[], v: readonly number[]): number[] =>
  matrix.map((row) => row.reduce((sum, factor, i) => sum + factor * v[i], 0));

/** Returns a colour in linear RGB. */
const linear = (hex: string): number[] =>
  [0, 2, 4].map((at) => {
    const c = parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });

/** Returns the place of linear RGB in OKLab (Ottosson 2020). */
function place(rgb: readonly number[]): number[] {
  const toCones = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ];
  const toLab = [
    [0.2104542553, 0.793617785, -0.0040720468],
    [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766],
  ];
  return times(toLab, times(toCones, rgb).map(Math.cbrt));
}

/** Returns how far apart two colours are for a person with a deficiency, or for one without. */
function apart(a: string, b: string, theme: (typeof THEMES)[number], kind?: Kind): number {
  const [x, y] = [a, b].map((name) => {
    const rgb = linear(tokens.get(name)![theme]);
    const seen = kind ? times(MACHADO[kind], rgb) : rgb;
    return place(seen.map((c) => Math.min(1, Math.max(0, c))));
  });
  return Math.hypot(...x.map((value, i) => value - y[i]));
}

const pairsOf = <T>(list: readonly T[]): [T, T][] =>
  list.flatMap((a, i) => list.slice(i + 1).map((b): [T, T] => [a, b]));

test('the simulation keeps greys, and joins the colours that its deficiency confuses', () => {
  for (const kind of KINDS)
    for (const row of MACHADO[kind])
      expect(row.reduce((a: number, b) => a + b, 0)).toBeCloseTo(1, 4);
  // Red and green of equal lightness are one colour without green cones, and blue and green without blue ones.
  const distance = (a: string, b: string, kind: Kind): number =>
    Math.hypot(
      ...place(times(MACHADO[kind], linear(a)).map((c) => Math.max(0, c))).map(
        (v, i) => v - place(times(MACHADO[kind], linear(b)).map((c) => Math.max(0, c)))[i],
      ),
    );
  expect(distance('b07050', '848650', 'deuteranopia')).toBeLessThan(0.06);
  expect(distance('b07050', '848650', 'tritanopia')).toBeGreaterThan(0.1);
});

describe.each(THEMES)('%s theme', (theme) => {
  /** Pairs of lane colours that at least one deficiency brings closer than the threshold. */
  const close = new Set(
    pairsOf(LANES)
      .filter(([a, b]) => KINDS.some((kind) => apart(a, b, theme, kind) < APART))
      .map((pair) => pair.join(' ')),
  );

  test('some lane colours are close, so the dashes below are needed', () => {
    expect(close.size).toBeGreaterThan(0);
    // Nobody relies on more than that: most pairs stay apart.
    expect(close.size).toBeLessThan(pairsOf(LANES).length / 2);
  });

  test('lanes whose colours are close have different dashes, for all pairs of disciplines', () => {
    const nameOf = (colour: string): string => colour.slice('var(--'.length, -1);
    const wrong: string[] = [];
    const check = (kinds: readonly string[]): void => {
      for (const [a, b] of pairsOf(laneStyles(kinds))) {
        const names = [nameOf(a.colour), nameOf(b.colour)];
        const isClose = close.has(names.join(' ')) || close.has(names.toReversed().join(' '));
        if (isClose && a.dash.join() === b.dash.join()) wrong.push(kinds.join(' '));
      }
    };
    for (const [a, b] of pairsOf(QUEUE_KINDS)) {
      check([a, b]);
      check([a, b, a, b, a, b]);
    }
    for (const kind of QUEUE_KINDS) check(Array.from({ length: 6 }, () => kind));
    expect(wrong).toEqual([]);
  });

  test('up to six curves that are not lanes differ by dashes', () => {
    expect(new Set(manyStyles(6).map(({ dash }) => dash.join())).size).toBe(6);
  });

  test('the steps of a heatmap keep their order of lightness', () => {
    for (const kind of KINDS) {
      const lightness = [0, 1, 2, 3, 4, 5, 6].map(
        (step) => place(times(MACHADO[kind], linear(tokens.get(`heat-${step}`)![theme])))[0],
      );
      const sorted = [...lightness].sort((a, b) => (theme === 'light' ? b - a : a - b));
      expect(lightness, kind).toEqual(sorted);
    }
  });
});

/**
 * Other colours that stand beside each other, and what else tells them apart: a text that this file of the page must have. `ok`, `near`
 * and `off` are agreement in tables of papers; `burst` is the watched flow of the queue view, in a lane's frame; `accent` is a link.
 */
const CARRIERS: readonly (readonly [a: string, b: string, file: string, carrier: RegExp])[] = [
  ['ok', 'near', 'sections/papers/cells.ts', /GLYPHS = \{ near: \['△', '▽'\]/],
  ['ok', 'off', 'sections/papers/cells.ts', /off: \['▲', '▼'\]/],
  ['near', 'off', 'sections/papers/cells.ts', /near: \['△', '▽'\], off: \['▲', '▼'\]/],
  ['ok-bg', 'near-bg', 'sections/papers/cells.ts', /GLYPHS/],
  ['ok-bg', 'off-bg', 'sections/papers/cells.ts', /GLYPHS/],
  ['near-bg', 'off-bg', 'sections/papers/cells.ts', /GLYPHS/],
  ['burst', 'lane-orange', 'live/queue/FlowSwatch.svelte', /PATTERNS\[face\.pattern\]/],
  ['burst', 'ok', 'sections/story/Options.svelte', />\{words\.right\}</],
  ['accent', 'ink', 'live/goals/GoalsPanel.svelte', /text-decoration: underline/],
];

test('other colours that come close have another carrier', () => {
  const close = CARRIERS.filter(([a, b]) =>
    THEMES.some((theme) => KINDS.some((kind) => apart(a, b, theme, kind) < APART)),
  );
  // The grades are among them, so the list is needed.
  expect(close.length).toBeGreaterThan(2);
  for (const [a, b, file, carrier] of close)
    expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'), `${a}, ${b}`).toMatch(
      carrier,
    );
});
