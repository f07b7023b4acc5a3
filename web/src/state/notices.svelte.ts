import type { Problem } from '../sim/protocol';
import { readable } from './excerpt';

export interface Notice {
  readonly id: number;
  readonly kind: 'problem' | 'warning' | 'done';
  readonly text: string;
  readonly details: readonly Problem[];
  /** Returns a text about the number of details that are left out. */
  readonly more: number;
}

const MOST_DETAILS = 8;
/** A notice of success disappears after this time, ms. */
const DONE_MS = 5000;

/** Messages to the user, outside the plots. */
export class Notices {
  list = $state.raw<readonly Notice[]>([]);
  readonly #later: (callback: () => void, ms: number) => unknown;
  #ids = 0;

  constructor(later: (callback: () => void, ms: number) => unknown) {
    this.#later = later;
  }

  problem(text: string, details: readonly Problem[] = []): void {
    this.#add('problem', text, details);
  }

  warn(text: string, details: readonly Problem[] = []): void {
    this.#add('warning', text, details);
  }

  done(text: string): void {
    const id = this.#add('done', text, []);
    this.#later(() => this.dismiss(id), DONE_MS);
  }

  dismiss(id: number): void {
    this.list = this.list.filter((n) => n.id !== id);
  }

  clear(): void {
    this.list = [];
  }

  /** A notice with the same text replaces the former one. Only the latest three stay. */
  #add(kind: Notice['kind'], text: string, details: readonly Problem[]): number {
    const others = this.list.filter((n) => n.text !== text);
    const id = ++this.#ids;
    const most = details.slice(0, MOST_DETAILS);
    this.list = [
      ...others,
      { id, kind, text, details: readable(most), more: details.length - most.length },
    ].slice(-3);
    return id;
  }
}
