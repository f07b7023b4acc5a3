import type { SeedJob, Progress, RunOptions, Outcome } from '../../core/batch';
import { STEP_S } from '../../core/sim/series';
import { type Bands, bandsOf } from './bands';
import { samplesOf } from './horizon';
import { equalUntilS, type LaneDocument, textOf } from './lane-document';
import { type Quotient, seedRun, type SeedRun } from './sums';

/** The part of the pool that computes; tests replace it. */
export interface Runner {
  run(jobs: readonly SeedJob[], options: RunOptions<SeedJob>): Promise<Outcome>;
}

/** What is to be computed. */
export interface Wish {
  readonly lanes: readonly LaneDocument[];
  readonly seeds: readonly number[];
  /** End of the computed time, s. */
  readonly toS: number;
  readonly durationS: number;
  /** Rate of the link, Mbit/s: the cost of a simulated second. */
  readonly rateMbps: number;
}

/** The runs of one lane with all requested seeds. */
export interface Ribbon {
  readonly lane: LaneDocument;
  readonly seeds: readonly number[];
  readonly toS: number;
  /** Length of a bin, s. */
  readonly binS: number;
  readonly runs: readonly SeedRun[];
  /** Returns the bands of a measure in bins that are `per` bins of its track long. The same bands are the same object. */
  readonly bands: (drawn: Quotient, per: number) => Bands;
}

/** A ribbon, and the time until which it describes the present document, s. */
export interface Valid {
  readonly ribbon: Ribbon;
  readonly untilS: number;
}

/** Runs of one lane up to one time, by seed. */
interface Store {
  readonly lane: LaneDocument;
  readonly toS: number;
  readonly samples: number;
  readonly runs: Map<number, SeedRun>;
}

/** Most lanes and documents whose runs are kept, so that undo and a removed lane need no new runs. A run needs 130 kB. */
const MOST_STORES = 12;

/** Most bands that a ribbon keeps: those of the present plots, and of the zoom before. */
const MOST_BANDS = 16;

/** Returns a function that computes bands when they are first needed. */
function bandsByLength(runs: readonly SeedRun[]): Ribbon['bands'] {
  const known = new Map<string, Bands>();
  return (drawn, per) => {
    const name = JSON.stringify([drawn, per]);
    const bands = known.get(name) ?? bandsOf(runs, drawn, per);
    known.set(name, bands);
    if (known.size > MOST_BANDS) known.delete([...known.keys()][0]);
    return bands;
  };
}

const isSame = (a: LaneDocument, b: LaneDocument): boolean => equalUntilS(a, b) === Infinity;

/**
 * Returns the ribbon that is valid for a lane for the longest time; of several, the latest one. Undefined if no ribbon
 * is valid.
 */
export function best(ribbons: readonly Ribbon[], lane: LaneDocument): Valid | undefined {
  let found: Valid | undefined;
  for (const ribbon of ribbons) {
    const untilS = Math.min(ribbon.toS, equalUntilS(ribbon.lane, lane));
    if (untilS > 0 && untilS >= (found?.untilS ?? 0)) found = { ribbon, untilS };
  }
  return found;
}

/**
 * Computes runs with other seeds in the pool. A lane gets its ribbon when all its runs are complete. A new request
 * cancels the former one, but the finished runs stay and are used again.
 */
export class SeedRuns {
  readonly #runner: Runner;
  readonly #changed: () => void;
  #stores: Store[] = [];
  #control: AbortController | undefined;
  /** The latest last. */
  ribbons: readonly Ribbon[] = [];
  /** Undefined while nothing is computed. */
  progress: Progress | undefined;
  /** The reason why runs are missing. */
  failure: string | undefined;

  /** `changed` is called after each change of the results, the progress or the failure. */
  constructor(runner: Runner, changed: () => void) {
    this.#runner = runner;
    this.#changed = changed;
  }

  /** Ends the computation. Results stay. */
  stop(): void {
    this.#control?.abort();
    this.#control = undefined;
    this.progress = undefined;
    this.#changed();
  }

  compute(wish: Wish): void {
    this.stop();
    this.failure = undefined;
    const control = (this.#control = new AbortController());
    const stores = new Map<string, Store>();
    const jobs = wish.lanes.flatMap((lane): SeedJob[] => {
      const scenario = textOf(lane, wish.durationS);
      // Two lanes may be equal.
      if (stores.has(scenario)) return [];
      const store = this.#storeOf(lane, wish.toS);
      stores.set(scenario, store);
      return wish.seeds
        .filter((seed) => !store.runs.has(seed))
        .map((seed) => ({
          kind: 'seed',
          scenario,
          lane: 0,
          seed,
          toS: store.toS,
          samples: store.samples,
          weight: store.toS * wish.rateMbps,
        }));
    });
    for (const store of stores.values()) this.#finish(store, wish.seeds);
    if (jobs.length === 0) return this.#changed();
    const isCurrent = (): boolean => this.#control === control;
    const options: RunOptions<SeedJob> = {
      onResult: ({ scenario, seed }, values) => {
        const store = stores.get(scenario);
        if (!store || !isCurrent()) return;
        store.runs.set(seed, seedRun(values, store.samples * STEP_S));
        this.#finish(store, wish.seeds);
      },
      onFailure: (_, message) => {
        if (isCurrent()) this.failure ??= message;
      },
      onProgress: (progress) => {
        if (!isCurrent()) return;
        this.progress = progress;
        this.#changed();
      },
      signal: control.signal,
      inBackground: true,
    };
    this.progress = { ended: 0, failed: 0, of: jobs.length, share: 0, leftS: undefined };
    this.#changed();
    void this.#runner.run(jobs, options).then(() => {
      if (!isCurrent()) return;
      this.progress = undefined;
      this.#changed();
    });
  }

  /** Returns the runs of a lane up to `toS` or later, which may be none. */
  #storeOf(lane: LaneDocument, toS: number): Store {
    const known = this.#stores.find((store) => isSame(store.lane, lane) && store.toS >= toS);
    const store = known ?? { lane, toS, samples: samplesOf(toS), runs: new Map<number, SeedRun>() };
    this.#stores = [...this.#stores.filter((other) => other !== store), store];
    this.#stores = this.#stores.slice(-MOST_STORES);
    return store;
  }

  /** Makes the ribbon of a lane if all its runs are complete. */
  #finish({ lane, toS, samples, runs }: Store, seeds: readonly number[]): void {
    const own = seeds.map((seed) => runs.get(seed));
    if (!own.every((run) => run !== undefined)) return;
    const isKnown = this.ribbons.some(
      ({ runs }) => runs.length === own.length && runs.every((run, i) => run === own[i]),
    );
    if (isKnown) return;
    const binS = samples * STEP_S;
    const ribbon = { lane, seeds, toS, binS, runs: own, bands: bandsByLength(own) };
    const others = this.ribbons.filter((other) => !isSame(other.lane, lane));
    this.ribbons = [...others, ribbon].slice(-MOST_STORES);
  }
}
