import { whyOf } from '../texts';
import { Database, Silence, within } from './database';

/**
 * Values in the browser's storage (IndexedDB), by key; each user of the storage has its own name. A browser may have no
 * storage, a full one, or one that never answers: reading then finds nothing, and `write` returns false.
 */
export class Kept<T> {
  readonly #database: Database;
  #isSilent = false;
  /** Why the latest access failed; undefined if it did not. */
  problem: string | undefined;

  /** `name`: name of the database, the same in every version of the page. */
  constructor(name: string) {
    this.#database = new Database(name, 'kept');
  }

  /** Returns the value of a key, which an earlier version of the page may have written; undefined without one. */
  async get(key: string): Promise<T | undefined> {
    const found: unknown = await this.#do('readonly', (store) => store.get(key));
    return found as T | undefined;
  }

  /**
   * Stores values, and removes those of keys without a value, all or none. Returns whether the browser did so. It does also while
   * the page is left, once the storage was used before.
   */
  async write(
    changes: readonly (readonly [key: string, value: T | undefined])[],
  ): Promise<boolean> {
    await this.#do('readwrite', (store) => {
      for (const [key, value] of changes)
        if (value === undefined) store.delete(key);
        else store.put(value, key);
    });
    return this.problem === undefined;
  }

  /** Makes requests; undefined if they fail. */
  async #do(
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore) => IDBRequest<unknown> | void,
  ): Promise<unknown> {
    // Each access would wait in vain.
    if (this.#isSilent) return undefined;
    const answer = this.#database.transact(mode, act);
    try {
      const found = await within(answer);
      this.problem = undefined;
      return found;
    } catch (error) {
      this.problem = whyOf(error);
      this.#isSilent = error instanceof Silence;
      const answered = (): void => void (this.#isSilent = false);
      answer.then(answered, answered);
      return undefined;
    }
  }
}
