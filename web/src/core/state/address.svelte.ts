const WRITE_AFTER_MS = 400;

/** The address bar; tests replace it. */
export interface Address {
  /** Returns the hash, including `#`, or ''. */
  read(): string;
  /** `asNew`: adds an entry to the browser's history, so that Back returns to the former link. */
  write(hash: string, asNew?: boolean): void;
}

/** Keeps the address bar at the link to the present state of the page. */
export class AddressBar {
  readonly #address: Address;
  readonly #later: (callback: () => void, ms: number) => () => void;
  readonly #link: () => Promise<string>;
  #cancel: (() => void) | undefined;
  /** The hash that this page wrote last; any other hash is a link to open. */
  #written = '';
  #writings = 0;
  /** The link was written less than one period ago. */
  #isFresh = false;
  /** The link to the former scenario, before another one was opened. */
  #left: Promise<string> | undefined;
  /** The link in the address bar could not be opened. */
  #isBad = false;
  /** The address bar matches the page. */
  settled = $state(false);

  /** `link`: returns the link to the present state of the page. */
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

  /** Returns the hash if this page did not write it. */
  news(): string | undefined {
    const hash = this.#address.read();
    return hash === this.#written ? undefined : hash;
  }

  /** Records that the link in the address bar was opened. */
  opened(hash: string): void {
    this.#written = hash;
  }

  /** Whether the user may have entered another link, which must be read before it is overwritten. */
  giveWay(): void {
    this.#writings++;
  }

  /** Called before another scenario is opened; Back must then lead to this one. */
  leave(): void {
    this.#writings++;
    this.#left = this.#link();
  }

  /** The link could not be opened; it stays in the address bar until the next change, so that the user can correct it. */
  keepBad(): void {
    this.giveWay();
    this.#cancel?.();
    this.#cancel = undefined;
    this.#isBad = true;
  }

  /** Writes the link when no change has come for a while. */
  writeSoon(): void {
    this.#isBad = false;
    this.settled = false;
    this.#cancel?.();
    this.#cancel = this.#later(() => this.#write(), WRITE_AFTER_MS);
  }

  /** Another scenario is open. Back leads to the former one as soon as possible. */
  entered(): void {
    if (this.#left === undefined) return this.writeSoon();
    this.#isBad = false;
    this.write();
  }

  /** Writes the link again as time passes, if it has been written before. */
  keepUp(): void {
    if (this.#written !== '' && this.news() === undefined) this.write();
  }

  /** Writes the link at once, but not for each repetition of a held key, because browsers refuse frequent writes. */
  write(): void {
    if (this.#isBad) return;
    if (this.#isFresh) return this.writeSoon();
    this.#isFresh = true;
    this.#later(() => (this.#isFresh = false), WRITE_AFTER_MS);
    this.#write();
  }

  #write(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.settled = false;
    const writing = ++this.#writings;
    void Promise.all([this.#link(), this.#left]).then(([hash, left]) => {
      if (writing !== this.#writings) return;
      try {
        if (left !== undefined) this.#address.write(left);
        this.#address.write(hash, left !== undefined);
      } catch {
        // The browser refused; the next attempt may succeed.
        return;
      }
      this.#left = undefined;
      this.#written = hash;
      // A later change still waits to be written.
      this.settled = this.#cancel === undefined;
    });
  }
}
