import { Database, type When } from '../../kit/storage/database';
import { asWork, type Work } from './work';

/** Keeps the works in the browser; tests replace it. Every function fails if the browser refuses. */
export interface Storage {
  /** Returns what is kept. It may be anything: `asWork` checks it. */
  load(): Promise<readonly unknown[]>;
  /**
   * Keeps a work if the kept one has the revision before, or there is none. Returns undefined, or else the kept one, which then
   * stays.
   */
  put(work: Work): Promise<Work | undefined>;
  /** Keeps works with new names, all or none. */
  add(works: readonly Work[]): Promise<void>;
  remove(id: string): Promise<void>;
  /** Keeps a work while the page is left, which allows no question. `load` puts it in its place later. */
  putLast(work: Work): Promise<unknown>;
}

/** Begins the keys of works that were kept while a page was left. */
const LAST = 'last/';

/** Works in the browser's database. */
export class WorkStorage implements Storage {
  readonly #database = new Database('aqm-library', 'works');
  readonly #newId: () => string;
  /** Name of this page, for what it keeps while it is left. */
  readonly #page: string;

  /** `newId`: returns a name that no work has. */
  constructor(newId: () => string) {
    this.#newId = newId;
    this.#page = newId();
  }

  async load(): Promise<readonly unknown[]> {
    return (await this.#database.revise(this.#placeLast)) ?? [];
  }

  async put(work: Work): Promise<Work | undefined> {
    return this.#database.revise<Work>((store, when, answer) => {
      when(store.get(work.id), (found) => {
        const kept = asWork(found);
        if (kept && kept.revision !== work.revision - 1) answer(kept);
        else {
          store.put(work, work.id);
          // The page was left and has come back.
          store.delete(this.#lastKey(work));
        }
      });
    });
  }

  async add(works: readonly Work[]): Promise<void> {
    await this.#database.transact('readwrite', (store) => {
      for (const work of works) store.put(work, work.id);
    });
  }

  async remove(id: string): Promise<void> {
    await this.#database.transact('readwrite', (store) => store.delete(id));
  }

  putLast(work: Work): Promise<unknown> {
    return this.#database.transact('readwrite', (store) => store.put(work, this.#lastKey(work)));
  }

  #lastKey({ id }: Work): string {
    return `${LAST}${id}/${this.#page}`;
  }

  /** Returns all works, after those that were kept while a page was left have taken their places. */
  readonly #placeLast = (
    store: IDBObjectStore,
    when: When,
    answer: (works: readonly unknown[]) => void,
  ): void => {
    const keys = store.getAllKeys();
    when(store.getAll(), (values: unknown[]) => {
      const all = new Map(keys.result.map((key, i) => [key, values[i]]));
      for (const [key, value] of [...all]) {
        if (typeof key !== 'string' || !key.startsWith(LAST)) continue;
        store.delete(key);
        all.delete(key);
        const placed = placeOf(asWork(value), (id) => asWork(all.get(id)), this.#newId);
        if (!placed) continue;
        store.put(placed, placed.id);
        all.set(placed.id, placed);
      }
      answer([...all.values()]);
    });
  };
}

/**
 * Returns a work that was kept while a page was left, as it takes its place: that of the revision before it, or a new one if another
 * tab has kept a revision meanwhile. Returns undefined if it is kept already.
 */
export function placeOf(
  last: Work | undefined,
  keptAs: (id: string) => Work | undefined,
  newId: () => string,
): Work | undefined {
  if (!last) return undefined;
  const kept = keptAs(last.id);
  if (!kept || kept.revision === last.revision - 1) return last;
  return kept.scenario === last.scenario ? undefined : { ...last, id: newId(), revision: 1 };
}
