import { SvelteMap } from 'svelte/reactivity';
import { within } from '../../kit/storage/database';
import type { Outcome, PaperJob, Progress, RunOptions } from '../../core/batch';
import { whyOf } from '../../kit/texts';
import type { Core } from './core';
import { ItemResults } from './item-results.svelte';
import type { Catalogue, Paper } from './report.generated';
import { grouped, mapOf, unique } from './lists';
import { asKept, type Kept, type Storage } from './storage';

/** The part of the pool that the papers use. */
export interface Runner {
  readonly workers: number;
  run(jobs: readonly PaperJob[], options: RunOptions<PaperJob>): Promise<Outcome>;
  expectedS(kind: 'paper', weight: number, jobs: number): number | undefined;
}

export interface Tools {
  readonly runner: Runner;
  /** Opens the storage; a failure means that results are not kept. */
  readonly openStorage: () => Promise<Storage>;
  /** Calls back after `ms`. */
  readonly later: (callback: () => void, ms: number) => void;
  /** Time, ms since 1970. */
  readonly now: () => number;
  /** Sends results to the other tabs of the page. */
  readonly send: (results: readonly Kept[]) => void;
  /** Tells the user. */
  readonly warn: (message: string) => void;
  /** Shows the completed share of the work, 0..1, outside this section; undefined: nothing runs. */
  readonly showWork: (share: number | undefined) => void;
}

/** Runs of an item. */
export interface Request {
  readonly results: ItemResults;
  readonly runs: readonly number[];
}

/** Jobs that were started together. */
interface Batch {
  readonly what: string;
  readonly abort: AbortController;
  readonly weight: number;
  progress: Progress;
}

/** What runs now. */
export interface Activity {
  /** "Table 1a". */
  readonly what: string;
  /** Completed share of the work, 0..1. */
  readonly share: number;
  readonly ended: number;
  readonly of: number;
  /** The workers are still loading the simulator. */
  readonly isLoading: boolean;
  /** Estimated time left, s. */
  readonly leftS: number | undefined;
}

/** Returns where a stored value that is not a valid result is stored. */
function placeOf(record: unknown): Pick<Kept, 'item' | 'run'>[] {
  const { item, run } = (record ?? {}) as Partial<Kept>;
  return typeof item === 'string' && typeof run === 'number' ? [{ item, run }] : [];
}

/** Time between two reports of an item while its runs come in, ms. */
const REFRESH_MS = 300;
/** Results are written to the storage and sent to other tabs together, after this time, ms. */
const WRITE_MS = 500;

/** All papers with their results. It lives as long as the page, so that work goes on while another section is shown. */
export class Papers {
  /** The papers of the page, and those that the user has opened. */
  catalogue = $state.raw<Catalogue>({ papers: [] });
  readonly core: Core;
  readonly #tools: Tools;
  readonly #items: SvelteMap<string, ItemResults>;
  /** JSON with the files of each item of an opened paper. */
  readonly #files = new SvelteMap<ItemResults, string>();
  #storage: Storage | undefined;
  #hasWarned = false;
  #batches = $state.raw<readonly Batch[]>([]);
  /** How the latest work ended, for screen readers. */
  ending = $state('');
  /** Items whose report is to be made, and results that are to be kept. */
  #stale: readonly ItemResults[] = [];
  #unwritten: Kept[] = [];
  /** Results that the other tabs do not have yet. */
  #unsent: Kept[] = [];

  constructor(core: Core, tools: Tools) {
    this.core = core;
    this.#tools = tools;
    this.catalogue = core.catalogue();
    const items = this.catalogue.papers.flatMap((paper) => paper.items);
    this.#items = new SvelteMap(items.map((item) => [item.name, new ItemResults(item, core)]));
  }

