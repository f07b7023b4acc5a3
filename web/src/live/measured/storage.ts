import { Database } from '../../kit/storage/database';
import { asKeptRun, type KeptRun } from './kept-run';

/** A kept run and its file. They may be anything: `asKeptRun` and `asFile` check them. */
export interface Found {
  readonly key: string;
  readonly run: unknown;
  readonly file: unknown;
}

/** Keeps measured runs in the browser; tests replace it. Every function fails if the browser refuses. */
export interface Storage {
  /** Returns the runs that `isWanted` selects, and those that are damaged. */
  load(isWanted: (run: KeptRun) => boolean): Promise<readonly Found[]>;
  /** Keeps a run with its file. The oldest others make room for it. */
  add(run: KeptRun, file: Uint8Array): Promise<unknown>;
  /** Keeps runs again, without their files. It does so also while the page is left, once the storage was used before. */
  update(runs: readonly KeptRun[]): Promise<unknown>;
  remove(key: string): Promise<unknown>;
}

/** Most kept runs, and most bytes of their files together. */
export const MOST_KEPT = 40;
export const MOST_KEPT_MIB = 128;

/** Begin the keys of runs and of their files. */
const RUN = 'run/';
const FILE = 'file/';
const RUNS = (): IDBKeyRange => IDBKeyRange.bound(RUN, `${RUN}\uffff`);

/** Returns the runs that must go so that one with `bytes` has room, the oldest first. */
export function displaced(kept: readonly KeptRun[], bytes: number): readonly KeptRun[] {
  const oldest = kept.toSorted((a, b) => a.addedMs - b.addedMs);
  let rest = kept.reduce((sum, run) => sum + run.bytes, bytes);
  const count = oldest.findIndex((run, i) => {
    const fits = kept.length - i < MOST_KEPT && rest <= MOST_KEPT_MIB * 1024 * 1024;
    rest -= run.bytes;
    return fits;
  });
  return count < 0 ? oldest : oldest.slice(0, count);
}

/** Measured runs in the browser's database. */
export class RunStorage implements Storage {
  readonly #database = new Database('aqm-measured', 'runs');

  async load(isWanted: (run: KeptRun) => boolean): Promise<readonly Found[]> {
    const found = await this.#database.revise<readonly Found[]>((store, when, answer) => {
      const keys = store.getAllKeys(RUNS());
      when(store.getAll(RUNS()), (runs: unknown[]) => {
        const all: Found[] = [];
        for (const [i, run] of runs.entries()) {
          const key = (keys.result[i] as string).slice(RUN.length);
          const kept = asKeptRun(run);
          if (kept && !isWanted(kept)) continue;
          when(store.get(FILE + key), (file: unknown) => void all.push({ key, run, file }));
        }
        answer(all);
      });
    });
    return found ?? [];
  }

  async add(run: KeptRun, file: Uint8Array): Promise<void> {
    await this.#database.revise((store, when) => {
      when(store.getAll(RUNS()), (runs: unknown[]) => {
        const others = runs.flatMap((value) => asKeptRun(value) ?? []);
        for (const { id } of displaced(others, run.bytes)) remove(store, id);
        store.put(run, RUN + run.id);
        store.put(file, FILE + run.id);
      });
    });
  }

  update(runs: readonly KeptRun[]): Promise<unknown> {
    return this.#database.transact('readwrite', (store) => {
      for (const run of runs) store.put(run, RUN + run.id);
    });
  }

  async remove(key: string): Promise<void> {
    await this.#database.transact('readwrite', (store) => remove(store, key));
  }
}

function remove(store: IDBObjectStore, key: string): void {
  store.delete(RUN + key);
  store.delete(FILE + key);
}
