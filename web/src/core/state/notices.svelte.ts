import type { Problem } from '../sim/protocol';
import { readable } from './excerpt';

export interface Notice {
  readonly id: number;
  readonly kind: 'problem' | 'warning' | 'done' | 'offer' | 'waiting';
  readonly text: string;
  readonly details: readonly Problem[];
  /** Returns a text about the number of details that are left out. */
  readonly more: number;
  /** A button below the text. */
  readonly action?: Action | undefined;
  /** The section that it is about; undefined: the whole page. */
  readonly section: string | undefined;
}

export interface Action {
  readonly label: string;
  readonly act: () => void;
}

/** A place for notices, px. */
interface Where {
  readonly footPx: number;
  readonly rightPx: number;
  readonly widthPx: number;
}

const MOST_DETAILS = 8;
/** A notice of success disappears after this time, ms. */
const DONE_MS = 5000;
/** So does a summary, ms. */
const SAID_MS = 30_000;

/** Messages to the user, outside the plots. */
export class Notices {
  list = $state.raw<readonly Notice[]>([]);
  /** Where they hide no control, from the lower right corner of the window. */
  place = $state.raw<Where>();
  readonly #later: (callback: () => void, ms: number) => unknown;
  #ids = 0;
  /** Returns the section that is shown; the page sets it. */
  where: () => string = () => '';

  constructor(later: (callback: () => void, ms: number) => unknown) {
    this.#later = later;
  }

  problem(text: string, details: readonly Problem[] = []): void {
    this.#add('problem', text, details);
  }

  /** `action`: what the user can do about it. */
  warn(text: string, details: readonly Problem[] = [], action?: Action): void {
    this.#add('warning', text, details, action);
  }

  done(text: string): void {
    const id = this.#add('done', text, []);
    this.#later(() => this.dismiss(id), DONE_MS);
  }

  /** Says a longer text in place of the former one, and shows it long enough to be read. */
  say(text: string): void {
    this.list = this.list.filter(({ kind }) => kind !== 'done');
    const id = this.#add('done', text, []);
    this.#later(() => this.dismiss(id), SAID_MS);
  }

  /** Shows a text with a button until the user presses it, or dismisses the text. */
  offer(text: string, action: Action): void {
    this.#add('offer', text, [], action);
  }

  /** Shows a text on the whole page until the work ends. */
  wait(text: string, work: Promise<void>): void {
    const id = this.#add('waiting', text, []);
    void work.then(() => this.dismiss(id));
  }

  /** Returns the notices of a section and of the whole page. Those of another section wait until the user returns to it. */
  of(shown: string): readonly Notice[] {
    return this.list.filter(({ section }) => section === undefined || section === shown);
  }

  dismiss(id: number): void {
    this.list = this.list.filter((n) => n.id !== id);
  }

  clear(): void {
    this.list = [];
  }

  /** A notice with the same text replaces the former one. Only the latest three stay. */
  #add(kind: Notice['kind'], text: string, details: readonly Problem[], action?: Action): number {
    const others = this.list.filter((n) => n.text !== text);
    const id = ++this.#ids;
    const most = details.slice(0, MOST_DETAILS);
    const more = details.length - most.length;
    // An offer, such as a newer version, is about the whole page.
    const section = kind === 'offer' || kind === 'waiting' ? undefined : this.where();
    const notice = { id, kind, text, details: readable(most), more, action, section };
    this.list = [...others, notice].slice(-3);
    return id;
  }
}
