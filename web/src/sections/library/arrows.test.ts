import { expect, test } from 'vitest';
import { neighbour } from './arrows';

/** Two grids below each other: five cards in columns of three, then two in columns of two. */
const cards = [
  [0, 0],
  [100, 0],
  [200, 0],
  [0, 50],
  [100, 50],
  [0, 150],
  [160, 150],
].map(([left, top]) => ({ getBoundingClientRect: () => ({ left, top }) }));
const go = (from: number | null, key: string): number | null | undefined => {
  const to = neighbour(cards, from === null ? null : cards[from], key);
  return to ? cards.indexOf(to) : to;
};

test('arrow keys move to the nearest card of the next row, also into another grid', () => {
  expect(go(0, 'ArrowDown')).toBe(3);
  expect(go(2, 'ArrowDown')).toBe(4);
  expect(go(4, 'ArrowDown')).toBe(6);
  expect(go(6, 'ArrowUp')).toBe(4);
  expect(go(5, 'ArrowRight')).toBe(6);
  expect(go(3, 'ArrowLeft')).toBe(2);
});

test('the way up leads to the search, and the other edges stay', () => {
  expect(go(1, 'ArrowUp')).toBeNull();
  expect(go(null, 'ArrowDown')).toBe(0);
  expect(go(6, 'ArrowDown')).toBe(6);
  expect(go(6, 'ArrowRight')).toBe(6);
  expect(go(0, 'ArrowLeft')).toBe(0);
});

test('Home and End lead to the first and last card; other keys do nothing', () => {
  expect([go(4, 'Home'), go(4, 'End'), go(4, 'a')]).toEqual([0, 6, undefined]);
  expect(neighbour([], null, 'ArrowDown')).toBeNull();
});
