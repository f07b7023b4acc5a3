/** Most letters that are on their way or have come back. */
const MOST = 200;

interface Letter {
  readonly text: string;
  readonly backMs: number;
}

/**
 * Letters that come back later, as through a remote terminal. A letter never passes the one before it: the queue is one for all of a
 * group's packets.
 */
export class Echo {
  #letters: Letter[] = [];

  /** A letter is typed at `nowMs`, and comes back `delayMs` later. */
  type(text: string, nowMs: number, delayMs: number): void {
    const before = this.#letters.at(-1)?.backMs ?? 0;
    this.#letters.push({ text, backMs: Math.max(before, nowMs + delayMs) });
    this.#letters = this.#letters.slice(-MOST);
  }

  /** Returns the letters that have come back. */
  back(nowMs: number): string {
    return this.#letters
      .filter(({ backMs }) => backMs <= nowMs)
      .map(({ text }) => text)
      .join('');
  }

  /** Returns when the next letter comes back, ms; undefined if all are back. */
  next(nowMs: number): number | undefined {
    return this.#letters.find(({ backMs }) => backMs > nowMs)?.backMs;
  }

  /** Returns the number of letters that are on their way. */
  underway(nowMs: number): number {
    return this.#letters.filter(({ backMs }) => backMs > nowMs).length;
  }

  clear(): void {
    this.#letters = [];
  }
}
