import { expect, test } from 'vitest';
import { Typed } from './typed';

const LABELS = ['Drop-tail', 'RED', 'Adaptive RED', 'CoDel', 'COBALT', 'FQ-CoDel'];

/** Types `text`, one letter each 100 ms, and returns the labels that are reached. */
function reached(text: string, gapMs = 100): (string | undefined)[] {
  const typed = new Typed();
  let at = -1;
  return [...text].map((letter, i) => {
    const to = typed.find(letter, i * gapMs, LABELS, at);
    if (to >= 0) at = to;
    return LABELS[to];
  });
}

test('letters typed quickly narrow the choice', () => {
  expect(reached('cob')).toEqual(['CoDel', 'CoDel', 'COBALT']);
});

test('letters typed slowly go from item to item, also to words inside a name', () => {
  expect(reached('ccc', 1000)).toEqual(['CoDel', 'COBALT', 'FQ-CoDel']);
  expect(reached('rr', 1000)).toEqual(['RED', 'Adaptive RED']);
});

test('a text that no item has finds nothing', () => {
  expect(reached('xy')).toEqual([undefined, undefined]);
});