  readonly activity = $derived.by((): Activity | undefined => {
    const batches = this.#batches;
    if (batches.length === 0) return undefined;
    const sum = (of: (batch: Batch) => number): number => batches.reduce((s, b) => s + of(b), 0);
    const lefts = batches.flatMap(({ progress: { leftS } }) => leftS ?? []);
    const weight = sum((batch) => batch.weight);
    return {
      what: batches.length === 1 ? batches[0].what : `${batches.length} selections`,
      share: weight > 0 ? sum((b) => b.weight * b.progress.share) / weight : 0,
      ended: sum(({ progress }) => progress.ended),
      of: sum(({ progress }) => progress.of),
      isLoading: batches.every(({ progress }) => progress.isLoading === true),
      leftS: lefts.length > 0 ? Math.max(...lefts) : undefined,
    };
  });

  get workers(): number {
    return this.#tools.runner.workers;
  }

  results(name: string): ItemResults {
    const found = this.#items.get(name);
    if (!found) throw new RangeError(`no item ${name}`);
    return found;
  }

  resultsOf(paper: Paper): readonly ItemResults[] {
    return paper.items.map(({ name }) => this.results(name));
  }

  /**
   * Opens a paper from the texts of its files, by their names. A paper of the same name that was opened before is replaced. The
   * results are kept until the page is closed. Throws an `Error` whose message is a JSON list of problems.
   */
  open(texts: ReadonlyMap<string, string>): Paper {
    const files = JSON.stringify(Object.fromEntries(texts));
    const paper = this.core.open(files);
    const papers = this.catalogue.papers.filter(({ name }) => name !== paper.name);
    for (const item of paper.items) {
      const results = new ItemResults(item, this.core);
      this.#items.set(item.name, results);
      this.#files.set(results, files);
    }
    this.catalogue = { papers: [...papers, paper] };
    return paper;
  }

  /** Whether the user has opened the paper from a file. */
  isOpened(paper: Paper): boolean {
    return this.#files.has(this.results(paper.items[0].name));
  }

