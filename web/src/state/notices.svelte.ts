import type { Problem } from '../sim/protocol';

export interface Notice {
  readonly id: number;
  readonly kind: 'problem' | 'warning' | 'done';
  readonly text: string;
  readonly details: readonly Problem[];
}

/** What was done as wished need not be read twice. */
const DONE_MS = 5000;

/** What the page has to tell the user outside its plots. */
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

  /** Saying the same again replaces the former; three are as many as anyone reads. */
  #add(kind: Notice['kind'], text: string, details: readonly Problem[]): number {
    const others = this.list.filter((n) => n.text !== text);
    const id = ++this.#ids;
    this.list = [...others, { id, kind, text, details }].slice(-3);
    return id;
  }
}
