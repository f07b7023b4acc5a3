import type { FromGoalWorker, GoalCore, GoalRun, ToGoalWorker } from './goal-jobs';
import type { Problem } from '../../core/sim/protocol';
import type { GoalsAnswer } from './goals.generated';

/** Work between two looks at the messages, in packets: some milliseconds. */
const PACKETS = 20_000;

/** Owns the run whose goals are measured. */
export class GoalHost {
  readonly #core: GoalCore;
  readonly #post: (message: FromGoalWorker) => void;
  readonly #soon: (callback: () => void) => void;
  #number = -1;
  #scenario = '';
  #run: GoalRun | undefined;
  /** The time that the run has been sent to, s. */
  #reachedS = 0;
  #toS = 0;
  #isBusy = false;

  constructor(
    core: GoalCore,
    post: (message: FromGoalWorker) => void,
    soon: (callback: () => void) => void,
  ) {
    this.#core = core;
    this.#post = post;
    this.#soon = soon;
  }

  receive(message: ToGoalWorker): void {
    if (message.kind === 'open') {
      this.#number = message.run;
      this.#scenario = message.scenario;
      this.#drop();
      this.#toS = 0;
      this.#try(() => this.#compare(message.challenge));
    } else if (message.run === this.#number) {
      this.#toS = message.toS;
    } else return;
    if (!this.#isBusy) this.#step();
  }

  #compare(challenge: string | undefined): void {
    if (challenge === undefined) return;
    const changed = this.#core.changedWithoutPermission(challenge, this.#scenario);
    this.#post({ kind: 'changed', run: this.#number, changed: JSON.parse(changed) as string[] });
  }

  #step(): void {
    this.#isBusy = false;
    this.#try(() => {
      // A run cannot go back.
      if (this.#run && this.#toS < this.#reachedS) this.#drop();
      const run = (this.#run ??= new this.#core.GoalRun(this.#scenario));
      this.#reachedS = this.#toS;
      const isThere = run.advance(this.#toS, PACKETS);
      if (!isThere) {
        this.#isBusy = true;
        this.#soon(() => this.#step());
        return;
      }
      const answer = JSON.parse(run.answer()) as GoalsAnswer;
      this.#post({ kind: 'goals', run: this.#number, answer });
    });
  }

  #drop(): void {
    this.#run?.free();
    this.#run = undefined;
  }

  #try(act: () => void): void {
    try {
      act();
    } catch (error) {
      // The memory of a run is lost after a panic.
      this.#run = undefined;
      const message = error instanceof Error ? error.message : String(error);
      const problems = problemsIn(message);
      this.#post({ kind: 'failed', run: this.#number, message: reason(message), problems });
    }
  }
}

/** Returns the first problem of a JSON list of problems as a sentence; other messages stay. */
export function reason(message: string): string {
  const first = problemsIn(message)?.[0];
  return first ? `${first.path} ${first.message}` : message;
}

/** Returns the list of problems that a message is; undefined for any other message. */
function problemsIn(message: string): readonly Problem[] | undefined {
  try {
    const list: unknown = JSON.parse(message);
    return Array.isArray(list) ? (list as Problem[]) : undefined;
  } catch {
    return undefined;
  }
}
