/** A press shorter than this is a click: a burst of the length that is set. */
const CLICK_MS = 250;

interface Bursts {
  /** A burst of the set length. */
  click(): void;
  /** A burst begins that lasts until `release`. */
  hold(): void;
  /** The one that is held ends; or has never been, if the press was none. */
  release(mistaken: boolean): void;
}

/** Tells clicks from holds, for the burst button and the key B alike. */
export class BurstPress {
  readonly #bursts: Bursts;
  readonly #later: (callback: () => void, ms: number) => () => void;
  #cancel: (() => void) | undefined;
  #held = false;

  constructor(bursts: Bursts, later: (callback: () => void, ms: number) => () => void) {
    this.#bursts = bursts;
    this.#later = later;
  }

  press(): void {
    if (this.#cancel || this.#held) return;
    this.#cancel = this.#later(() => {
      this.#cancel = undefined;
      this.#held = true;
      this.#bursts.hold();
    }, CLICK_MS);
  }

  /** `mistaken`: it was no press, but a finger that scrolls. */
  release(mistaken = false): void {
    if (this.#cancel) {
      this.#cancel();
      this.#cancel = undefined;
      if (!mistaken) this.#bursts.click();
    } else if (this.#held) {
      this.#held = false;
      this.#bursts.release(mistaken);
    }
  }
}
