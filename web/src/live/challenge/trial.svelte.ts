import type { FromGoalWorker, GoalsAnswer, GoalWorkerLike } from '../goals/runs';
import type { Problem } from '../../core/sim/protocol';

/** Time after an edit at which a challenge is checked and run, ms: the next letter may follow. */
const SETTLED_MS = 300;

/** How many of the tried settings reach the goals. */
export interface Found {
  readonly tried: number;
  readonly of: number;
  /** Settings that the simulator does not accept. */
  readonly refused: number;
  /** Settings that reach all goals. */
  readonly all: number;
  /** For each goal, the settings that reach it. */
  readonly each: readonly number[];
  /** A setting that reaches all goals. */
  readonly example: number | undefined;
}

/** A challenge while it is written: its problems, and its goals in the run from its start to its end. A worker runs it. */
export class ChallengeTrial {
  readonly #spawn: () => GoalWorkerLike;
  readonly #later: (callback: () => void, ms: number) => () => void;
  #worker: GoalWorkerLike | undefined;
  #run = 0;
  #cancel: (() => void) | undefined;
  #heard: ((message: FromGoalWorker) => void) | undefined;
  /** The goals at the end of the run; undefined while it is computed. */
  answer = $state.raw<GoalsAnswer>();
  problems = $state.raw<readonly Problem[]>([]);
  /** The simulator failed. */
  failure = $state<string>();
  /** It is being checked or run. */
  isBusy = $state(false);
  found = $state.raw<Found>();
  isSearching = $state(false);

  constructor(
    spawn: () => GoalWorkerLike,
    later: (callback: () => void, ms: number) => () => void,
  ) {
    this.#spawn = spawn;
    this.#later = later;
  }

  /** Checks and runs a challenge soon. What was found for the former one is forgotten. */
  show(challenge: string, durationS: number): void {
    this.#cancel?.();
    this.stop();
    this.found = undefined;
    this.isBusy = true;
    this.#cancel = this.#later(() => void this.#show(challenge, durationS), SETTLED_MS);
  }

  async #show(challenge: string, durationS: number): Promise<void> {
    const result = await this.#result(challenge, durationS);
    if (!result) return;
    this.isBusy = false;
    this.answer = result.answer;
    this.problems = result.problems ?? [];
    this.failure = result.problems ? undefined : result.failure;
  }

  /** Runs each of these challenges, which differ in their free values, and counts which goals hold. */
  async search(challenges: readonly string[], durationS: number, goals: number): Promise<void> {
    this.isSearching = true;
    const each = Array.from({ length: goals }, () => 0);
    let [refused, all] = [0, 0];
    let example: number | undefined;
    for (const [index, challenge] of challenges.entries()) {
      const result = await this.#result(challenge, durationS);
      if (!result || !this.isSearching) return;
      const states = result.answer?.goals.map(({ state }) => state === 'holds');
      if (states) {
        states.forEach((holds, goal) => (each[goal] += Number(holds)));
        if (states.every(Boolean)) {
          all++;
          example ??= index;
        }
      } else refused++;
      const tried = index + 1;
      this.found = { tried, of: challenges.length, refused, all, each: [...each], example };
    }
    this.isSearching = false;
  }

  /** Ends a search. */
  stop(): void {
    if (!this.isSearching) return;
    this.isSearching = false;
    this.#run++;
  }

  close(): void {
    this.#cancel?.();
    this.#worker?.terminate();
  }

  /** Returns the goals at the end of the run, or what is wrong; undefined if another run has begun in the meantime. */
  async #result(
    scenario: string,
    toS: number,
  ): Promise<
    | {
        readonly answer?: GoalsAnswer;
        readonly problems?: readonly Problem[];
        readonly failure?: string;
      }
    | undefined
  > {
    const run = ++this.#run;
    const worker = (this.#worker ??= this.#recruit());
    const message = await new Promise<FromGoalWorker>((resolve) => {
      this.#heard = (message) => {
        if (message.run !== run || message.kind === 'changed') return;
        // The first answer is that of the start.
        const isOver =
          message.kind === 'failed' || message.answer.goals.every(({ isFinal }) => isFinal);
        if (isOver) resolve(message);
      };
      worker.postMessage({ kind: 'open', run, scenario, challenge: undefined });
      worker.postMessage({ kind: 'measure', run, toS });
    });
    if (run !== this.#run) return undefined;
    if (message.kind === 'goals') return { answer: message.answer };
    if (message.kind !== 'failed') return undefined;
    const { problems, message: failure } = message;
    return problems ? { problems } : { failure };
  }

  #recruit(): GoalWorkerLike {
    const worker = this.#spawn();
    worker.onmessage = ({ data }) => this.#heard?.(data);
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      this.#worker = undefined;
      this.isBusy = this.isSearching = false;
      this.failure = event.message || 'The worker could not be started.';
    };
    return worker;
  }
}
