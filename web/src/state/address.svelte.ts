const WRITE_AFTER_MS = 400;

/** The address bar, so that tests can have their own. */
export interface Address {
  /** The hash, `#` included, or ''. */
  read(): string;
  /** `asNew`: the browser's way back leads to what was there before. */
  write(hash: string, asNew?: boolean): void;
}

/** Keeps the address bar at what is on the screen. */
export class AddressBar {
  readonly #address: Address;
  readonly #later: (callback: () => void, ms: number) => () => void;
  readonly #link: () => Promise<string>;
  #cancel: (() => void) | undefined;
  /** The hash this page wrote last; another one in the address bar is a link to open. */
  #written = '';
  #writings = 0;
  /** It has been written at once a moment ago. */
  #isFresh = false;
  /** The link to what was on the screen before something else was opened. */
  #left: Promise<string> | undefined;
  /** What it holds could not be opened. */
  #isBad = false;
  /** It holds what is on the screen. */
  settled = $state(false);

  /** `link`: the link to what is on the screen. */
  constructor(
    address: Address,
    later: (callback: () => void, ms: number) => () => void,
    link: () => Promise<string>,
  ) {
    this.#address = address;
    this.#later = later;
    this.#link = link;
  }

  read(): string {
    return this.#address.read();
  }

  /** What it holds, if this page has not written that. */
  news(): string | undefined {
    const hash = this.#address.read();
    return hash === this.#written ? undefined : hash;
  }

  /** What it holds has been opened. */
  opened(hash: string): void {
    this.#written = hash;
  }

  /** Another link may have been put there: it must not be overwritten before it is read. */
  giveWay(): void {
    this.#writings++;
  }

  /** What is on the screen is about to be left for something else; the browser's way back shall lead here. */
  leave(): void {
    this.#writings++;
    this.#left = this.#link();
  }

  /** What it holds could not be opened; it stays there to be mended until something is changed. */
  keepBad(): void {
    this.giveWay();
    this.#cancel?.();
    this.#isBad = true;
  }

  /** Writes when nothing more has changed for a while. */
  writeSoon(): void {
    this.#isBad = false;
    this.settled = false;
    this.#cancel?.();
    this.#cancel = this.#later(() => this.#write(), WRITE_AFTER_MS);
  }

  /** Time goes on: what is on the screen is written again, if it has been written before. */
  keepUp(): void {
    if (this.#written !== '' && this.news() === undefined) this.write();
  }

  /** At once, but not again and again while a key is held: browsers refuse that. */
  write(): void {
    if (this.#isBad) return;
    if (this.#isFresh) return this.writeSoon();
    this.#isFresh = true;
    this.#later(() => (this.#isFresh = false), WRITE_AFTER_MS);
    this.#write();
  }

  #write(): void {
    this.#cancel?.();
    this.settled = false;
    const writing = ++this.#writings;
    void Promise.all([this.#link(), this.#left]).then(([hash, left]) => {
      if (writing !== this.#writings) return;
      try {
        if (left !== undefined) this.#address.write(left);
        this.#address.write(hash, left !== undefined);
      } catch {
        // Refused: the next time it may not be.
        return;
      }
      this.#left = undefined;
      this.#written = hash;
      this.settled = true;
    });
  }
}
