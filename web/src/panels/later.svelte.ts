import type { Component } from 'svelte';

// Any component: its properties are checked where it is used.
type Loads<C extends Component<never>> = () => Promise<{ readonly default: C }>;

/**
 * A component that the first load does without: fetched when it is wanted, or when the browser has nothing to do. Once
 * it is there it opens at once, without a network too.
 */
export class Later<C extends Component<never>> {
  readonly #loads: Loads<C>;
  #fetching: Promise<boolean> | undefined;
  #component = $state.raw<C>();

  constructor(loads: Loads<C>) {
    this.#loads = loads;
    all.push(this as unknown as Later<never>);
  }

  /** The component, if it is there yet. */
  get component(): C | undefined {
    return this.#component;
  }

  /**
   * Fetches it, unless that was done. Returns whether it is there. What has failed stays so until the page is loaded
   * again: most browsers remember it, and what is left of it may come without its styles.
   */
  fetch(): Promise<boolean> {
    return (this.#fetching ??= this.#load());
  }

  async #load(): Promise<boolean> {
    try {
      this.#component = (await this.#loads()).default;
      return true;
    } catch {
      return false;
    }
  }
}

const all: Later<never>[] = [];

/** Fetches what is still missing, one after the other, each when the browser is idle. */
export async function fetchTheRest(): Promise<void> {
  for (const later of all) {
    await idle();
    await later.fetch();
  }
}

/** Safari has no idle callbacks: there a second has to do. */
const idle = (): Promise<void> =>
  new Promise((done) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => done(), { timeout: 5000 });
    else setTimeout(done, 1000);
  });
