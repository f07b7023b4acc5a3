import { expect, test } from 'vitest';
import type { Change } from './scenario';
import rules from './rules.generated.json' with { type: 'json' };
import { movable, moved, nextTick, passed, put, tickFrom } from './timeline';

const change = (atS: number, set: string, to: unknown = 0): Change => ({ atS, set, to });

test('a live change takes effect at the first whole millisecond after now', () => {
  expect(nextTick(0)).toBe(0.001);
  expect(nextTick(12.345)).toBe(12.346);
  expect(nextTick(12.3451)).toBe(12.346);
  expect(nextTick(0.1 + 0.2)).toBe(0.301);
  expect(tickFrom(12.345)).toBe(12.345);
  expect(tickFrom(12.3451)).toBe(12.346);
});

test('changes are in order of time, and at equal times in the order of their creation', () => {
  const timeline = [change(1, 'a'), change(2, 'b'), change(2, 'c')];
  expect(put(timeline, change(2, 'd')).map((c) => c.set)).toEqual(['a', 'b', 'c', 'd']);
  expect(put(timeline, change(1.5, 'd')).map((c) => c.set)).toEqual(['a', 'd', 'b', 'c']);
  expect(put(timeline, change(0, 'd')).map((c) => c.set)).toEqual(['d', 'a', 'b', 'c']);
});

test('a new change replaces one of the same parameter and time, and is put last', () => {
  const timeline = put(put(put([], change(1, 'a', 1)), change(1, 'b', 2)), change(1, 'a', 3));
  expect(timeline).toEqual([change(1, 'b', 2), change(1, 'a', 3)]);
});

test('a change of the whole queue replaces changes of its parameters at the same time', () => {
  const timeline = [
    change(1, 'queues.0.ecn', true),
    change(2, 'queues.0', { kind: 'red' }),
    change(2, 'queues.0.ecn', true),
    change(2, 'queues.01.ecn', true),
  ];
  const kept = put(timeline, change(2, 'queues.0', { kind: 'droptail' }));
  expect(kept.map(({ atS, set }) => [atS, set])).toEqual([
    [1, 'queues.0.ecn'],
    [2, 'queues.01.ecn'],
    [2, 'queues.0'],
  ]);
});

test('a change applies from its own time on', () => {
  const timeline = [change(1, 'a'), change(2, 'b')];
  expect([0.999, 1, 1.5, 2, 9].map((t) => passed(timeline, t))).toEqual([0, 1, 1, 2, 2]);
});

test('changes move together, within the bounds of the run, and in order of time', () => {
  const timeline = [change(2, 'a'), change(5, 'b'), change(6, 'b'), change(9, 'c')];
  expect(movable(timeline, [1, 2], 3, 20)).toBe(3);
  expect(movable(timeline, [1, 2], -8, 20)).toBe(-5);
  expect(movable(timeline, [1, 2], 30, 20)).toBe(14);
  expect(movable(timeline, [0], 0.12345, 20)).toBe(0.123);
  const later = moved(timeline, [1, 2], 3.5);
  expect(later.map((c) => [c.atS, c.set])).toEqual([
    [2, 'a'],
    [8.5, 'b'],
    [9, 'c'],
    [9.5, 'b'],
  ]);
  expect(timeline.map((c) => c.atS)).toEqual([2, 5, 6, 9]);
});

test('a change that is moved onto another of its path and time replaces it', () => {
  const timeline = [change(2, 'a', 1), change(5, 'a', 2), change(5, 'b', 3)];
  expect(moved(timeline, [0], 3)).toEqual([change(5, 'b', 3), change(5, 'a', 1)]);
});

test('a change replaces the same changes as in the simulator', () => {
  expect(rules.timeline.length).toBeGreaterThan(20);
  for (const { before, change, after } of rules.timeline) {
    expect(put(before, change)).toEqual(after);
  }
});
