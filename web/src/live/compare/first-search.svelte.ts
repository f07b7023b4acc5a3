import type { Job, RunOptions } from '../../core/batch';
import { type First, readFirst } from './first';

/** The part of the pool that the search uses; tests replace it. */
export interface Searcher {
  run(jobs: readonly Job[], options: RunOptions<Job>): Promise<unknown>;
}

/** A search for the first packet that two lanes treat differently. */
export interface Search {
  /** JSON of the scenario. */
  readonly scenario: string;
  readonly lanes: readonly [lane: number, minus: number];
  /** Until this time, s. */
  readonly toS: number;
}

/** Finds the first packet that two lanes treat differently, in a worker of the pool. */
export class FirstSearch {
  /** What was found; undefined while the search goes on, and if the lanes are equal. */
  found = $state.raw<First>();
  isRunning = $state(false);
  failure = $state<string>();
  readonly #pool: Searcher;
  #stop: AbortController | undefined;
  #last: Search | undefined;

  constructor(pool: Searcher) {
    this.#pool = pool;
  }

  /** Starts a search. What is known of an equal one stays. */
  start(search: Search): void {
    const last = this.#last;
    const isSame = last?.scenario === search.scenario && last.lanes.join() === search.lanes.join();
    if (isSame && (last.toS >= search.toS || this.found)) return;
    this.#stop?.abort();
    const stop = (this.#stop = new AbortController());
    this.#last = search;
    if (!isSame) this.found = undefined;
    this.failure = undefined;
    this.isRunning = true;
    const { scenario, lanes, toS } = search;
    void this.#pool
      .run([{ kind: 'difference', scenario, lanes, toS, weight: toS }], {
        onResult: (_, values) => {
          if (stop === this.#stop) this.found = readFirst(values);
        },
        onFailure: (_, message) => {
          if (stop !== this.#stop) return;
          this.failure = message;
          this.#last = undefined;
        },
        signal: stop.signal,
      })
      .finally(() => {
        if (stop === this.#stop) this.isRunning = false;
      });
  }

  stop(): void {
    this.#stop?.abort();
    this.#stop = undefined;
    this.#last = undefined;
    this.isRunning = false;
  }
}
