import { expect, test } from 'vitest';
import type { Change } from './protocol';
import { nextTick, passed, put, tickFrom } from './score';

const change = (atS: number, set: string, to: unknown = 0): Change => ({ atS, set, to });

test('a live change takes effect at the first whole millisecond after now', () => {
  expect(nextTick(0)).toBe(0.001);
  expect(nextTick(12.345)).toBe(12.346);
  expect(nextTick(12.3451)).toBe(12.346);
  expect(nextTick(0.1 + 0.2)).toBe(0.301);
  expect(tickFrom(12.345)).toBe(12.345);
  expect(tickFrom(12.3451)).toBe(12.346);
});

test('changes stand in order of time, equal times in the order they were made', () => {
  const score = [change(1, 'a'), change(2, 'b'), change(2, 'c')];
  expect(put(score, change(2, 'd')).map((c) => c.set)).toEqual(['a', 'b', 'c', 'd']);
  expect(put(score, change(1.5, 'd')).map((c) => c.set)).toEqual(['a', 'd', 'b', 'c']);
  expect(put(score, change(0, 'd')).map((c) => c.set)).toEqual(['d', 'a', 'b', 'c']);
});

test('the last wish for a parameter and a time is the one that counts, and moves to the end', () => {
  const score = put(put(put([], change(1, 'a', 1)), change(1, 'b', 2)), change(1, 'a', 3));
  expect(score).toEqual([change(1, 'b', 2), change(1, 'a', 3)]);
});

test('a change counts from its own time on', () => {
  const score = [change(1, 'a'), change(2, 'b')];
  expect([0.999, 1, 1.5, 2, 9].map((t) => passed(score, t))).toEqual([0, 1, 1, 2, 2]);
});
