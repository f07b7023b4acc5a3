import { expect, test } from 'vitest';
import { GoalHost, reason } from './goal-host';
import type { FromGoalWorker, GoalCore } from './goal-jobs';

/** A host whose runs need two slices for each second, and what it posted. */
function hosted() {
  const posted: FromGoalWorker[] = [];
  const waiting: (() => void)[] = [];
  const log: string[] = [];
  class GoalRun {
    #slices = 0;
    readonly scenario: string;
    constructor(scenario: string) {
      this.scenario = scenario;
      log.push(`new ${scenario}`);
      if (scenario === 'bad') throw new Error('[{"path":"free[0]","message":"is wrong."}]');
    }
    advance(toS: number): boolean {
      return ++this.#slices >= 2 * toS;
    }
    answer(): string {
      return JSON.stringify({ nowS: this.#slices / 2, goals: [], free: [] });
    }
    free(): void {
      log.push(`free ${this.scenario}`);
    }
  }
  const core: GoalCore = {
    GoalRun,
    changedWithoutPermission: (challenge, given) => JSON.stringify([`${challenge} ${given}`]),
  };
  const host = new GoalHost(
    core,
    (message) => posted.push(message),
    (callback) => waiting.push(callback),
  );
  const rest = (): void => {
    for (let next = waiting.shift(); next; next = waiting.shift()) next();
  };
  return { host, posted, log, rest };
}

test('a run is measured at its start, and then where it is sent', () => {
  const { host, posted, rest } = hosted();
  host.receive({ kind: 'open', run: 1, scenario: 'a', challenge: 'c' });
  host.receive({ kind: 'measure', run: 1, toS: 3 });
  rest();
  expect(posted.map(({ kind }) => kind)).toEqual(['changed', 'goals', 'goals']);
  expect(posted[0]).toMatchObject({ run: 1, changed: ['c a'] });
  expect(posted.at(-1)).toMatchObject({ run: 1, answer: { nowS: 3 } });
});

test('a newer time replaces one that was not reached, and an earlier one begins again', () => {
  const { host, posted, log, rest } = hosted();
  host.receive({ kind: 'open', run: 1, scenario: 'a', challenge: undefined });
  host.receive({ kind: 'measure', run: 1, toS: 2 });
  host.receive({ kind: 'measure', run: 1, toS: 4 });
  rest();
  expect(posted.map((one) => one.kind === 'goals' && one.answer.nowS)).toEqual([0.5, 4]);
  host.receive({ kind: 'measure', run: 1, toS: 1 });
  rest();
  expect(log).toEqual(['new a', 'free a', 'new a']);
});

test('another scenario ends the former run, whose late requests are ignored', () => {
  const { host, posted, rest } = hosted();
  host.receive({ kind: 'open', run: 1, scenario: 'a', challenge: undefined });
  host.receive({ kind: 'measure', run: 1, toS: 9 });
  host.receive({ kind: 'open', run: 2, scenario: 'b', challenge: undefined });
  host.receive({ kind: 'measure', run: 1, toS: 5 });
  rest();
  expect(posted.slice(1).every(({ run }) => run === 2)).toBe(true);
  expect(posted.length).toBeGreaterThan(1);
});

test('a scenario that is refused is reported with its reason, and the next one runs', () => {
  const { host, posted, rest } = hosted();
  host.receive({ kind: 'open', run: 1, scenario: 'bad', challenge: undefined });
  const problems = [{ path: 'free[0]', message: 'is wrong.' }];
  expect(posted).toEqual([{ kind: 'failed', run: 1, message: 'free[0] is wrong.', problems }]);
  host.receive({ kind: 'open', run: 2, scenario: 'a', challenge: undefined });
  rest();
  expect(posted.at(-1)?.kind).toBe('goals');
  expect(reason('unreachable')).toBe('unreachable');
});
