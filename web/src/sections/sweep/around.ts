// What a sweep needs of the page.

import type { Outcome, RunOptions, SweepJob, Wanted } from '../../core/batch';
import type { Problem } from '../../core/sim/protocol';
import type { Core } from './expansion';

/** The part of the batch package that the section uses. */
export interface Package {
  readonly Sweep: new (plan: string) => Core;
  /** Returns what replaces values of a plan's parameters, as JSON; throws the plan's other problems. */
  sweepOverrides(plan: string): string;
  version(): string;
  /** Hash of its code: a changed simulator may have the same version number. */
  readonly build: string;
}

/** What the section needs of the page; tests replace it. */
export interface Around {
  load(): Promise<Package>;
  readonly pool: {
    readonly workers: number;
    run(jobs: readonly Numbered[], options: RunOptions<Numbered>): Promise<Outcome>;
  };
  /** Returns the expected computing time of whole runs, ms for each unit of weight, from short beginnings of these. */
  probe(runs: readonly Wanted[], signal: AbortSignal): Promise<number | undefined>;
  /** The browser's storage. */
  readonly storage: {
    get(key: string): Promise<unknown>;
    /** Stores values and removes those of keys without one. Begins before it returns, unless the storage was never used. */
    write(changes: readonly (readonly [key: string, value: unknown])[]): Promise<boolean>;
    /** Why the latest access failed. */
    readonly problem: string | undefined;
  };
  /** Tells the other tabs of the page. */
  send(message: Written): void;
  /** Calls back after `ms`; returns a function that cancels. */
  later(callback: () => void, ms: number): () => void;
}

/** What a tab tells the others: it has written the results of a sweep. */
export interface Written {
  readonly key: string;
}

/** A job with the index of its run. */
export interface Numbered extends SweepJob {
  readonly index: number;
}

/** How the section shows its state outside its own part of the page. */
export interface Outside {
  /** The share of the work that is done; undefined: nothing runs. */
  works(share: number | undefined): void;
  /**
   * Called when the plan has another path. Returns whether the address shows the path; it does not while another
   * section is open.
   */
  moved(path: string): boolean;
  /** A link could not be opened. */
  refused(message: string, problems: readonly Problem[]): void;
  warn(message: string): void;
}
