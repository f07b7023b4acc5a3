import { openDatabase } from './database';

/**
 * Values in the browser's storage (IndexedDB), by key; each user of the storage has its own name. A browser may have no
 * storage, or a full one: reading then finds nothing, and writing returns false.
 */
export class Kept<T> {
  readonly #name: string;
  #opening: Promise<IDBDatabase> | undefined;

  /** `name`: name of the database, the same in every version of the page. */
  constructor(name: string) {
    this.#name = name;
  }

  /** Returns the value of a key, which an earlier version of the page may have written; undefined without one. */
  async get(key: string): Promise<T | undefined> {
    const found: unknown = await this.#do('readonly', (store) => store.get(key));
    return found as T | undefined;
  }

  /** Returns all keys. */
  async keys(): Promise<readonly string[]> {
    const keys: unknown = await this.#do('readonly', (store) => store.getAllKeys());
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
  }

  /** Stores a value. Returns whether the browser did so. */
  async set(key: string, value: T): Promise<boolean> {
    return (await this.#do('readwrite', (store) => store.put(value, key))) !== undefined;
  }

  async delete(key: string): Promise<void> {
    await this.#do('readwrite', (store) => store.delete(key));
  }

  /** Makes one request; undefined if the browser refuses it. */
  async #do(
    mode: IDBTransactionMode,
    request: (store: IDBObjectStore) => IDBRequest,
  ): Promise<unknown> {
    try {
      const database = await this.#open();
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(STORE, mode);
        const made = request(transaction.objectStore(STORE));
        // The value is stored when the transaction is complete.
        transaction.oncomplete = () => resolve(made.result);
        transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
      });
    } catch {
      return undefined;
    }
  }

  #open(): Promise<IDBDatabase> {
    this.#opening ??= openDatabase(
      this.#name,
      (database) => void database.createObjectStore(STORE),
      () => (this.#opening = undefined),
    );
    this.#opening.catch(() => (this.#opening = undefined));
    return this.#opening;
  }
}

const STORE = 'kept';
