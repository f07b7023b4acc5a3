import { expect, test } from 'vitest';
import { laneStyles } from './lanes';

const look = (kinds: string[]) => laneStyles(kinds).map((s) => `${s.colour} ${s.dash.join(' ')}`);

test('known kinds wear their own style, wherever they stand', () => {
  const [tail, codel] = laneStyles(['droptail', 'codel']);
  const [codel2, tail2] = laneStyles(['codel', 'droptail']);
  expect(tail).toEqual(tail2);
  expect(codel).toEqual(codel2);
  expect(tail.colour).toBe('var(--lane-tail)');
});

test.each([
  [['codel', 'codel', 'codel', 'codel', 'codel', 'codel']],
  [['droptail', 'red', 'ared', 'codel', 'pie', 'duk']],
  [['blue', 'pi', 'avq', 'fqCodel', 'cobalt', 'dualpi2']],
  [['pie', 'blue', 'pie', 'blue', 'pie', 'pie']],
])('no two of %j look alike', (kinds) => {
  expect(new Set(look(kinds)).size).toBe(kinds.length);
});

test.each([
  [['codel', 'codel', 'codel', 'codel', 'codel', 'codel']],
  [['droptail', 'codel', 'droptail', 'red', 'pie', 'codel']],
])('no two of %j have the same dash', (kinds) => {
  expect(new Set(laneStyles(kinds).map((s) => s.dash.join(' '))).size).toBe(kinds.length);
});

test('known styles differ in dash alone, for those who see no colour', () => {
  const dashes = laneStyles(['droptail', 'red', 'ared', 'codel', 'pie', 'duk']).map((s) =>
    s.dash.join(' '),
  );
  expect(new Set(dashes).size).toBe(6);
});
