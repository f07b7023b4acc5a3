import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { QUEUE_KINDS, QUEUES } from '../document/scenario.generated';
import { COLOURS, laneStyles, manyStyles } from './lane-styles';

const look = (kinds: readonly string[]) =>
  laneStyles(kinds).map((s) => `${s.colour} ${s.dash.join(' ')}`);

test('a kind has the same style in every lane', () => {
  const [tail, codel] = laneStyles(['droptail', 'codel']);
  const [codel2, tail2] = laneStyles(['codel', 'droptail']);
  expect(tail).toEqual(tail2);
  expect(codel).toEqual(codel2);
  expect(tail.colour).toBe('var(--lane-orange)');
});

test.each([
  [['codel', 'codel', 'codel', 'codel', 'codel', 'codel']],
  [QUEUE_KINDS.slice(0, 6)],
  [['blue', 'pi', 'avq', 'fqCodel', 'cobalt', 'dualpi2']],
  [['pie', 'blue', 'pie', 'blue', 'pie', 'pie']],
])('the lanes of %j have distinct styles', (kinds) => {
  expect(new Set(look(kinds)).size).toBe(kinds.length);
});

test.each([
  [['codel', 'codel', 'codel', 'codel', 'codel', 'codel']],
  [['droptail', 'codel', 'droptail', 'red', 'pie', 'codel']],
])('no two of %j have the same dash', (kinds) => {
  expect(new Set(laneStyles(kinds).map((s) => s.dash.join(' '))).size).toBe(kinds.length);
});

test('the first six disciplines have distinct dashes, for people who do not see colours', () => {
  const kinds = QUEUE_KINDS.slice(0, 6);
  const dashes = laneStyles(kinds).map((s) => s.dash.join(' '));
  expect(new Set(dashes).size).toBe(kinds.length);
});

test('a discipline that declares no look gets an unused one', () => {
  const [codel, unknown] = laneStyles(['codel', 'no-such-discipline']);
  expect(unknown.dash).not.toEqual(codel.dash);
  expect(unknown.colour).not.toBe(codel.colour);
});

test('every colour that a discipline declares is a token', () => {
  const css = readFileSync(new URL('../../kit/styles/tokens.css', import.meta.url), 'utf8');
  for (const queue of Object.values(QUEUES))
    if ('colour' in queue) expect(css).toContain(`--lane-${queue.colour}:`);
});

/** All ways to take `count` of `list`. */
function subsets<T>(list: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return list.flatMap((one, i) =>
    subsets(list.slice(i + 1), count - 1).map((rest) => [one, ...rest]),
  );
}

test('any six disciplines have six colours and six dashes', () => {
  const all = subsets(QUEUE_KINDS, 6);
  expect(all.length).toBeGreaterThan(200);
  for (const kinds of all) {
    const styles = laneStyles(kinds);
    for (const values of [styles.map((s) => s.colour), styles.map((s) => s.dash.join(' '))])
      expect(new Set(values).size, kinds.join(' ')).toBe(6);
  }
});

test('no two disciplines declare the same look', () => {
  const declared = QUEUE_KINDS.map((kind) => look([kind])[0]);
  expect(new Set(declared).size).toBe(QUEUE_KINDS.length);
});

test('up to 42 curves that are not lanes have distinct styles', () => {
  const all = manyStyles(42).map((s) => `${s.colour} ${s.dash.join(' ')}`);
  expect(new Set(all).size).toBe(42);
  const css = readFileSync(new URL('../../kit/styles/tokens.css', import.meta.url), 'utf8');
  for (const { colour } of manyStyles(7)) expect(css).toContain(`${colour.slice(4, -1)}:`);
});

const css = readFileSync(new URL('../../kit/styles/tokens.css', import.meta.url), 'utf8');
const THEMES = ['light', 'dark'] as const;

/** Returns the place of a colour of a theme in OKLab. */
function placeOf(name: string, theme: (typeof THEMES)[number]): readonly number[] {
  const pair = new RegExp(`--lane-${name}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(css)!;
  const hex = pair[theme === 'light' ? 1 : 2];
  const [r, g, b] = [0, 2, 4].map((at) => {
    const c = parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((value, i) => value - b[i]));

test('the places of the colours are those of the tokens', () => {
  for (const [name, place] of Object.entries(COLOURS))
    expect(distance(place, placeOf(name, 'light')), name).toBeLessThan(0.02);
});

test.each(THEMES)('any six disciplines, and six lanes of each, can be told apart: %s', (theme) => {
  const places = new Map(
    Object.keys(COLOURS).map((name) => [`var(--lane-${name})`, placeOf(name, theme)]),
  );
  const alike = QUEUE_KINDS.map((kind) => Array.from({ length: 6 }, () => kind));
  const least = (kinds: readonly string[]): number => {
    const own = laneStyles(kinds).map(({ colour }) => places.get(colour)!);
    return Math.min(...own.flatMap((a, i) => own.slice(i + 1).map((b) => distance(a, b))));
  };
  const seen = [...alike, ...subsets(QUEUE_KINDS, 6)].map((kinds) => ({
    kinds: kinds.join(' '),
    least: least(kinds),
  }));
  expect(seen.filter(({ least }) => least < 0.1)).toEqual([]);
});
