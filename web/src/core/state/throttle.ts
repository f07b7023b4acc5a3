/** Runs each kind of work at once, then at most once per period. Of several waiting requests only the latest runs. */
export class Throttle {
  readonly #now: () => number;
  readonly #later: (callback: () => void, ms: number) => () => void;
  readonly #everyMs: number;
  readonly #last = new Map<string, number>();
  readonly #waiting = new Map<string, { work: () => void; cancel: () => void }>();

  constructor(
    now: () => number,
    later: (callback: () => void, ms: number) => () => void,
    everyMs: number,
  ) {
    this.#now = now;
    this.#later = later;
    this.#everyMs = everyMs;
  }

  run(key: string, work: () => void): void {
    this.cancel(key);
    const wait = (this.#last.get(key) ?? -Infinity) + this.#everyMs - this.#now();
    if (wait <= 0) this.#do(key, work);
    else this.#waiting.set(key, { work, cancel: this.#later(() => this.#do(key, work), wait) });
  }

  /** Drops the waiting work. */
  cancel(key: string): void {
    this.#waiting.get(key)?.cancel();
    this.#waiting.delete(key);
  }

  cancelAll(): void {
    for (const key of [...this.#waiting.keys()]) this.cancel(key);
  }

  /** Runs the waiting work at once. */
  flush(): void {
    for (const [key, { work }] of [...this.#waiting]) {
      this.cancel(key);
      this.#do(key, work);
    }
  }

  #do(key: string, work: () => void): void {
    this.#waiting.delete(key);
    this.#last.set(key, this.#now());
    work();
  }
}
