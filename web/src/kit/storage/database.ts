import { withoutStop } from '../texts';

/** After this time without an answer the browser's storage counts as absent, ms. */
export const PATIENCE_MS = 4000;

/** The storage has not answered in time. It may still do so. */
export class Silence extends Error {}

/** Returns the promise's value; fails with `Silence` if it takes too long. */
export function within<T>(promise: Promise<T>, ms = PATIENCE_MS): Promise<T> {
  return new Promise((settle, refuse) => {
    const timer = setTimeout(
      () => refuse(new Silence(`the storage did not answer for ${ms / 1000} s`)),
      ms,
    );
    promise.then(settle, refuse).finally(() => clearTimeout(timer));
  });
}

/** Returns why the browser keeps nothing: "its storage is full". */
export function reasonOf(error: unknown): string {
  if (error instanceof Silence) return 'its storage does not answer';
  if (!(error instanceof Error)) return 'its storage fails';
  return error.name === 'QuotaExceededError'
    ? 'its storage is full'
    : `its storage refuses (${withoutStop(error.message)})`;
}

/**
 * Opens a database of the browser (IndexedDB). Fails if the browser refuses one.
 *
 * @param name the same in every version of the page
 * @param create creates the stores of a new database
 * @param onclosed called when the database is closed: another tab with a newer page, or the user, removes it
 */
function openDatabase(
  name: string,
  create: (database: IDBDatabase) => void,
  onclosed?: () => void,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => create(request.result);
    request.onsuccess = () => {
      const database = request.result;
      database.onversionchange = database.onclose = () => {
        database.close();
        onclosed?.();
      };
      resolve(database);
    };
    request.onerror = () => reject(request.error ?? new Error('no reason is given'));
    request.onblocked = () => reject(new Error('another tab uses it'));
  });
}

/**
 * Makes one request, or several, in a transaction. The transaction begins before this function returns and needs no answer in
 * between, so it also succeeds while the page is left. Returns the result of the last request once everything is stored.
 */
function transact<T>(
  database: IDBDatabase,
  store: string,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T> | void,
): Promise<T | undefined> {
  return new Promise((settle, refuse) => {
    const transaction = database.transaction(store, mode);
    const request = act(transaction.objectStore(store));
    transaction.oncomplete = () => settle(request ? request.result : undefined);
    transaction.onabort = () => refuse(transaction.error ?? new Error('no reason is given'));
    transaction.commit();
  });
}

/** Calls back with the result of a request. What the callback throws ends the transaction, and is the reason of its failure. */
export type When = <R>(request: IDBRequest<R>, then: (result: R) => void) => void;

/**
 * Makes requests in a transaction, some of which depend on the answers to others, by `when`. Returns what `act` passes to `answer`,
 * once everything is stored. Unlike `transact` it does not succeed while the page is left.
 */
export function revise<T>(
  database: IDBDatabase,
  store: string,
  act: (store: IDBObjectStore, when: When, answer: (value: T) => void) => void,
): Promise<T | undefined> {
  return new Promise((settle, refuse) => {
    const transaction = database.transaction(store, 'readwrite');
    let value: T | undefined;
    transaction.oncomplete = () => settle(value);
    transaction.onabort = () => refuse(transaction.error ?? new Error('no reason is given'));
    /** An exception in the handler of a request would reach nobody. */
    const attempt = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        refuse(error instanceof Error ? error : new Error(String(error)));
        transaction.abort();
      }
    };
    const when: When = (request, then) => {
      request.onsuccess = () => attempt(() => then(request.result));
    };
    attempt(() => act(transaction.objectStore(store), when, (answer) => (value = answer)));
  });
}

/** A database of the browser with one store. It is opened when it is first used, and again after it was closed. */
export class Database {
  readonly #name: string;
  readonly #store: string;
  readonly #keyPath: string[] | undefined;
  #opening: Promise<IDBDatabase> | undefined;
  #database: IDBDatabase | undefined;

  /** `keyPath`: the members of a stored value that are its key; otherwise each value has a key beside it. */
  constructor(name: string, store: string, keyPath?: string[]) {
    this.#name = name;
    this.#store = store;
    this.#keyPath = keyPath;
  }

  /** See `transact`. An open database needs no answer before the request, so that the page may end. */
  transact<T>(
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore) => IDBRequest<T> | void,
  ): Promise<T | undefined> {
    const ask = (database: IDBDatabase) => transact(database, this.#store, mode, act);
    return this.#database ? ask(this.#database) : this.#open().then(ask);
  }

  /** See `revise`. */
  async revise<T>(
    act: (store: IDBObjectStore, when: When, answer: (value: T) => void) => void,
  ): Promise<T | undefined> {
    return revise(await this.#open(), this.#store, act);
  }

  #open(): Promise<IDBDatabase> {
    const forget = (): void => {
      this.#opening = this.#database = undefined;
    };
    this.#opening ??= openDatabase(
      this.#name,
      (made) => {
        const options = this.#keyPath && { keyPath: this.#keyPath };
        made.createObjectStore(this.#store, options);
      },
      forget,
    );
    this.#opening.then((database) => (this.#database = database), forget);
    return this.#opening;
  }
}

/** Returns a random key for a stored value. `crypto.randomUUID` needs a secure context. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
