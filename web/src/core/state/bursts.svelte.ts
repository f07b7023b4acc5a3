import { type Change, LONGEST_BURST_S, path } from '../document/scenario';
import type { Controls } from './controls.svelte';
import type { Parts } from './parts';
import { nearestMs } from '../document/time';
import { lockOf } from './locks';

/** A press shorter than this is a click. */
const CLICK_MS = 250;

/**
 * The burst button and its key B. A click adds a burst of the set length. A longer press adds a burst that lasts until the
 * release.
 */
export class Bursts {
  readonly #parts: Parts;
  readonly #controls: Controls;
  readonly #rateMbps: () => number;
  #cancelHold: (() => void) | undefined;
  /** The held burst, as the timeline has it. */
  #held = $state.raw<Change>();

  /** `rateMbps`: returns the rate of the next burst. */
  constructor(parts: Parts, controls: Controls, rateMbps: () => number) {
    this.#parts = parts;
    this.#controls = controls;
    this.#rateMbps = rateMbps;
  }

  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /** The button or key goes down. */
  press(): void {
    if (this.#cancelHold || this.#held) return;
    const { doc, notices } = this.#parts;
    const locked = lockOf(doc.base, 'burst');
    if (locked) return void notices.warn(locked);
    this.#cancelHold = this.#parts.clock.later(() => {
      this.#cancelHold = undefined;
      this.hold(this.#rateMbps());
    }, CLICK_MS);
  }

  /** The button or key goes up. `mistaken`: the finger scrolled the page, so the press adds no burst. */
  release(mistaken = false): void {
    if (this.#cancelHold) {
      this.#cancelHold();
      this.#cancelHold = undefined;
      if (!mistaken) this.add(this.#rateMbps(), this.#parts.display.burstS);
    } else this.end(mistaken);
  }

  add(rateMbps: number, durationS: number): void {
    this.#controls.set(path.burst, { rateMbps, durationS });
  }

  /** Begins a burst that lasts until `end`. */
  hold(rateMbps: number): void {
    if (this.#held) return;
    const { doc, run, display } = this.#parts;
    // While the run is paused no simulated time passes, so the hold cannot set the length.
    const durationS = run.wantsToPlay ? LONGEST_BURST_S : display.burstS;
    this.#held = this.#controls.record(path.burst, { rateMbps, durationS });
    run.hurry();
    doc.settle();
  }

  /** Ends the held burst, if there is one. */
  end(mistaken = false): void {
    const held = this.#held;
    this.#held = undefined;
    if (!held) return;
    const { doc, run, bar } = this.#parts;
    if (mistaken) doc.retract(held);
    else doc.correct(held, this.#endedNow(held));
    run.revise(true);
    bar.writeSoon();
  }

  /** Drops the held burst, because another document has been opened. */
  drop(): void {
    this.#held = undefined;
  }

  /** Returns the timeline as if the held burst ended now. */
  ended(changes: readonly Change[]): readonly Change[] {
    const held = this.#held;
    return held ? changes.map((c) => (c === held ? this.#endedNow(held) : c)) : changes;
  }

  #endedNow(held: Change): Change {
    const { run, display } = this.#parts;
    // After scrubbing back, the burst ends where the run was computed to.
    const endS = run.frontierS > held.atS ? run.frontierS : run.doneS;
    const lasted = nearestMs(endS - held.atS);
    const durationS = lasted > 0 ? lasted : display.burstS;
    return { ...held, to: { ...(held.to as object), durationS } };
  }
}
