import { getContext, setContext } from 'svelte';
import type { Address } from './address.svelte';

/** The section with the live run; its addresses are the links to runs. */
export const LIVE = 'live';

/** The name of a section in addresses (`#papers`), and its word in the navigation, if it has one. */
export interface SectionName {
  readonly name: string;
  readonly word?: string;
}

/** A way back to where an experiment was opened from. */
export interface Back {
  /** Address of that place: "#papers/schwardmann-2014/1b". */
  readonly hash: string;
  /** Its name: "Table 1b". */
  readonly label: string;
}

/** The browser's history; tests replace it. */
export interface History {
  /** Returns the hash of the address bar, including `#`, or ''. */
  hash(): string;
  /** Returns the data of the current entry. */
  state(): unknown;
  push(hash: string, state: unknown): void;
  /** Replaces the current entry. */
  replace(hash: string, state: unknown): void;
  /** Goes back one entry; `Sections.changed` is called once it is there. */
  back(): void;
}

/** The data of an entry of the history. */
interface Entry {
  /** The link to the live run, while another section is shown. */
  readonly live?: string;
  /** The address of Live when it was left. */
  readonly left?: string | undefined;
  readonly back?: Back;
  /** The entry before this one is that of the live run. */
  readonly isAboveLive?: boolean;
}

/**
 * The sections of the page (Live, Papers, Sweep, …) and their addresses. A section other than Live has addresses of the form
 * `#name` or `#name/path`. While it is shown, the link to the live run is kept here and in the entry of the history, so that
 * the run is the same after the return, also after a reload.
 */
export class Sections {
  readonly #history: History;
  /** The sections other than Live. */
  readonly others: readonly SectionName[];
  #hash = $state('');
  /** The link to the live run. */
  #live: string;
  /** The address of Live when it was left. Since then the run may have paused and written a newer link. */
  #left: string | undefined;
  /** Shown in Live: leads back to the place from which the experiment was opened. */
  back = $state.raw<Back>();
  /** The latest path in each section, to which its word in the navigation leads. */
  #paths = $state<Record<string, string>>({});
  /** Shares of work that are done, 0..1, by name of the section that works. */
  readonly work = $state<Record<string, number | undefined>>({});
  /** Title of the section that is shown, for the browser's tab. */
  title = $state('');
  /** Called once Live is shown again. */
  #returned: (() => void) | undefined;

  /** `others`: the sections other than Live. */
  constructor(history: History, others: readonly SectionName[]) {
    this.#history = history;
    this.others = others;
    this.#live = entry(history.state()).live ?? '';
    this.#sync(entry(history.state()).left);
  }

  /** Name of the section that is shown. */
  readonly current = $derived.by(() => this.#named(this.#hash) ?? LIVE);

  /** The part of the address after the section's name; '' without one. */
  readonly path = $derived.by(() =>
    this.current === LIVE ? '' : unescaped(this.#hash.slice(this.current.length + 2)),
  );

  /** Returns the address of a section; for Live, the link to the run when it was left. */
  hashOf(section: string, path = this.#paths[section] ?? ''): string {
    if (section === LIVE) return this.#live || '#';
    return `#${section}${path && `/${path.split('/').map(encodeURIComponent).join('/')}`}`;
  }

  /** Shows another section; the browser's Back button returns. */
  go(section: string, path?: string): void {
    if (section === LIVE) return this.goLive();
    const hash = this.hashOf(section, path);
    if (hash === this.#hash) return;
    this.#history.push(hash, { live: this.#live, isAboveLive: this.current === LIVE });
    this.#sync();
  }

  /** Shows the live run. `back`: it is about to open an experiment of this place. */
  goLive(back?: Back): void {
    if (this.current === LIVE) return;
    this.#history.push(back ? '' : this.#live, { back });
    this.#sync();
  }

  /**
   * Returns from a section to the live run. If the section was opened from there, this is the step back in the browser's history, so
   * that the history is as before.
   */
  leave(): Promise<void> {
    if (this.current === LIVE) return Promise.resolve();
    if (entry(this.#history.state()).isAboveLive) {
      const returned = new Promise<void>((resolve) => (this.#returned = resolve));
      this.#history.back();
      return returned;
    }
    this.goLive();
    return Promise.resolve();
  }

  /** Replaces the path of the section that is shown, or the section too, without a step in the browser's history. */
  moveTo(path: string, section = this.current): void {
    if (this.current === LIVE || this.#isLeaving) return;
    this.#history.replace(this.hashOf(section, path), this.#history.state());
    this.#sync();
  }

  /** The user has just entered another address, or gone back. Its event comes next, so it must not be overwritten. */
  get #isLeaving(): boolean {
    return this.#history.hash() !== this.#hash;
  }

  /** The address has changed. Returns whether Live is shown, whose link may then be a new one. */
  changed(): boolean {
    this.#sync();
    if (this.current !== LIVE) return false;
    this.#returned?.();
    this.#returned = undefined;
    return true;
  }

  /** The address bar as Live has it, whichever section is shown. */
  readonly address: Address = {
    read: () => (this.current === LIVE ? this.#history.hash() : this.#live),
    write: (hash, asNew) => {
      if (this.#isLeaving) {
        const entered = this.#named(this.#history.hash());
        if (entered === undefined) throw new Error('another address was entered');
        this.#sync();
      }
      this.#live = hash;
      const { current } = this;
      if (current !== LIVE) return this.#keep(this.#hash);
      // An edit replaces the address, so that it adds no step to the browser's history.
      if (asNew) this.#history.push(hash, null);
      else this.#history.replace(hash, this.#history.state());
      this.#sync();
    },
  };

  /** Keeps the link to the live run in the entry of a section. */
  #keep(hash: string): void {
    const { isAboveLive } = entry(this.#history.state());
    this.#history.replace(hash, { live: this.#live, left: this.#left, isAboveLive });
  }

  #named(hash: string): string | undefined {
    const isOf = ({ name }: SectionName): boolean =>
      hash === `#${name}` || hash.startsWith(`#${name}/`);
    return this.others.find(isOf)?.name;
  }

  /** Follows the browser's history. `leftBefore`: the address of Live when it was left before a reload. */
  #sync(leftBefore?: string): void {
    const hash = this.#history.hash();
    const [was, is] = [this.#named(this.#hash), this.#named(hash)];
    if (is !== undefined) {
      const { live, left } = entry(this.#history.state());
      if (was === undefined) this.#left = leftBefore ?? this.#live;
      if (live !== this.#live || left !== this.#left) this.#keep(hash);
    } else if (was !== undefined && hash === this.#left && hash !== this.#live) {
      this.#history.replace(this.#live, this.#history.state());
    } else this.#live = hash || this.#live;
    this.#hash = this.#history.hash();
    if (is !== undefined) this.#paths[is] = this.path;
    this.back = is === undefined ? entry(this.#history.state()).back : undefined;
  }
}

const entry = (state: unknown): Entry => (typeof state === 'object' && state ? state : {});

/** A path that a user has typed may not be valid. */
function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

const KEY = Symbol('sections');
export const provideSections = (sections: Sections): Sections => setContext(KEY, sections);
export const useSections = (): Sections => getContext<Sections>(KEY);
