import type { Point } from './plot';

/** What the reader has guessed at a step. */
export interface Guess {
  /** Index of the chosen option. */
  readonly choice?: number | undefined;
  /** The line that was drawn. */
  readonly line?: readonly Point[] | undefined;
  /** The answer is shown. */
  readonly isShown?: boolean;
}

const KEY = 'aqm-guesses';
/** Most stories whose guesses are kept. */
const MOST = 20;

/** The step that the reader was at, and the guesses at each step. */
interface Kept {
  readonly step: number;
  readonly guesses: readonly Guess[];
}

/** The storage of the tab; tests replace it. */
export type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** The guesses of all stories. The tab keeps them, so that a reload, or a return from Live, shows the step as it was. */
export class Guesses {
  readonly #store: () => Store;
  #stories = $state.raw<Readonly<Record<string, Kept>>>({});

  /** `store` may throw: browsers can forbid storage. */
  constructor(store: () => Store = () => sessionStorage) {
    this.#store = store;
    try {
      const kept: unknown = JSON.parse(this.#store().getItem(KEY) ?? '{}');
      if (isRecord(kept)) this.#stories = kept as Record<string, Kept>;
    } catch {
      // Guesses then live as long as the page.
    }
  }

  /** Returns the step of a story where the reader was, from 0. */
  stepOf(story: string): number {
    const step: unknown = this.#stories[story]?.step;
    return typeof step === 'number' && Number.isInteger(step) && step >= 0 ? step : 0;
  }

  at(story: string, step: number): Guess {
    const guess: unknown = this.#stories[story]?.guesses?.[step];
    return isRecord(guess) ? guess : {};
  }

  set(story: string, step: number, guess: Guess): void {
    const guesses = [...(this.#stories[story]?.guesses ?? [])];
    guesses[step] = guess;
    this.#write(story, { step, guesses });
  }

  goTo(story: string, step: number): void {
    this.#write(story, { step, guesses: this.#stories[story]?.guesses ?? [] });
  }

  /** Forgets the guesses of a story. */
  clear(story: string): void {
    this.#write(story, { step: 0, guesses: [] });
  }

  #write(story: string, kept: Kept): void {
    const others = Object.entries(this.#stories).filter(([name]) => name !== story);
    this.#stories = Object.fromEntries([...others, [story, kept] as const].slice(-MOST));
    try {
      this.#store().setItem(KEY, JSON.stringify(this.#stories));
    } catch {
      // Guesses then live as long as the page.
    }
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
