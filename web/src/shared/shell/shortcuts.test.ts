import { expect, test } from 'vitest';
import { intent } from './shortcuts';

const key = (key: string, held: Partial<KeyboardEvent> = {}): ReturnType<typeof intent> =>
  intent({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held });

test('single keys are shortcuts only without modifiers', () => {
  expect([' ', '.', 'b', '[', ']', 'l', 's', 'f', 'c', 't', '?', 'r'].map((k) => key(k))).toEqual([
    'play',
    'step',
    'burst',
    'slower',
    'faster',
    'scale',
    'layout',
    'enlarge',
    'copy',
    'theme',
    'help',
    'restart',
  ]);
  expect(key('R', { shiftKey: true })).toBe('reset');
  expect([key('x'), key('X', { shiftKey: true })]).toEqual(['difference', 'swap']);
  expect([key('w'), key('F', { shiftKey: true })]).toEqual(['mode', 'fork']);
  expect([key('y'), key('u')]).toEqual(['dropNext', 'uncover']);
  expect(key('o')).toBeUndefined();
});

test('a clicker plays and goes back in presenter size', () => {
  const press = (key: string, presents: boolean): ReturnType<typeof intent> =>
    intent({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }, presents);
  expect([press('PageDown', true), press('PageUp', true)]).toEqual(['play', 'earlier']);
  expect([press('PageDown', false), press('PageUp', false)]).toEqual([undefined, undefined]);
});

test('B is a black screen and K shows the controls while presenting; Shift gives the burst', () => {
  const press = (key: string, presents: boolean, shiftKey = false): ReturnType<typeof intent> =>
    intent({ key, shiftKey, ctrlKey: false, metaKey: false, altKey: false }, presents);
  expect([press('b', true), press('k', true)]).toEqual(['black', 'knobs']);
  expect([press('B', true, true), press('K', true, true)]).toEqual(['burst', 'later']);
  expect([press('b', false), press('k', false)]).toEqual(['burst', 'later']);
});

test("the browser's own keys are not shortcuts", () => {
  for (const k of ['r', 'c', 't', 'l']) {
    expect(key(k, { ctrlKey: true }), `Ctrl ${k}`).toBeUndefined();
    expect(key(k, { metaKey: true }), `Cmd ${k}`).toBeUndefined();
    expect(key(k, { altKey: true }), `Alt ${k}`).toBeUndefined();
  }
});

test('brackets work with Option or AltGr', () => {
  expect([key('[', { altKey: true }), key(']', { altKey: true, ctrlKey: true })]).toEqual([
    'slower',
    'faster',
  ]);
  expect(key('[', { metaKey: true })).toBeUndefined();
});

test('undo and redo have the standard keys', () => {
  expect(key('z', { ctrlKey: true })).toBe('undo');
  expect(key('Z', { metaKey: true, shiftKey: true })).toBe('redo');
  expect(key('y', { ctrlKey: true })).toBe('redo');
});
