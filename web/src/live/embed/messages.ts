import { originOf } from './parameters';

/** What an embedded run tells the page around it. All members are numbers, texts and truth values. */
export type EmbedMessage =
  | { readonly event: 'ready'; readonly link: string; readonly durationS: number }
  | { readonly event: 'time'; readonly nowS: number; readonly isPlaying: boolean }
  | { readonly event: 'changed'; readonly link: string; readonly title: string };

/** The name in each message, by which a page tells it from messages of others. */
export const SOURCE = 'aqm-playground';

/** What is known about the page around; tests replace it. */
export interface Around {
  /** The origin in the address of the embedded page. */
  readonly asked: string | undefined;
  /** The origin of the page around, where the browser says so. */
  readonly ancestor: string | undefined;
  readonly referrer: string;
}

/**
 * Returns the origin that messages are sent to: the one that the address names, else that of the page around. Undefined if it is not
 * known: then no messages are sent.
 */
export const targetOf = ({ asked, ancestor, referrer }: Around): string | undefined =>
  asked ?? originOf(ancestor ?? '') ?? originOf(referrer);

/** Least time between two messages with the time, ms. */
const APART_MS = 250;

/** Sends messages to the page around. It never listens to it: what a page may change is in the address. */
export class Teller {
  readonly #post: (message: object) => void;
  readonly #now: () => number;
  #toldMs = -Infinity;
  #told = '';
  #link = '';
  #isReady = false;

  constructor(post: (message: object) => void, now: () => number = () => performance.now()) {
    this.#post = post;
    this.#now = now;
  }

  /** The run is open. `changed` and `time` are told from now on. */
  ready(link: string, durationS: number): void {
    if (this.#isReady) return;
    this.#isReady = true;
    this.#link = link;
    this.#tell({ event: 'ready', link, durationS });
  }

  /** The time, at most four times a second, and always when the run begins or stops to play. */
  time(nowS: number, isPlaying: boolean): void {
    const now = this.#now();
    const state = String(isPlaying);
    if (!this.#isReady || (state === this.#told && now - this.#toldMs < APART_MS)) return;
    [this.#toldMs, this.#told] = [now, state];
    this.#tell({ event: 'time', nowS, isPlaying });
  }

  /** The link to the present state is another one. */
  changed(link: string, title: string): void {
    if (!this.#isReady || link === this.#link) return;
    this.#link = link;
    this.#tell({ event: 'changed', link, title });
  }

  #tell(message: EmbedMessage): void {
    this.#post({ source: SOURCE, ...message });
  }
}
