import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { QUEUE_KINDS, QUEUES } from '../sim/scenario.generated';
import { laneStyles, manyStyles } from './lanes';

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
  const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
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
  const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
  for (const { colour } of manyStyles(7)) expect(css).toContain(`${colour.slice(4, -1)}:`);
});
