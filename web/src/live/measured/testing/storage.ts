import { asKeptRun, type KeptRun } from '../kept-run';
import type { Around } from '../keeping.svelte';
import type { NamedFile } from '../measured.svelte';
import { displaced, type Found, type Storage } from '../storage';

export const fileOf = (name: string, text: string): NamedFile =>
  Object.assign(new Blob([text]), { name });

/** A storage in memory that several tabs share. It can be full, or refuse everything. */
export class FakeStorage implements Storage {
  readonly runs = new Map<string, unknown>();
  readonly files = new Map<string, unknown>();
  /** Thrown by every access. */
  failure: Error | undefined;

  #access(): Promise<void> {
    return this.failure ? Promise.reject(this.failure) : Promise.resolve();
  }

  async load(isWanted: (run: KeptRun) => boolean): Promise<readonly Found[]> {
    await this.#access();
    return [...this.runs].flatMap(([key, run]) => {
      const kept = asKeptRun(run);
      return kept && !isWanted(kept) ? [] : [{ key, run, file: this.files.get(key) }];
    });
  }

  async add(run: KeptRun, file: Uint8Array): Promise<void> {
    await this.#access();
    for (const { id } of displaced(this.kept, run.bytes)) await this.remove(id);
    this.runs.set(run.id, structuredClone(run));
    this.files.set(run.id, file);
  }

  async update(runs: readonly KeptRun[]): Promise<void> {
    await this.#access();
    for (const run of runs) this.runs.set(run.id, structuredClone(run));
  }

  async remove(key: string): Promise<void> {
    await this.#access();
    this.runs.delete(key);
    this.files.delete(key);
  }

  get kept(): readonly KeptRun[] {
    return [...this.runs.values()].flatMap((run) => asKeptRun(run) ?? []);
  }
}

export const full = (): Error =>
  Object.assign(new Error('no room'), { name: 'QuotaExceededError' });

let ids = 0;

/** Returns the page around measured runs. Timers never elapse: a test flushes. */
export const aroundOf = (storage: Storage): Around => ({
  storage,
  nowMs: () => ++ids,
  newId: () => `run${++ids}`,
  later: () => () => undefined,
  remember: () => undefined,
});
