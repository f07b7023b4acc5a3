import { whyOf } from '../../kit/texts';
import type { RunState } from './cells';
import type { Core, GrowingReport } from './core';
import type { Item, ItemRun, Report } from './report.generated';
import type { Kept } from './storage';
import { unique } from './lists';

/** Findings of an item that hold and do not hold; the others wait. */
export interface Findings {
  readonly hold: number;
  readonly fail: number;
  readonly of: number;
}

/** The results of one item, as far as they are known, and its report, which grows with them. */
export class ItemResults {
  readonly item: Item;
  readonly #core: Core;
  #runs: readonly ItemRun[] | undefined;
  /** For each run its result. */
  readonly #kept: (Kept | undefined)[];
  /** For each run: it waits for a worker, or runs. */
  readonly #queued: boolean[] = [];
  /** For each run why it has failed. */
  readonly #failures: (string | undefined)[] = [];
  /** Runs whose results the report does not have yet. */
  #unreported: number[] = [];
  #growing: GrowingReport | undefined;
  /** State of each run. */
  states = $state.raw<readonly RunState[]>([]);
  /** The latest report; undefined before the first `refresh`. */
  report = $state.raw<Report>();
  /** Why there is no report. */
  problem = $state<string>();

  constructor(item: Item, core: Core) {
    this.item = item;
    this.#core = core;
    this.#kept = Array<Kept | undefined>(item.runs);
    this.#updateStates();
  }

  /** The simulations of the item. */
  get runs(): readonly ItemRun[] {
    return (this.#runs ??= this.#core.runs(this.item.name));
  }

  /** Whether any result is known; one that is computed without runs always is. */
  readonly isKnown = $derived.by(
    () => this.item.runs === 0 || this.states.some((state) => state === 'done' || state === 'old'),
  );
  readonly isRunning = $derived.by(() => this.states.includes('queued'));

  readonly findings = $derived.by((): Findings | undefined => {
    const list = this.report?.findings;
    const count = (state: string): number => list?.filter((one) => one.state === state).length ?? 0;
    return list && { hold: count('holds'), fail: count('fails'), of: list.length };
  });

  /** Number of runs with a result. */
  readonly made = $derived.by(
    () => this.states.filter((state) => state === 'done' || state === 'old').length,
  );

  /** Versions of the simulator, other than this one, that made some of the results. */
  readonly olderVersions = $derived.by((): readonly string[] => {
    const old = this.states.flatMap((state, run) => (state === 'old' ? [this.#kept[run]] : []));
    return unique(old.flatMap((kept) => (kept ? [this.nameOfMaker(kept)] : [])));
  });

  /** Returns the runs of these that this simulator has not made and that do not wait. */
  missing(runs: Iterable<number>): number[] {
    return unique(runs).filter((run) => {
      const state = this.states[run];
      return state !== 'done' && state !== 'queued';
    });
  }

  /** Returns the kept results of these runs, without those that are not there. */
  kept(runs: readonly number[]): readonly Kept[] {
    return runs.flatMap((run) => this.#kept[run] ?? []);
  }

  /** Returns why a run has failed, if it has. */
  failure(run: number): string | undefined {
    return this.#failures[run];
  }

  /** Returns the version that made a result, with the build if its number is that of this simulator. */
  nameOfMaker({ version, build }: Kept): string {
    const { maker } = this.#core;
    const isOther = version === maker.version && build !== maker.build;
    return isOther ? `${version}, build ${build.slice(0, 6)}` : version;
  }

  /** Takes results from the browser's storage; those that do not belong to a run are returned. */
  restore(stored: readonly Kept[]): readonly Kept[] {
    const wrong = stored.filter((kept) => !(kept.run < this.item.runs));
    for (const kept of stored)
      if (kept.run < this.item.runs && !this.#kept[kept.run]) this.#keep(kept);
    this.#updateStates();
    return wrong;
  }

  /** Takes results from another tab, unless this simulator has made them already. Returns whether it took one. */
  receive(list: readonly Kept[]): boolean {
    const { build } = this.#core.maker;
    const isBetter = ({ run, build: other }: Kept): boolean =>
      run < this.item.runs &&
      (!this.#kept[run] || (this.#kept[run].build !== build && other === build));
    const taken = list.filter(isBetter);
    for (const kept of taken) {
      this.#keep(kept);
      this.#failures[kept.run] = undefined;
    }
    if (taken.length > 0) this.#updateStates();
    return taken.length > 0;
  }

  /** These runs wait for a worker, or run. */
  queue(runs: readonly number[]): void {
    for (const run of runs) {
      this.#queued[run] = true;
      this.#failures[run] = undefined;
    }
    this.#updateStates();
  }

  /** A run has ended. The caller calls `refresh` soon. */
  put(run: number, values: Float64Array, tookMs: number, atMs: number): Kept {
    const { maker, item } = { maker: this.#core.maker, item: this.item.name };
    const kept = { item, run, values, tookMs, atMs, ...maker };
    this.#keep(kept);
    this.#queued[run] = false;
    return kept;
  }

  fail(run: number, message: string): void {
    this.#queued[run] = false;
    this.#failures[run] = message;
  }

  /** These runs were cancelled. */
  cancel(runs: readonly number[]): void {
    for (const run of runs) this.#queued[run] = false;
    this.#updateStates();
  }

  #keep(kept: Kept): void {
    this.#kept[kept.run] = kept;
    this.#unreported.push(kept.run);
  }

  /** Adds new results to the report. Returns those that the storage must forget: they are not those of the item, or crash the package. */
  refresh(): readonly Kept[] {
    this.#updateStates();
    if (this.#unreported.length === 0 && (this.report ?? this.problem) !== undefined) return [];
    try {
      const growing = (this.#growing ??= this.#core.grow(this.item.name));
      const wrong = this.#unreported.flatMap((run) => this.#addTo(growing, run));
      this.#unreported = [];
      this.report = growing.report();
      if (wrong.length > 0) this.#updateStates();
      return wrong;
    } catch (error) {
      this.problem = whyOf(error);
      this.#growing = undefined;
      // If these results were kept, they would crash the page at each visit.
      return this.#kept.flatMap((kept) => kept ?? []);
    }
  }

  /** Adds the result of a run to the report, or returns it and drops it if its values are not those of the run. */
  #addTo(growing: GrowingReport, run: number): readonly Kept[] {
    const kept = this.#kept[run];
    if (!kept) return [];
    try {
      growing.put(run, kept.values);
      return [];
    } catch (error) {
      // Anything else is a crash of the package.
      if (!(error instanceof Error) || error instanceof WebAssembly.RuntimeError) throw error;
      this.#kept[run] = undefined;
      return [kept];
    }
  }

  #updateStates(): void {
    const { build } = this.#core.maker;
    this.states = Array.from({ length: this.item.runs }, (_, run): RunState => {
      if (this.#queued[run]) return 'queued';
      if (this.#failures[run] !== undefined) return 'failed';
      const kept = this.#kept[run];
      return kept ? (kept.build === build ? 'done' : 'old') : 'none';
    });
  }
}
