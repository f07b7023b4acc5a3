import { expect, test } from 'vitest';
import { fromNotes, fromScreen, MOST_HANDS, withHands } from './messages';

const shown = {
  ...{ title: 'T', where: 'step 1 of 5', sees: 'the question', heading: 'H' },
  ...{
    notes: ['n'],
    text: ['a'],
    options: ['x', 'y'],
    hands: [1, 2],
    next: [],
    forward: 'Next',
    back: 'Back',
  },
  ...{ isBlack: false, hasKnobs: false, steps: ['s', 'The end'], at: 0, beganMs: 1e12 },
};

test('a message of the screen is read whole or not at all', () => {
  expect(fromScreen({ is: 'shown', shown })).toEqual({ is: 'shown', shown });
  expect(fromScreen({ is: 'gone' })).toEqual({ is: 'gone' });
  for (const wrong of [
    { ...shown, text: 'a' },
    { ...shown, notes: undefined },
    { ...shown, hands: [-1] },
    { ...shown, hands: [0.5] },
    { ...shown, next: [3] },
    { ...shown, isBlack: 'no' },
    { ...shown, title: undefined },
    { ...shown, steps: 'one' },
    { ...shown, at: -1 },
    { ...shown, beganMs: NaN },
    null,
    [],
  ])
    expect(fromScreen({ is: 'shown', shown: wrong })).toBeUndefined();
  for (const wrong of [undefined, null, 'shown', 5, {}, { is: 'act', act: 'forward' }])
    expect(fromScreen(wrong)).toBeUndefined();
});

test('the notes can ask, act and count hands, and nothing else', () => {
  expect(fromNotes({ is: 'ask', more: 1 })).toEqual({ is: 'ask' });
  expect(fromNotes({ is: 'act', act: 'black' })).toEqual({ is: 'act', act: 'black' });
  expect(fromNotes({ is: 'bye' })).toEqual({ is: 'bye' });
  expect(fromNotes({ is: 'go', step: 2 })).toEqual({ is: 'go', step: 2 });
  expect(fromNotes({ is: 'hands', hands: [3, 0] })).toEqual({ is: 'hands', hands: [3, 0] });
  for (const wrong of [
    { is: 'act', act: 'open' },
    { is: 'act' },
    { is: 'hands', hands: [MOST_HANDS + 1] },
    { is: 'hands', hands: ['3'] },
    { is: 'go', step: '2' },
    { is: 'go', step: -1 },
    { is: 'go' },
    { is: 'shown', shown },
    'ask',
    null,
  ])
    expect(fromNotes(wrong)).toBeUndefined();
});

test('hands are whole numbers from 0 to the limit, one for each option', () => {
  expect(withHands([], 3, 1, 5)).toEqual([0, 5, 0]);
  expect(withHands([1, 2, 3, 4], 2, 0, -7)).toEqual([0, 2]);
  expect(withHands([1, 2], 2, 1, NaN)).toEqual([1, 0]);
  expect(withHands([1, 2], 2, 1, 1e9)).toEqual([1, MOST_HANDS]);
});
