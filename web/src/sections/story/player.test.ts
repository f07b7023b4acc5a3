import { expect, test, vi } from 'vitest';
import { Bench, PLAIN } from '../../core/state/testing';
import type { Story } from './open';
import { Guesses } from './guesses.svelte';
import { Player } from './player.svelte';

const SCENARIO = JSON.stringify(PLAIN);
const step = {
  ...{ title: 'A step', scenario: SCENARIO, window: [2, 6], guessAtS: 3, views: ['delay'] },
  ...{ queue: false, isLinear: false, inspect: null, options: [{ text: [] }, { text: [] }] },
  attempt: { path: 'link.rateMbps', value: '5' },
};
const STORY = {
  ...{ text: '', files: '{}' },
  document: { ...{ title: 'Mine', language: 'en' }, steps: [step, { ...step, options: [] }] },
} as unknown as Story;

async function played(index = 0) {
  const { workspace } = await new Bench(PLAIN).opened();
  const store = { getItem: () => null, setItem: () => undefined };
  const guesses = new Guesses(
    () => store,
    () => store,
  );
  const shown = { index };
  const sections = {
    moveTo: vi.fn(
      (path: string) =>
        void (shown.index = path.endsWith('end') ? 2 : Number(path.split('/')[1]) - 1),
    ),
    hashOf: () => '#story/mine',
    goLive: vi.fn(),
  };
  const stage = {
    ...{ workspace, sections, runs: { start: vi.fn(), show: vi.fn() } },
    ...{ focusTitle: vi.fn(() => Promise.resolve()), focusPen: vi.fn(), blacken: vi.fn() },
  };
  const withValue = vi.fn((_: string, path: string, value: string): string => {
    if (value === '0') throw new Error(JSON.stringify([{ path, message: 'is 0' }]));
    return SCENARIO.replace('}', ` }`);
  });
  // Each access reads the index anew: no effect is around it.
  const player = (): Player =>
    new Player(stage, () => ({
      ...{ batch: { withValue }, name: 'mine', story: STORY, guesses },
      index: shown.index,
    }));
  return { player, guesses, shown, sections, stage };
}

test('a step asks, then shows its answer, then leads to the next one', async () => {
  const { player, guesses, shown } = await played();
  expect(player().forwardText).toBe(player().words.skip);
  player().choose(1);
  expect(player().forwardText).toBe(player().words.reveal);
  await player().forward();
  expect([player().isShown, shown.index]).toEqual([true, 0]);
  expect(player().forwardText).toBe(player().words.next);
  // An answer that is shown is not chosen again.
  player().choose(0);
  expect(guesses.at('mine', 0)).toEqual({ choice: 1, isShown: true });
  await player().forward();
  expect(shown.index).toBe(1);
  await player().forward();
  await player().forward();
  expect([player().isEnd, player().forwardText, guesses.finished]).toEqual([true, '', ['mine']]);
  await player().forward();
  expect(shown.index).toBe(2);
});

test('back hides the answer first, and there is nothing before the first step', async () => {
  const { player, sections } = await played();
  await player().forward();
  await player().backward();
  expect(player().isShown).toBe(false);
  await player().backward();
  expect(sections.moveTo).not.toHaveBeenCalled();
});

test('a value that is refused is explained, and the state stays', async () => {
  const { player, stage } = await played();
  const one = player();
  one.tries(0);
  expect([one.refusal, one.hasTried]).toEqual(['link.rateMbps is 0', false]);
  expect(one.scenario).toBe(SCENARIO);
  one.tries(5);
  expect([one.refusal, one.hasTried]).toEqual(['', true]);
  expect(stage.runs.show).toHaveBeenCalledWith(one.scenario);
  one.start();
  expect([one.hasTried, stage.runs.start.mock.lastCall]).toEqual([false, [STORY, 0]]);
});

test('keys choose, confirm, draw and blacken; other keys are left to the page', async () => {
  const { player, stage, guesses } = await played();
  const one = player();
  const press = (key: string, on = one): boolean => on.press({ key, shiftKey: false }, true);
  expect([press('2'), press('x'), press('b')]).toEqual([true, false, true]);
  expect([guesses.at('mine', 0).choice, stage.blacken.mock.calls.length]).toEqual([1, 1]);
  const { player: second, stage: drawn } = await played(1);
  expect(press('ArrowLeft', second())).toBe(true);
  expect(drawn.focusPen).toHaveBeenCalled();
});
