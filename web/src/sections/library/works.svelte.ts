import { SvelteSet } from 'svelte/reactivity';
import { reasonOf, within } from '../../kit/storage/database';
import { TITLE_CHARS } from '../../core/state/origin.svelte';
import type { Storage } from './storage';
import { asWork, nameOf, retitled, type Work } from './work';

/** What is kept of a work; the rest follows. */
export type Draft = Pick<Work, 'scenario' | 'seen' | 'picture'>;

/** What the works need of the page; tests replace it. */
interface Around {
  readonly nowMs: () => number;
  /** Returns a name that no work has. */
  readonly newId: () => string;
  /** Tells the other tabs that works have changed. */
  readonly announce: () => void;
}

const COPY = ', copy';

/** The scenarios that the user has built. They are kept in the browser; without a storage they stay until the page is closed. */
export class Works {
  /** The latest first. */
  list = $state.raw<readonly Work[]>([]);
  /** Why the browser does not keep them: "its storage is full"; undefined if it does. */
  problem = $state<string>();
  /** Those that were deleted and can be restored, the latest last. */
  deleted = $state.raw<readonly Work[]>([]);
  readonly #storage: Storage;
  readonly #around: Around;
  /** Names of the works whose latest state the browser has not kept. */
  readonly #unkept = new SvelteSet<string>();
  #loading: Promise<void> | undefined;

  constructor(storage: Storage, around: Around) {
    this.#storage = storage;
    this.#around = around;
  }

  /** Reads what is kept, also what other tabs have kept since the last time. */
  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  find(id: string | undefined): Work | undefined {
    return this.list.find((work) => work.id === id);
  }

  /** Returns whether the browser has kept the latest state of a work. */
  isKept(work: Work): boolean {
    return !this.#unkept.has(work.id);
  }

  newId(): string {
    return this.#around.newId();
  }

  /**
   * Keeps a draft in the place of `base`, or as a new work `id`. If another tab has kept a later revision of it, the draft is kept as a
   * work of its own. Returns the work.
   */
  async keep(draft: Draft, id: string, base?: Work): Promise<Work> {
    const kept = await this.#keep(draft, id, base);
    this.#around.announce();
    return kept;
  }

  /** Keeps a draft while the page is left. */
  keepLast(draft: Draft, id: string, base?: Work): void {
    this.#storage.putLast(this.#made(draft, id, base)).catch(() => undefined);
  }

  /** Renames a work as it is kept now: another tab may have changed it. */
  async rename({ id }: Work, title: string): Promise<void> {
    await this.load();
    const work = this.find(id);
    if (!work) return;
    await this.keep({ ...work, scenario: retitled(work.scenario, title.trim()) }, id, work);
  }

  /** Adds a copy of a work. */
  async duplicate(work: Work): Promise<Work> {
    const name = [...nameOf(work)].slice(0, TITLE_CHARS - COPY.length).join('') + COPY;
    return this.keep({ ...work, scenario: retitled(work.scenario, name) }, this.newId());
  }

  /** Deletes a work; `restore` takes that back. */
  async remove(work: Work): Promise<void> {
    this.list = this.list.filter(({ id }) => id !== work.id);
    this.deleted = [...this.deleted, work];
    this.#unkept.delete(work.id);
    await this.#attempt(() => this.#storage.remove(work.id));
    this.#around.announce();
  }

  /** Restores the work that was deleted last. Returns it; undefined if there is none. */
  async restore(): Promise<Work | undefined> {
    const work = this.deleted.at(-1);
    if (!work) return undefined;
    this.deleted = this.deleted.slice(0, -1);
    // An open tab may have kept it again since.
    const isBack = this.find(work.id) !== undefined;
    await this.add([isBack ? { ...work, id: this.newId(), revision: 1 } : work]);
    return work;
  }

  /** Adds works with new names. */
  async add(works: readonly Work[]): Promise<void> {
    for (const work of works) this.#show(work);
    const isKept = await this.#attempt(() => this.#storage.add(works));
    for (const { id } of works) this.#mark(id, isKept);
    this.#around.announce();
  }

  async #load(): Promise<void> {
    const former = this.problem;
    await this.#attempt(async () => {
      const found = (await this.#storage.load()).flatMap((value) => asWork(value) ?? []);
      const own = this.list.filter(({ id }) => this.#unkept.has(id));
      const others = found.filter(({ id }) => !this.#unkept.has(id));
      this.list = ordered([...own, ...others]);
    });
    // A full storage can be read.
    if (this.#unkept.size > 0) this.problem ??= former;
  }

  async #keep(draft: Draft, id: string, base?: Work): Promise<Work> {
    const work = this.#made(draft, id, base);
    this.#show(work);
    let other: Work | undefined;
    const isKept = await this.#attempt(async () => {
      other = await this.#storage.put(work);
    });
    if (!isKept) {
      this.#mark(work.id, false);
      // The next attempt is for the same revision.
      const again = { ...work, revision: work.revision - 1 };
      this.#show(again);
      return again;
    }
    this.#mark(work.id, true);
    if (other) this.#show(other);
    const isSame = !other || other.scenario === draft.scenario;
    const kept = isSame ? (other ?? work) : await this.#keep(draft, this.newId());
    await this.#retry();
    return kept;
  }

  /** Keeps what could not be kept before. */
  async #retry(): Promise<void> {
    const [id] = this.#unkept;
    if (this.problem !== undefined || id === undefined) return;
    this.#unkept.delete(id);
    const work = this.find(id);
    await (work ? this.#keep(work, id, work) : this.#retry());
  }

  #made({ scenario, seen, picture }: Draft, id: string, base?: Work): Work {
    const isSame = base?.scenario === scenario;
    return {
      ...{ id: base?.id ?? id, scenario, seen, picture },
      changedMs: isSame ? base.changedMs : this.#around.nowMs(),
      revision: (base?.revision ?? 0) + 1,
    };
  }

  #show(work: Work): void {
    this.list = ordered([work, ...this.list.filter(({ id }) => id !== work.id)]);
  }

  #mark(id: string, isKept: boolean): void {
    if (isKept) this.#unkept.delete(id);
    else this.#unkept.add(id);
  }

  /** Makes an access to the storage. Returns whether it succeeded. */
  async #attempt(access: () => Promise<unknown>): Promise<boolean> {
    try {
      await within(access());
      this.problem = undefined;
      return true;
    } catch (error) {
      this.problem = reasonOf(error);
      return false;
    }
  }
}

const ordered = (works: readonly Work[]): readonly Work[] =>
  works.toSorted((a, b) => b.changedMs - a.changedMs);
