import { Database } from '../../kit/storage/database';
import type { Maker } from './core';

/** The result of one run, as it is kept. */
export interface Kept extends Maker {
  /** Name of the item. */
  readonly item: string;
  readonly run: number;
  readonly values: Float64Array;
  /** Computing time, ms. */
  readonly tookMs: number;
  /** When it was made, ms since 1970. */
  readonly atMs: number;
}

/** Keeps results in the browser; tests replace it. There is one result for each run, so the size is bounded. */
export interface Storage {
  /** Returns what is kept. It may be anything: `asKept` checks it. */
  load(): Promise<readonly unknown[]>;
  /** Keeps results; each replaces the one of the same run. */
  put(results: readonly Kept[]): Promise<void>;
  /** Removes the results of these runs. */
  remove(runs: readonly (readonly [item: string, run: number])[]): Promise<void>;
}

/** Most numbers of one run, far more than any run has. */
const MOST_VALUES = 10_000;
const MOST_CHARS = 100;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MOST_CHARS;
const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** Returns a stored result; undefined if it is none. */
export function asKept(stored: unknown): Kept | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { item, run, values, tookMs, atMs, version, build } = stored as Record<string, unknown>;
  const isSound =
    isText(item) &&
    isText(version) &&
    isText(build) &&
    Number.isSafeInteger(run) &&
    (run as number) >= 0 &&
    values instanceof Float64Array &&
    values.length > 0 &&
    values.length <= MOST_VALUES &&
    isTime(tookMs) &&
    isTime(atMs);
  return isSound ? { item, run: run as number, values, tookMs, atMs, version, build } : undefined;
}

/** Returns the results that the browser keeps. Each access fails if the browser refuses a database. */
export function keptResults(): Storage {
  const database = new Database('aqm-papers', 'results', ['item', 'run']);
  const change = async (act: (store: IDBObjectStore) => void): Promise<void> => {
    await database.transact('readwrite', (store) => void act(store));
  };
  return {
    load: async () =>
      (await database.transact<unknown[]>('readonly', (store) => store.getAll())) ?? [],
    put: (results) => change((store) => results.forEach((result) => store.put(result))),
    remove: (runs) => change((store) => runs.forEach((run) => store.delete([...run]))),
  };
}
