import type { AskedJob, GroupJob, Outcome, RunOptions, SeedJob, StoryJob } from '../../core/batch';
import type { Scenario } from '../../core/document/scenario';
import { STEP_S } from '../../core/sim/series';
import { groupRuns, type SeedRun, seedRun } from '../../shared/seeds/sums';
import type { Story } from './open';
import { isOfGroups } from './plot';

/** The part of the pool that computes; tests replace it. */
export interface Runner {
  run(jobs: readonly Job[], options: RunOptions<Job>): Promise<Outcome>;
}
type Job = SeedJob | GroupJob | StoryJob | AskedJob;

/** Windows up to this length have bins of one sample, s. */
const SHORT_S = 6;

/** Returns the length of a bin of the plots, in samples of 10 ms. Windows of numbers, in steps of 0.25 s, have whole bins. */
const samplesIn = ([fromS, toS]: readonly [number, number]): number =>
  toS - fromS <= SHORT_S ? 1 : 5;

/** A state that was run. */
export interface Ran {
  /** JSON of the scenario. */
  readonly text: string;
  readonly scenario: Scenario;
  /** For each lane. */
  readonly lanes: readonly SeedRun[];
  /** For each lane its traffic groups; none if no view of the step shows them. */
  readonly groups: readonly (readonly SeedRun[])[];
  /** For each lane the number that the step asks for; NaN if there was nothing to measure, empty if it asks for none. */
  readonly asked: readonly number[];
}

/**
 * Runs the state of a step, and the state that the user tries: a job for each lane, and one for the numbers of the texts. The former
 * run stays until the next one is complete.
 */
export class Runs {
  readonly #runner: Runner;
  /** The latest complete run of the present step. */
  ran = $state.raw<Ran>();
  /** The run of the step's own state, while another one is shown. */
  own = $state.raw<Ran>();
  /** The other runs that the step compares with its state, in the order of `asked.others`. */
  others = $state.raw<readonly (SeedRun | undefined)[]>([]);
  /** The numbers of the claims of the present step; undefined until they are computed. */
  numbers = $state.raw<readonly number[]>();
  failure = $state<string>();
  /** Increases with each step; answers for a former one are dropped. */
  #step = 0;
  /** A run is on its way, and another one waits. */
  #isBusy = false;
  #next: string | undefined;
  #samples = 1;
  #hasGroups = false;
  /** The job of the number that is asked for, without its state; undefined if the step asks for none. */
  #asked: Omit<AskedJob, 'scenario'> | undefined;

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  /** Runs step `index` of a story. */
  start(story: Story, index: number): void {
    this.#step++;
    this.ran = this.own = undefined;
    this.others = [];
    this.numbers = undefined;
    this.failure = undefined;
    const step = story.document.steps[index];
    if (!step) return;
    const { seed = 1, durationS } = JSON.parse(step.scenario) as Scenario;
    this.#samples = samplesIn(step.window);
    this.#hasGroups = step.views.some(isOfGroups);
    const { text, files } = story;
    const job: StoryJob = {
      ...{ kind: 'story', text, files, step: index, seed },
      weight: durationS * (step.claims.length + 1),
    };
    this.#asked = step.asked ? { ...job, kind: 'asked', weight: durationS } : undefined;
    const number = this.#step;
    const onFailure = (_: Job, message: string): void => {
      if (number === this.#step) this.failure ??= message;
    };
    this.show(step.scenario);
    void this.#runner.run([job], {
      onResult: (_, values) => {
        if (number === this.#step) this.numbers = [...values];
      },
      onFailure,
    });
    const others = (step.asked?.others ?? []).map(({ scenario, lane }): SeedJob => {
      const { durationS: toS } = JSON.parse(scenario) as Scenario;
      return { kind: 'seed', scenario, lane, seed, toS, samples: this.#samples, weight: toS };
    });
    const samplesS = this.#samples * STEP_S;
    if (others.length > 0)
      void this.#runner.run(others, {
        onResult: (job, values) => {
          if (number !== this.#step) return;
          const at = others.findIndex((other) => other === job);
          this.others = others.map((_, i) =>
            i === at ? seedRun(values, samplesS) : this.others[i],
          );
        },
        onFailure,
      });
  }

  /** Runs another state in the place of that of the step. While one is on its way, only the latest waits. */
  show(text: string): void {
    this.#next = text;
    if (!this.#isBusy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    while (this.#next !== undefined) {
      const text = this.#next;
      this.#next = undefined;
      await this.#run(text, this.#step);
    }
    this.#isBusy = false;
  }

  async #run(text: string, number: number): Promise<void> {
    if (this.own?.text === text) {
      this.ran = this.own;
      return;
    }
    const scenario = JSON.parse(text) as Scenario;
    const { seed = 1, durationS: toS, queues } = scenario;
    const lanes: SeedRun[] = [];
    const groups: SeedRun[][] = [];
    let asked: readonly number[] = [];
    const samples = this.#samples;
    const kinds = this.#hasGroups ? (['seed', 'groups'] as const) : (['seed'] as const);
    const ofLanes = queues.flatMap((_, lane) =>
      kinds.map((kind): SeedJob | GroupJob => ({
        ...{ kind, scenario: text, lane, seed, toS, samples },
        weight: toS,
      })),
    );
    const jobs: Job[] = this.#asked ? [...ofLanes, { ...this.#asked, scenario: text }] : ofLanes;
    const outcome = await this.#runner.run(jobs, {
      onResult: (job, values) => {
        if (job.kind === 'seed') lanes[job.lane] = seedRun(values, samples * STEP_S);
        else if (job.kind === 'groups') groups[job.lane] = groupRuns(values, samples * STEP_S);
        else if (job.kind === 'asked') asked = [...values];
      },
      onFailure: (_, message) => {
        if (number === this.#step) this.failure ??= message;
      },
    });
    const isWhole = outcome === 'done' && queues.every((_, lane) => lane in lanes);
    if (number !== this.#step || !isWhole) return;
    this.ran = { text, scenario, lanes, groups, asked };
    // The first run of a step is that of its own state.
    this.own ??= this.ran;
  }
}
