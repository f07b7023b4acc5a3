import { expect, test } from 'vitest';
import { type KeyState, actOf } from './keys';

const QUESTION: KeyState = {
  ...{ isQuestion: true, asksLine: false, hasChoice: false, hasTyped: false, isOnControl: false },
};
const press = (key: string, state: Partial<KeyState> = {}, shiftKey = false) =>
  actOf({ key, shiftKey }, { ...QUESTION, ...state });

test('a number chooses, and Enter confirms the choice', () => {
  expect(press('2')).toEqual({ choose: 1 });
  expect(press('4')).toBeUndefined();
  expect(press('Enter')).toBeUndefined();
  expect(press('Enter', { hasChoice: true })).toBe('forward');
  // The focus may be on another button: the number was the latest wish.
  expect(press('Enter', { hasChoice: true, isOnControl: true, hasTyped: true })).toBe('forward');
  expect(press('Enter', { hasChoice: true, isOnControl: true })).toBeUndefined();
  expect(press('Enter', { hasChoice: true, isQuestion: false })).toBeUndefined();
});

test('arrow keys turn the pages, except where they draw', () => {
  expect([press('ArrowRight'), press('ArrowLeft')]).toEqual(['forward', 'back']);
  const draws = { asksLine: true };
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'Tab'])
    expect(press(key, draws)).toBe('draw');
  expect(press('Tab', draws, true)).toBeUndefined();
  expect(press('Tab', { ...draws, isOnControl: true })).toBeUndefined();
  expect(press('ArrowRight', { ...draws, isQuestion: false })).toBe('forward');
  expect(press('PageDown', draws)).toBe('forward');
  expect(press('Tab')).toBeUndefined();
});

test('Home and End go to the first step and to the end', () => {
  expect([press('Home'), press('End')]).toEqual(['first', 'end']);
});
