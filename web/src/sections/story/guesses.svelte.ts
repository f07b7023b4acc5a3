import { checksum } from '../../core/state/packing';
import type { Point } from './plot';

/** What the reader has guessed at a step. */
export interface Guess {
  /** Index of the chosen option. */
  readonly choice?: number | undefined;
  /** The line that was drawn. */
  readonly line?: readonly Point[] | undefined;
  /** Hands in the lecture hall for each option. */
  readonly hands?: readonly number[];
  /** The answer is shown. */
  readonly isShown?: boolean;
}

const KEY = 'aqm-guesses';
const FINISHED = 'aqm-stories-finished';
/** Most stories whose guesses are kept. */
const MOST = 20;

/** The step that the reader was at, and the guesses at each step. */
interface Kept {
  readonly step: number;
  readonly guesses: readonly Guess[];
}

/** The storage of the tab; tests replace it. */
export type Store = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * The guesses of all stories. The tab keeps them, so that a reload, or a return from Live, shows the step as it was. The browser
 * keeps which stories are finished: a lecturer shows a story again without the guesses of the last hour.
 */
export class Guesses {
  readonly #store: () => Store;
  readonly #lasting: () => Store;
  /** Names of the stories that were read to the end. */
  finished = $state.raw<readonly string[]>([]);
  #stories = $state.raw<Readonly<Record<string, Kept>>>({});

  /** Both may throw: browsers can forbid storage. */
  constructor(
    store: () => Store = () => sessionStorage,
    lasting: () => Store = () => localStorage,
  ) {
    this.#store = store;
    this.#lasting = lasting;
    try {
      const names: unknown = JSON.parse(this.#lasting().getItem(FINISHED) ?? '[]');
      if (Array.isArray(names)) this.finished = names.filter((name) => typeof name === 'string');
    } catch {
      // Nothing is known to be finished.
    }
    try {
      const kept: unknown = JSON.parse(this.#store().getItem(KEY) ?? '{}');
      if (isRecord(kept)) this.#stories = kept as Record<string, Kept>;
    } catch {
      // Guesses then live as long as the page.
    }
  }

  /** Returns the step of a story where the reader was, from 0. */
  stepOf(story: string): number {
    const step: unknown = this.#stories[shortName(story)]?.step;
    return typeof step === 'number' && Number.isInteger(step) && step >= 0 ? step : 0;
  }

  /** Returns the number of steps whose answer the reader has seen. */
  doneOf(story: string): number {
    const guesses: unknown = this.#stories[shortName(story)]?.guesses;
    return Array.isArray(guesses) ? guesses.filter((g) => isRecord(g) && g['isShown']).length : 0;
  }

  /** Notes that a story was read to the end. */
  finish(story: string): void {
    const own = shortName(story);
    if (this.finished.includes(own)) return;
    this.finished = [...this.finished, own];
    try {
      this.#lasting().setItem(FINISHED, JSON.stringify(this.finished));
    } catch {
      // It then is known as long as the page.
    }
  }

  at(story: string, step: number): Guess {
    const guess: unknown = this.#stories[shortName(story)]?.guesses?.[step];
    return isRecord(guess) ? guess : {};
  }

  set(story: string, step: number, guess: Guess): void {
    const guesses = [...(this.#stories[shortName(story)]?.guesses ?? [])];
    guesses[step] = guess;
    this.#write(story, { step, guesses });
  }

  goTo(story: string, step: number): void {
    this.#write(story, { step, guesses: this.#stories[shortName(story)]?.guesses ?? [] });
  }

  /** Forgets the guesses of a story. */
  clear(story: string): void {
    this.#write(story, { step: 0, guesses: [] });
  }

  #write(story: string, kept: Kept): void {
    const own = shortName(story);
    const others = Object.entries(this.#stories).filter(([name]) => name !== own);
    this.#stories = Object.fromEntries([...others, [own, kept] as const].slice(-MOST));
    try {
      this.#store().setItem(KEY, JSON.stringify(this.#stories));
    } catch {
      // Guesses then live as long as the page.
    }
  }
}

/** A name may hold the whole story (`link.ts`); its checksum is enough to find its guesses. */
const shortName = (story: string): string =>
  story.length <= MOST_NAME ? story : `v:${checksum([story]).toString(36)}`;
const MOST_NAME = 100;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