  /** Loads what the browser keeps. If the storage does not answer in time, its results come later, or never. */
  async restore(): Promise<void> {
    await within(this.#read()).catch((error: unknown) => this.#cannotKeep(error));
  }

  async #read(): Promise<void> {
    const storage = await this.#tools.openStorage();
    const stored = await storage.load();
    this.#storage = storage;
    const foreign = stored.flatMap((record) => (this.#asOurs(record) ? [] : placeOf(record)));
    for (const [results, list] of this.#byItem(stored)) foreign.push(...results.restore(list));
    this.#forget(foreign);
    // Results that were made before the storage answered.
    this.#write();
  }

  /** Takes results that another tab of the page has made. */
  receive(message: unknown): void {
    if (!Array.isArray(message)) return;
    for (const [results, list] of this.#byItem(message))
      if (results.receive(list)) this.#refreshSoon(results);
  }

  /** Returns a record as a result of one of the items; undefined if it is none. */
  #asOurs(record: unknown): Kept | undefined {
    const kept = asKept(record);
    const results = kept && this.#items.get(kept.item);
    // Another tab may have opened another paper of the same name.
    return results && !this.#files.has(results) ? kept : undefined;
  }

  #byItem(records: readonly unknown[]): (readonly [ItemResults, readonly Kept[]])[] {
    const ours = records.flatMap((record) => this.#asOurs(record) ?? []);
    const groups = grouped(ours, ({ item }) => item);
    return [...groups].map(([name, list]) => [this.results(name), list] as const);
  }

  /** Brings the report of an item up to date. */
  refresh(results: ItemResults): void {
    this.#stale = this.#stale.filter((other) => other !== results);
    this.#forget(results.refresh());
  }

  /** Runs what is requested; runs that already wait are not repeated. `what` names it: "Table 1a". */
  async run(what: string, requests: readonly Request[]): Promise<void> {
    const jobs = requests.flatMap(({ results, runs }) =>
      runs
        .filter((run) => results.states[run] !== 'queued')
        .map((run): PaperJob => {
          const { weight } = results.runs[run];
          const files = this.#files.get(results);
          return { kind: 'paper', item: results.item.name, run, weight, files };
        }),
    );
    if (jobs.length === 0) return;
    const runsOf = (results: ItemResults): number[] =>
      jobs.flatMap(({ item, run }) => (item === results.item.name ? [run] : []));
    const all = unique(requests.map(({ results }) => results));
    for (const results of all) results.queue(runsOf(results));
    // A paper that is opened again has other results.
    const started = mapOf(all.map((results) => [results.item.name, results]));
    const resultsOf = (item: string): ItemResults => started.get(item) ?? this.results(item);
    const batch: Batch = {
      what,
      abort: new AbortController(),
      weight: jobs.reduce((sum, { weight }) => sum + weight, 0),
      progress: { ended: 0, failed: 0, of: jobs.length, share: 0, leftS: undefined },
    };
    this.#setBatches([...this.#batches, batch]);
    this.ending = '';
    const outcome = await this.#tools.runner.run(jobs, {
      signal: batch.abort.signal,
      onResult: ({ item, run }, values, tookMs) => {
        const results = resultsOf(item);
        const kept = results.put(run, values, tookMs, this.#tools.now());
        if (!this.#files.has(results)) this.#keep(kept);
        this.#refreshSoon(results);
      },
      onFailure: ({ item, run }, message) => {
        resultsOf(item).fail(run, message);
        this.#refreshSoon(resultsOf(item));
      },
      onProgress: (progress) => {
        batch.progress = progress;
        this.#setBatches([...this.#batches]);
      },
    });
    this.#setBatches(this.#batches.filter((other) => other !== batch));
    const { failed } = batch.progress;
    const failures = failed > 0 ? ` ${failed} runs failed.` : '';
    this.ending =
      outcome === 'cancelled' ? `${what}: cancelled.` : `${what}: 100 % done.${failures}`;
    for (const results of all) {
      results.cancel(runsOf(results));
      this.refresh(results);
    }
    this.#flush();
  }

  /** Ends all runs; results so far stay. */
  cancel(): void {
    for (const { abort } of this.#batches) abort.abort();
  }

  /** Returns the expected time for these runs, s; undefined if nothing has been run yet. */
  expectedS(requests: readonly Request[]): number | undefined {
    const weights = requests.flatMap(({ results, runs }) =>
      runs.map((r) => results.runs[r].weight),
    );
    const weight = weights.reduce((sum, one) => sum + one, 0);
    return this.#tools.runner.expectedS('paper', weight, weights.length);
  }

  #setBatches(batches: readonly Batch[]): void {
    this.#batches = batches;
    this.#tools.showWork(this.activity?.share);
  }

  #refreshSoon(results: ItemResults): void {
    const isFirst = this.#stale.length === 0;
    this.#stale = unique([...this.#stale, results]);
    if (!isFirst) return;
    this.#tools.later(() => {
      for (const one of this.#stale) this.refresh(one);
    }, REFRESH_MS);
  }

  #keep(kept: Kept): void {
    this.#unwritten.push(kept);
    this.#unsent.push(kept);
    if (this.#unsent.length > 1) return;
    this.#tools.later(() => this.#flush(), WRITE_MS);
  }

  /** The user leaves the page: keeps what is not kept yet. */
  leave(): void {
    this.#flush();
  }

  #flush(): void {
    if (this.#unsent.length > 0) this.#tools.send(this.#unsent);
    this.#unsent = [];
    this.#write();
  }

  #write(): void {
    const results = this.#unwritten;
    if (results.length === 0 || !this.#storage) return;
    this.#unwritten = [];
    within(this.#storage.put(results)).catch((error: unknown) => this.#cannotKeep(error));
  }

  #forget(wrong: readonly Pick<Kept, 'item' | 'run'>[]): void {
    if (wrong.length === 0) return;
    const runs = wrong.map(({ item, run }) => [item, run] as const);
    if (!this.#storage) return;
    within(this.#storage.remove(runs)).catch((error: unknown) => this.#cannotKeep(error));
  }

  /** Works without the storage, and reports this once. */
  #cannotKeep(error: unknown): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#tools.warn(
      `The browser does not keep the results of papers (${whyOf(error)}). They are lost when the page is closed; export them first.`,
    );
  }
}
