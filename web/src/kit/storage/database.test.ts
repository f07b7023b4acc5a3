import { expect, test, vi } from 'vitest';
import { revise } from './database';

interface Request {
  result: unknown;
  onsuccess?: () => void;
}

/** A database with one transaction, whose requests the test answers. */
class Bench {
  readonly requests: Request[] = [];
  readonly abort = vi.fn(() => this.transaction.onabort?.());
  readonly transaction = {
    oncomplete: undefined as (() => void) | undefined,
    onabort: undefined as (() => void) | undefined,
    error: null,
    abort: (): void => void this.abort(),
    objectStore: () => ({
      get: (): Request => {
        const request = { result: undefined };
        this.requests.push(request);
        return request;
      },
    }),
  };
  readonly database = { transaction: () => this.transaction } as unknown as IDBDatabase;
}

test('a transaction returns the answer to requests that depend on others', async () => {
  const { requests, transaction, database } = new Bench();
  const found = revise<unknown>(database, 'store', (store, when, answer) =>
    when(store.get('a'), (a) => when(store.get('b'), (b) => answer([a, b]))),
  );
  for (const [i, result] of ['first', 'second'].entries()) {
    requests[i].result = result;
    requests[i].onsuccess?.();
  }
  transaction.oncomplete?.();
  expect(await found).toEqual(['first', 'second']);
});

test('an exception in the handler of a request is the reason of the failure, not an uncaught error', async () => {
  const { requests, abort, database } = new Bench();
  const found = revise(database, 'store', (store, when) =>
    when(store.get('a'), (value: unknown) => void (value as string).startsWith('last/')),
  );
  requests[0].result = 7;
  expect(() => requests[0].onsuccess?.()).not.toThrow();
  expect(abort).toHaveBeenCalledTimes(1);
  await expect(found).rejects.toThrow(/startsWith/);
});
