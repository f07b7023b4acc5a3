import type { Problem } from '../sim/protocol';

export interface Notice {
  readonly id: number;
  readonly kind: 'problem' | 'warning' | 'done';
  readonly text: string;
  readonly details: readonly Problem[];
}

/** What the page has to tell the user outside its plots. */
export class Notices {
  list = $state.raw<readonly Notice[]>([]);
  #ids = 0;

  problem(text: string, details: readonly Problem[] = []): void {
    this.#add('problem', text, details);
  }

  warn(text: string, details: readonly Problem[] = []): void {
    this.#add('warning', text, details);
  }

  done(text: string): void {
    this.#add('done', text, []);
  }

  dismiss(id: number): void {
    this.list = this.list.filter((n) => n.id !== id);
  }

  clear(): void {
    this.list = [];
  }

  /** Saying the same again replaces the former; three are as many as anyone reads. */
  #add(kind: Notice['kind'], text: string, details: readonly Problem[]): void {
    const others = this.list.filter((n) => n.text !== text);
    this.list = [...others, { id: ++this.#ids, kind, text, details }].slice(-3);
  }
}
