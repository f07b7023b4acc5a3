import { rangeOf } from '../document/ranges';
import type { Parts } from './parts';
import { nearestMs, wholeMs } from '../document/time';
import type { Gestures } from './timeline-editor';

const EXTENSION_S = 60;
const [, LONGEST_RUN_S] = rangeOf('durationS').limits;

/** Play, pause, restart and extension of the run. */
export class Transport {
  readonly #parts: Parts;
  readonly #gestures: Gestures;

  constructor(parts: Parts, gestures: Gestures) {
    this.#parts = parts;
    this.#gestures = gestures;
  }

  togglePlay(): void {
    const { run } = this.#parts;
    if (run.phase === 'finished') this.restart();
    else if (run.wantsToPlay) run.pause();
    else run.play();
  }

  /** Moves the playhead to `s`, which may be a time that the run has not reached. */
  goTo(s: number): void {
    const { run, doc, display } = this.#parts;
    this.#gestures.finish();
    run.goTo(s);
    display.reveal(s, doc.base.durationS);
  }

  /** Plays the same document, with all its changes, from time zero. */
  restart(): void {
    this.#gestures.finish();
    this.#parts.doc.settle();
    this.#parts.run.load(0, true);
  }

  /** Ends a computation. The run is then at its start, paused. */
  stop(): void {
    this.#gestures.finish();
    this.#parts.run.load(0, false);
  }

  /** Time by which the run can be extended, s. */
  readonly extensionS = $derived.by(() =>
    wholeMs(Math.min(EXTENSION_S, LONGEST_RUN_S - this.#parts.doc.base.durationS)),
  );

  extend(): void {
    const { doc, run, bar } = this.#parts;
    doc.amend({ ...doc.base, durationS: nearestMs(doc.base.durationS + this.extensionS) });
    run.goOn();
    bar.writeSoon();
  }
}
