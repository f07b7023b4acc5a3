import { expect, test } from 'vitest';
import { Guesses } from './guesses.svelte';

function store(text?: string): {
  getItem(): string | null;
  setItem(key: string, value: string): void;
  text?: string;
} {
  return {
    ...(text === undefined ? {} : { text }),
    getItem() {
      return this.text ?? null;
    },
    setItem(_, value) {
      this.text = value;
    },
  };
}

test('guesses and the step are kept across a reload', () => {
  const tab = store();
  const before = new Guesses(() => tab);
  before.set('red', 2, { choice: 1, isShown: true });
  const after = new Guesses(() => tab);
  expect(after.stepOf('red')).toBe(2);
  expect(after.at('red', 2)).toEqual({ choice: 1, isShown: true });
  expect(after.at('red', 0)).toEqual({});
  after.clear('red');
  expect(new Guesses(() => tab).stepOf('red')).toBe(0);
});

test('damaged or forbidden storage loses nothing of the open story', () => {
  for (const text of ['{', '[]', '{"red":{"step":"x","guesses":3}}', 'null']) {
    const guesses = new Guesses(() => store(text));
    expect(guesses.stepOf('red')).toBe(0);
    expect(guesses.at('red', 1)).toEqual({});
  }
  const guesses = new Guesses(() => {
    throw new Error('forbidden');
  });
  guesses.set('red', 1, { choice: 0 });
  expect(guesses.at('red', 1)).toEqual({ choice: 0 });
});

test('steps with a shown answer count, and a finished story lasts and keeps its guesses', () => {
  const [tab, browser] = [store(), store()];
  const guesses = new Guesses(
    () => tab,
    () => browser,
  );
  guesses.set('red', 0, { choice: 1, isShown: true });
  guesses.set('red', 2, { isShown: true });
  guesses.set('red', 3, { choice: 1 });
  expect([guesses.doneOf('red'), guesses.doneOf('pie')]).toEqual([2, 0]);
  expect(guesses.finished.includes('red')).toBe(false);
  guesses.finish('red');
  expect(guesses.doneOf('red')).toBe(2);
  guesses.clear('red');
  expect([guesses.doneOf('red'), guesses.stepOf('red')]).toEqual([0, 0]);
  const nextTab = new Guesses(
    () => store(),
    () => browser,
  );
  expect(nextTab.finished).toEqual(['red']);
  for (const text of ['{', '{}', '[1]'])
    expect(
      new Guesses(
        () => store(),
        () => store(text),
      ).finished.length,
    ).toBe(0);
});
