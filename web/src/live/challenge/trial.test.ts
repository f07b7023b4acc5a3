import { expect, test } from 'vitest';
import type { FromGoalWorker, GoalsAnswer, GoalWorkerLike } from '../goals/runs';
import { ChallengeTrial } from './trial.svelte';

/** A worker whose answers the test gives, and timers that run at once when asked. */
function bench() {
  const sent: { readonly run: number; readonly scenario: string }[] = [];
  const worker: GoalWorkerLike = {
    postMessage: (message) => {
      if (message.kind === 'open') sent.push(message);
    },
    terminate: () => undefined,
    onmessage: null,
    onerror: null,
  };
  const timers: (() => void)[] = [];
  const trial = new ChallengeTrial(
    () => worker,
    (callback) => {
      timers.push(callback);
      return () => void timers.splice(timers.indexOf(callback) >>> 0, 1);
    },
  );
  const tell = async (message: object): Promise<void> => {
    worker.onmessage?.({ data: message } as MessageEvent<FromGoalWorker>);
    await Promise.resolve();
    await new Promise((done) => setTimeout(done));
  };
  const goals = (states: string, isFinal = true): GoalsAnswer =>
    ({
      goals: [...states].map((one) => ({ state: one === '+' ? 'holds' : 'fails', isFinal })),
    }) as unknown as GoalsAnswer;
  return { trial, sent, tell, goals, rest: () => timers.splice(0).forEach((run) => run()) };
}

test('a challenge is checked once it rests, and its goals are those of the end of the run', async () => {
  const { trial, sent, tell, goals, rest } = bench();
  trial.show('first', 60);
  trial.show('second', 60);
  rest();
  expect(sent.map(({ scenario }) => scenario)).toEqual(['second']);
  const { run } = sent[0];
  await tell({ kind: 'goals', run, answer: goals('+', false) });
  expect([trial.isBusy, trial.answer]).toEqual([true, undefined]);
  await tell({ kind: 'goals', run, answer: goals('-') });
  expect(trial.isBusy).toBe(false);
  expect(trial.answer?.goals[0].state).toBe('fails');
});

test('all problems are there with their places', async () => {
  const { trial, sent, tell, rest } = bench();
  trial.show('bad', 60);
  rest();
  const problems = [
    { path: 'goals[0].lane', message: 'is 3; expected 0 to 1.' },
    { path: 'free[0]', message: 'is wrong.' },
  ];
  await tell({ kind: 'failed', run: sent[0].run, message: 'goals[0].lane is 3', problems });
  expect([trial.problems, trial.failure]).toEqual([problems, undefined]);
  trial.show('worse', 60);
  rest();
  await tell({ kind: 'failed', run: sent[1].run, message: 'unreachable executed' });
  expect([trial.problems, trial.failure]).toEqual([[], 'unreachable executed']);
});

test('a search counts the settings that reach each goal, and ends when it is stopped', async () => {
  const { trial, sent, tell, goals } = bench();
  const searching = trial.search(['a', 'b', 'c'], 60, 2);
  const answers = [
    { kind: 'goals', answer: goals('+-') },
    { kind: 'failed', message: '', problems: [] },
    { kind: 'goals', answer: goals('++') },
  ];
  for (const [index, answer] of answers.entries()) await tell({ ...answer, run: sent[index].run });
  await searching;
  expect(trial.found).toEqual({
    ...{ tried: 3, of: 3, refused: 1, all: 1, each: [2, 1], example: 2 },
  });
  expect(trial.isSearching).toBe(false);
  void trial.search(['d', 'e'], 60, 2);
  trial.stop();
  await tell({ kind: 'goals', run: sent[3].run, answer: goals('++') });
  expect(sent.map(({ scenario }) => scenario)).toEqual(['a', 'b', 'c', 'd']);
});
