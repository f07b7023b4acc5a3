import type { Storage } from './storage';
import { placeOf } from './storage';
import { asWork, type Work } from './work';
import { type Draft, Works } from './works.svelte';

/** A storage in memory that several tabs share. It can be full, or refuse everything. */
export class FakeStorage implements Storage {
  readonly kept = new Map<string, unknown>();
  readonly last: Work[] = [];
  /** Thrown by every access. */
  failure: Error | undefined;

  #access(): Promise<void> {
    return this.failure ? Promise.reject(this.failure) : Promise.resolve();
  }

  async load(): Promise<readonly unknown[]> {
    await this.#access();
    for (const last of this.last.splice(0)) {
      const placed = placeOf(last, (id) => asWork(this.kept.get(id)), newId);
      if (placed) this.kept.set(placed.id, placed);
    }
    return [...this.kept.values()];
  }

  async put(work: Work): Promise<Work | undefined> {
    await this.#access();
    const kept = asWork(this.kept.get(work.id));
    if (kept && kept.revision !== work.revision - 1) return kept;
    this.kept.set(work.id, work);
    return undefined;
  }

  async add(works: readonly Work[]): Promise<void> {
    await this.#access();
    for (const work of works) this.kept.set(work.id, work);
  }

  async remove(id: string): Promise<void> {
    await this.#access();
    this.kept.delete(id);
  }

  async putLast(work: Work): Promise<void> {
    await this.#access();
    this.last.push(work);
  }

  /** The kept works. */
  get works(): readonly Work[] {
    return [...this.kept.values()].flatMap((value) => asWork(value) ?? []);
  }
}

export const full = (): Error =>
  Object.assign(new Error('no room'), { name: 'QuotaExceededError' });

let ids = 0;
export const newId = (): string => `id${++ids}`;

/** Returns the works of a tab, whose clock advances by a minute with each work. */
export function tabOf(storage: Storage): Works {
  let nowMs = Date.UTC(2026, 10, 24);
  return new Works(storage, {
    nowMs: () => (nowMs += 60_000),
    newId,
    announce: () => undefined,
  });
}

/** Returns a draft of a scenario with this title. */
export const draftOf = (title: string, rateMbps = 10): Draft => ({
  scenario: JSON.stringify({
    version: 1,
    title,
    durationS: 60,
    link: { rateMbps, rttMs: 40, buffer: { packets: 100 } },
    queues: [{ kind: 'droptail' }, { kind: 'codel' }],
    traffic: [{ kind: 'bulk', flows: 2 }],
  }),
  seen: '',
  picture: ['0K', 'KK'],
});
