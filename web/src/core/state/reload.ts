import type { Change, Scenario } from '../document/scenario';
import type { LinkedDisplay } from './display.svelte';
import type { Bursts } from './bursts.svelte';
import type { PresetOrigin, Source } from './origin.svelte';
import type { Parts } from './parts';
import { SPEEDS } from './run.svelte';
import { wholeMs } from '../document/time';

/** Storage of the tab: it survives a reload, and is deleted with the tab. */
export interface TabStorage {
  /** Returns what was saved if the page was reloaded, else undefined. */
  read(): string | undefined;
  write(text: string): void;
}

/** The state of the page when it was left. */
export interface SavedState {
  /** The hash of the address bar at that time. If it differs after the reload, it is a link to open. */
  readonly hash: string;
  readonly scenario: Scenario;
  /** The document as it was opened. */
  readonly origin?: {
    readonly scenario: Scenario;
    readonly source: Source;
    readonly preset?: PresetOrigin | undefined;
    readonly kept?: string | undefined;
  };
  readonly atS: number;
  readonly display: LinkedDisplay;
  /** Null for "as fast as possible", which JSON cannot express. */
  readonly speed: number | null;
  /** The run was playing, so it goes on. */
  readonly plays: boolean;
}

/**
 * Saves the exact state of the page when it is left, and restores it after a reload. The address bar alone is not enough:
 * it is written every few seconds, and a link opens paused. After a reload, a playing run continues where it was, and a
 * paused run stays paused.
 */
export class Reload {
  readonly #parts: Parts;
  readonly #bursts: Bursts;
  readonly #storage: TabStorage;

  constructor(parts: Parts, bursts: Bursts, storage: TabStorage) {
    this.#parts = parts;
    this.#bursts = bursts;
    this.#storage = storage;
  }

  /** The page is hidden or left. */
  save(): void {
    const { doc, origin, run, bar, display } = this.#parts;
    // If this page did not write the hash, it is a link that could not be opened, or is not opened yet.
    if (bar.news() !== undefined || doc.base.queues.length === 0) return this.#write('');
    const { atS, headS } = run.place;
    const changes: readonly Change[] = this.#bursts.ended(doc.changes);
    const state: SavedState = {
      hash: bar.read(),
      scenario: { ...doc.base, changes: [...changes] },
      ...(origin.scenario && {
        origin: {
          scenario: origin.scenario,
          source: origin.source,
          preset: origin.preset,
          kept: origin.kept,
        },
      }),
      atS: wholeMs(atS),
      display: display.forLink(wholeMs(headS)),
      speed: Number.isFinite(run.speed) ? run.speed : null,
      plays: run.goesOn,
    };
    this.#write(JSON.stringify(state));
  }

  /** Returns the state to restore, if the page was reloaded with the same address. */
  saved(): SavedState | undefined {
    try {
      const text = this.#storage.read();
      const state = text ? (JSON.parse(text) as Partial<SavedState> | null) : undefined;
      const { hash, scenario, display, atS } = state ?? {};
      const isWhole = scenario && display && Number.isFinite(atS) && Number.isFinite(display.headS);
      return isWhole && hash === this.#parts.bar.read() ? (state as SavedState) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Restores the display of the run. */
  show({ display, speed }: SavedState): void {
    this.#parts.display.show(display);
    this.#parts.run.speed = SPEEDS.find((s) => s === (speed ?? Infinity)) ?? 1;
  }

  #write(text: string): void {
    try {
      this.#storage.write(text);
    } catch {
      // The browser allows no storage, or it is full: after a reload the link in the address bar opens.
    }
  }
}
