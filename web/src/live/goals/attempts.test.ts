import { expect, test } from 'vitest';
import { type Attempt, Attempts, held, resultText } from './attempts';
import type { GoalAnswer, GoalsAnswer } from './goals.generated';

function store(): Pick<Storage, 'getItem' | 'setItem'> & { text: string | null } {
  return {
    text: null,
    getItem() {
      return this.text;
    },
    setItem(_, text) {
      this.text = text;
    },
  };
}

const attempt = (count: number, link = '#v1.abc', of = 3): Attempt => ({ held: count, of, link });

test('the best attempt is kept, and of equal ones the first', () => {
  const memory = store();
  const attempts = new Attempts(() => memory);
  expect(attempts.best('a')).toBeUndefined();
  expect(attempts.add('a', attempt(1))).toEqual(attempt(1));
  expect(attempts.add('a', attempt(2, '#v1.b'))).toEqual(attempt(2, '#v1.b'));
  expect(attempts.add('a', attempt(2, '#v1.c'))).toEqual(attempt(2, '#v1.b'));
  expect(attempts.add('a', attempt(0))).toEqual(attempt(2, '#v1.b'));
  expect(new Attempts(() => memory).best('a')).toEqual(attempt(2, '#v1.b'));
  expect(attempts.best('b')).toBeUndefined();
});

test('at most 50 challenges are kept, the latest ones', () => {
  const memory = store();
  const attempts = new Attempts(() => memory);
  for (let i = 0; i < 60; i++) attempts.add(`c${i}`, attempt(1));
  expect(attempts.best('c9')).toBeUndefined();
  expect(attempts.best('c59')).toEqual(attempt(1));
});

test('forbidden, full and damaged storage keeps nothing and breaks nothing', () => {
  const refuse = (): never => {
    throw new Error('no');
  };
  const closed = new Attempts(refuse);
  expect(closed.best('a')).toBeUndefined();
  expect(closed.add('a', attempt(1))).toEqual(attempt(1));
  const full = { getItem: () => null, setItem: refuse };
  expect(new Attempts(() => full).add('a', attempt(1))).toEqual(attempt(1));
  for (const text of [
    'nonsense',
    'null',
    '{"a":7}',
    '{"a":{"held":1,"of":1,"link":"javascript:x"}}',
  ]) {
    const damaged = { getItem: () => text, setItem: () => undefined };
    expect(new Attempts(() => damaged).best('a'), text).toBeUndefined();
  }
});

const goal = (state: GoalAnswer['state'], isFinal = false): GoalAnswer => ({
  ...{ what: 'delay', must: 'at most 5 ms', value: '4 ms', other: null, fromS: 10, toS: 60 },
  ...{ state, isFinal },
});
const answer = (...goals: GoalAnswer[]): GoalsAnswer => ({ nowS: 30.25, goals, free: [] });

test('the result says whether it is final', () => {
  const some = answer(goal('holds'), goal('fails'), goal('waiting'));
  expect(held(some)).toBe(1);
  expect(resultText(some)).toBe('1 of 3 goals hold so far, at 30.25 s.');
  expect(resultText(answer(goal('waiting')))).toBe('The goals are measured from 10 s on.');
  expect(resultText(answer(goal('holds')))).toBe('All goals hold so far, at 30.25 s.');
  expect(resultText(answer(goal('holds', true)))).toBe('All goals are reached.');
  const final = answer(goal('holds', true), goal('fails', true));
  expect(resultText(final)).toBe('1 of 2 goals are reached.');
});
