import { expect, test } from 'vitest';
import { isRight, scoreOf } from './score';

const option = (isRight: boolean) => ({ text: [], why: [], isRight, claim: null });
const step = { options: [option(false), option(true)] };

test('the score counts right guesses among the questions with options', () => {
  const drawn = { options: [] };
  const guesses = [{ choice: 1 }, { choice: 0 }, {}, { line: [[1, 2]] as const }];
  expect(scoreOf([step, step, step, drawn], (i) => guesses[i])).toEqual({
    ...{ asked: 3, guessed: 2, right: 1 },
  });
  expect(isRight(step, {})).toBeUndefined();
  // A story can change behind kept guesses.
  expect(isRight(step, { choice: 7 })).toBeUndefined();
});
