import { loadPreset } from '../../core/content/load-preset';
import type { Scenario } from '../../core/document/scenario';
import { checksum } from '../../core/state/packing';
import type { Workspace } from '../../core/state/workspace.svelte';
import { type Attempt, Attempts, held } from './attempts';
import type { FromGoalWorker, GoalWorkerLike } from './goal-jobs';
import type { GoalsAnswer } from './goals.generated';

/** Time after an edit at which the run of the goals starts again, ms: a slider may still be moving. */
const SETTLED_MS = 120;

/** The goals of the shown run. A worker runs the lanes that they measure a second time, up to the time that is shown. */
export class GoalState {
  readonly #workspace: Workspace;
  readonly #spawn: () => GoalWorkerLike;
  readonly #attempts: Attempts;
  #worker: GoalWorkerLike | undefined;
  #run = 0;
  answer = $state.raw<GoalsAnswer>();
  changed = $state.raw<readonly string[]>([]);
  failure = $state<string>();
  best = $state.raw<Attempt>();
  /** The challenge as it was handed out; undefined if the page does not have it. */
  #challenge = $state.raw<Scenario>();

  readonly #scenario = $derived.by(() => JSON.stringify(this.#workspace.doc.scenario));
  /** Attempts belong to these goals and free values. */
  readonly #name = $derived.by(() => {
    const { goals = [], free = [], durationS } = this.#workspace.doc.base;
    return checksum([goals, free, durationS]).toString(36);
  });
  /** In quarters of a second, in which goals are measured. */
  readonly #toS = $derived.by(() => {
    const { run, durationS } = this.#workspace;
    return run.doneS >= durationS ? durationS : Math.floor(run.doneS * 4) / 4;
  });

  /** `later` calls back after some time, ms; it returns a function that cancels. Called where effects may be. */
  constructor(
    workspace: Workspace,
    spawn: () => GoalWorkerLike,
    later: (callback: () => void, ms: number) => () => void,
    attempts = new Attempts(),
  ) {
    this.#workspace = workspace;
    this.#spawn = spawn;
    this.#attempts = attempts;
    $effect(() => {
      this.best = this.#attempts.best(this.#name);
    });
    $effect(() => this.#findChallenge());
    let isFirst = true;
    $effect(() => {
      const [scenario, challenge] = [this.#scenario, this.#challenge];
      const cancel = later(() => this.#open(scenario, challenge), isFirst ? 0 : SETTLED_MS);
      isFirst = false;
      return cancel;
    });
    $effect(() => {
      const toS = this.#toS;
      if (this.#run > 0) this.#worker?.postMessage({ kind: 'measure', run: this.#run, toS });
    });
    $effect(() => () => this.#worker?.terminate());
  }

  /** The page has the challenge if it is one of its scenarios, or if it was opened from a file. */
  #findChallenge(): void {
    const { origin } = this.#workspace;
    const { preset, source, scenario } = origin;
    this.#challenge = undefined;
    if (preset)
      void loadPreset(preset.id).then(
        (found) => {
          if (origin.preset === preset && found?.goals) this.#challenge = found;
        },
        () => undefined,
      );
    else if (source === 'file') this.#challenge = scenario;
  }

  #open(scenario: string, challenge: Scenario | undefined): void {
    this.#worker ??= this.#recruit();
    this.#run++;
    this.changed = [];
    this.failure = undefined;
    this.#worker.postMessage({
      kind: 'open',
      run: this.#run,
      scenario,
      challenge: challenge && JSON.stringify(challenge),
    });
    this.#worker.postMessage({ kind: 'measure', run: this.#run, toS: this.#toS });
  }

  #recruit(): GoalWorkerLike {
    const worker = this.#spawn();
    worker.onmessage = ({ data }) => this.#handle(data);
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      this.#worker = undefined;
      this.failure = event.message || 'The worker could not be started.';
    };
    return worker;
  }

  #handle(message: FromGoalWorker): void {
    if (message.run !== this.#run) return;
    if (message.kind === 'failed') this.failure = message.message;
    else if (message.kind === 'changed') this.changed = message.changed;
    else {
      this.answer = message.answer;
      if (message.answer.goals.every(({ isFinal }) => isFinal)) void this.#keep(message);
    }
  }

  /** Keeps the attempt if it is the best one. */
  async #keep({ run, answer }: FromGoalWorker & { kind: 'goals' }): Promise<void> {
    if (this.changed.length > 0) return;
    const name = this.#name;
    const link = await this.#workspace.link();
    // The document may have been edited in the meantime.
    if (run !== this.#run || name !== this.#name) return;
    this.best = this.#attempts.add(name, { held: held(answer), of: answer.goals.length, link });
  }
}
