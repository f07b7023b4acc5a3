import type { Outcome, RunOptions, SweepJob } from '../batch';
import { isOnSteps } from '../document/interval';
import { CARDS, type LaneReport } from '../sim/measures.generated';
import { type Scenario, toSimulate } from '../document/scenario';
import type { Workspace } from './workspace.svelte';

/** The part of the pool that computes; tests replace it. */
export interface Runner {
  run(jobs: readonly SweepJob[], options: RunOptions<SweepJob>): Promise<Outcome>;
}

/** Time after an edit at which the run starts, ms: a slider or an end of the interval may still be moving. */
const SETTLED_MS = 300;

const MEASURES = [...new Set(CARDS.map(({ measure }) => measure))];

/** Returns the headline numbers in a report from the values of `MEASURES`; NaN: nothing was measured. */
function reportOf(values: Float64Array): Partial<LaneReport> {
  const report: Record<string, unknown> = {};
  MEASURES.forEach((name, i) => {
    const [group, number] = name.split('.');
    const value = Number.isNaN(values[i]) ? null : values[i];
    report[group] =
      number === undefined ? value : { ...(report[group] as object), [number]: value };
  });
  return report;
}

/**
 * Computes the headline numbers of a chosen interval that does not consist of whole steps: each lane runs again up to its end, and
 * counts from its start. The numbers are those of `aqm run`, to the last digit.
 */
export class ExactInterval {
  readonly #workspace: Workspace;
  readonly #runner: Runner;
  /** Of the present interval. */
  progress = $state<'none' | 'computing' | 'failed'>('none');
  /** The shown run comes first. The length of a held burst is not known before its end. */
  readonly #isReached = $derived.by(() => {
    const { run, display, bursts } = this.#workspace;
    const isShown = run.phase !== 'empty' && run.phase !== 'busy' && run.phase !== 'failed';
    return isShown && !bursts.isHeld && run.doneS >= (display.interval?.toS ?? Infinity);
  });
  /** Ends everything. */
  readonly stop: () => void;

  /** `later` calls back after some time, ms; it returns a function that cancels. */
  constructor(
    workspace: Workspace,
    runner: Runner,
    later: (callback: () => void, ms: number) => () => void,
  ) {
    this.#workspace = workspace;
    this.#runner = runner;
    const end = $effect.root(() => {
      $effect(() => {
        const { interval } = workspace.display;
        const { scenario } = workspace.doc;
        workspace.exact = undefined;
        this.progress = 'none';
        if (!interval || isOnSteps(interval) || !this.#isReached) return;
        const control = new AbortController();
        const cancel = later(() => void this.#compute(scenario, interval, control), SETTLED_MS);
        this.progress = 'computing';
        return () => {
          cancel();
          control.abort();
        };
      });
    });
    this.stop = () => {
      end();
      workspace.exact = undefined;
    };
  }

  async #compute(
    scenario: Scenario,
    { fromS, toS }: { fromS: number; toS: number },
    { signal }: AbortController,
  ): Promise<void> {
    const changes = (scenario.changes ?? []).filter(({ atS }) => atS < toS);
    const text = toSimulate({ ...scenario, warmupS: fromS, durationS: toS, changes });
    const jobs = scenario.queues.map((_, lane): SweepJob => ({
      kind: 'sweep',
      scenario: text,
      lane,
      seed: scenario.seed ?? 1,
      measures: MEASURES.join(),
      weight: toS * scenario.link.rateMbps,
    }));
    const lanes: Partial<LaneReport>[] = [];
    let hasFailed = false;
    await this.#runner.run(jobs, {
      onResult: ({ lane }, values) => (lanes[lane] = reportOf(values)),
      onFailure: () => (hasFailed = true),
      signal,
    });
    if (signal.aborted) return;
    if (!hasFailed) this.#workspace.exact = { fromS, toS, lanes };
    this.progress = hasFailed ? 'failed' : 'none';
  }
}
