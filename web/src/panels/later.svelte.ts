type Loads<T> = () => Promise<{ readonly default: T }>;

/**
 * What the first load does without, a component for the most part: fetched when it is wanted, or when the browser has
 * nothing to do. Once it is there it opens at once, without a network too.
 */
export class Later<T> {
  readonly #loads: Loads<T>;
  #fetching: Promise<boolean> | undefined;
  #it = $state.raw<T>();

  constructor(loads: Loads<T>) {
    this.#loads = loads;
    all.push(this);
  }

  /** It, if it is there yet. */
  get component(): T | undefined {
    return this.#it;
  }

  /** It, fetched if it is not there yet. */
  readonly wanted = (): T | undefined => {
    void this.fetch();
    return this.#it;
  };

  /**
   * Fetches it, unless that was done. Returns whether it is there. What has failed stays so until the page is loaded
   * again: most browsers remember it, and what is left of it may come without its styles.
   */
  fetch(): Promise<boolean> {
    return (this.#fetching ??= this.#load());
  }

  async #load(): Promise<boolean> {
    try {
      this.#it = (await this.#loads()).default;
      return true;
    } catch {
      return false;
    }
  }
}

const all: Later<unknown>[] = [];

/** Fetches what somebody asked for. Returns whether it is there; if not, that is said. */
export async function fetched(
  part: Later<unknown>,
  notices: { warn(text: string): void },
): Promise<boolean> {
  const there = await part.fetch();
  if (!there)
    notices.warn(
      'This part of the page could not be loaded. Reload the page when the network is back: the address holds the run.',
    );
  return there;
}

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
