import type { LaneReport } from '../../core/sim/measures.generated';
import type { Scenario } from '../../core/document/scenario';

/** The name in each message in both directions. crates/aqm-python/python/aqm/cell.js is the other end. */
export const SOURCE = 'aqm-playground';

/** What the cell sends to the page in it. */
export type Order =
  | {
      readonly do: 'open';
      /** Counts what the notebook has opened. The page names it in what it tells. */
      readonly number: number;
      /** A scenario that the page can run, as JSON. */
      readonly scenario: string;
      /** Whether the run plays at once. */
      readonly play: boolean;
      /** The state of the page when it was removed from the notebook; '' if it is new. */
      readonly state: string;
    }
  | { readonly do: 'theme'; readonly theme: 'light' | 'dark' };

/** What the page tells about itself. */
export interface Told {
  /** Number of the order that it was opened by. */
  readonly number: number;
  /** The scenario with its timed changes. */
  readonly scenario: Scenario;
  /** What the run has computed; null while that belongs to a former scenario. */
  readonly shown: NotebookState | null;
  /** Everything that brings the page back as it is. */
  readonly state: string;
}

/** The results on the page. */
export interface NotebookState {
  /** Version of the simulator. */
  readonly version: string;
  /** The time up to which the run was computed, s. */
  readonly timeS: number;
  /** Digest of each lane up to then. */
  readonly digests: readonly string[];
  /** Measures of each lane since the warm-up. */
  readonly lanes: readonly LaneReport[];
}

/** Returns the order that a message holds; undefined for anything else. */
export function readOrder(data: unknown): Order | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const given = data as Readonly<Record<string, unknown>>;
  if (given['to'] !== SOURCE) return undefined;
  const { number, scenario, play, state, theme } = given;
  if (given['do'] === 'theme')
    return theme === 'light' || theme === 'dark' ? { do: 'theme', theme } : undefined;
  const isWhole =
    given['do'] === 'open' &&
    typeof number === 'number' &&
    typeof scenario === 'string' &&
    typeof play === 'boolean' &&
    typeof state === 'string';
  return isWhole ? { do: 'open', number, scenario, play, state } : undefined;
}

/** Time after a change, and between two messages while the run plays, ms. */
const SOON_MS = 80;
const PLAYING_MS = 1000;

type Later = (callback: () => void, ms: number) => () => void;

/** Sends what the page has to tell: soon after a change, and rarely while the run plays. Nothing is sent twice. */
export class Teller {
  readonly #tell: () => Promise<Told | undefined>;
  readonly #post: (message: object) => void;
  readonly #later: Later;
  #pending: { readonly cancel: () => void; readonly ms: number } | undefined;
  #told = '';

  constructor(
    tell: () => Promise<Told | undefined>,
    post: (message: object) => void,
    later: Later = (callback, ms) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  ) {
    this.#tell = tell;
    this.#post = post;
    this.#later = later;
  }

  /** Something has changed. `plays`: only that time has passed. */
  changed(plays: boolean): void {
    const ms = plays ? PLAYING_MS : SOON_MS;
    if (this.#pending && this.#pending.ms <= ms) return;
    this.#pending?.cancel();
    this.#pending = { ms, cancel: this.#later(() => void this.#send(), ms) };
  }

  async #send(): Promise<void> {
    this.#pending = undefined;
    const told = await this.#tell();
    const text = told && JSON.stringify(told);
    if (!text || text === this.#told) return;
    this.#told = text;
    this.#post({ source: SOURCE, event: 'told', ...told });
  }
}
