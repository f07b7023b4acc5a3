import { tick } from 'svelte';
import type { TimeFrame } from '../../../kit/charts/frame.svelte';
import { plotGestures, type TimeGestures, wheels } from '../../../kit/charts/gestures';
import {
  FINE_STEP_S,
  scaled,
  scaledAtPlayhead,
  snapped,
} from '../../../core/document/chosen-interval';
import {
  type Interval,
  SHORTEST_WINDOW_S,
  shifted,
  STEP_OF_INTERVALS_S,
  stepBefore,
} from '../../../core/document/interval';
import type { Workspace } from '../../../core/state/workspace.svelte';
import { phone } from '../../../shared/shell/phone';

/** A press of a key or button zooms by this factor. */
const STEP = 2;
/** A drag chooses in fine steps if a pixel is at most this many. */
const MOST_FINE_STEPS = 5;

/** Zooms and pans the plots, and chooses an interval for the numbers. Loaded after the first picture. */
export class TimeTools implements TimeGestures {
  readonly #workspace: Workspace;
  readonly #frame: TimeFrame;

  constructor(workspace: Workspace, frame: TimeFrame) {
    this.#workspace = workspace;
    this.#frame = frame;
    frame.onplots = plotGestures(frame, this);
    frame.ontrack = wheels(frame, this);
  }

  get window(): Interval {
    return { fromS: this.#frame.t0, toS: this.#frame.t1 };
  }

  zoom(atS: number, factor: number): void {
    const { display, durationS } = this.#workspace;
    display.fix(scaled(this.window, atS, factor, durationS), durationS);
  }

  pan(byS: number): void {
    const { display, durationS } = this.#workspace;
    display.fix(shifted(this.window, byS, durationS), durationS);
  }

  show(fromS: number, toS: number): void {
    const { display, durationS } = this.#workspace;
    const half = Math.max(SHORTEST_WINDOW_S, toS - fromS) / 2;
    const middle = (fromS + toS) / 2;
    display.fix({ fromS: middle - half, toS: middle + half }, durationS);
  }

  /**
   * Zooms in or out around the pinned time, else the playhead, else the middle. A window that follows a playing run gets the next
   * length and goes on following.
   */
  zoomStep(isIn: boolean): void {
    const frame = this.#frame;
    const { run, display, durationS } = this.#workspace;
    const span = run.wantsToPlay ? display.nextSpan(isIn, durationS) : undefined;
    if (span !== undefined) return display.follow(span);
    const factor = isIn ? 1 / STEP : STEP;
    const { crosshair, playhead = NaN } = frame;
    if (crosshair?.pinned && frame.sees(crosshair.t)) this.zoom(crosshair.t, factor);
    else if (!frame.sees(playhead)) this.zoom((frame.t0 + frame.t1) / 2, factor);
    else {
      const ends = [run.doneS, durationS] as const;
      display.fix(scaledAtPlayhead(this.window, playhead, factor, ends), durationS);
    }
  }

  whole(): void {
    this.#workspace.display.follow('all');
  }

  choose(fromS: number, toS: number, isDone: boolean): void {
    const { t0, t1, width } = this.#frame;
    // Where a pixel is much longer than a fine step, the nearest step is meant, whose numbers are there at once.
    const isFine = (t1 - t0) / width <= MOST_FINE_STEPS * FINE_STEP_S;
    const stepS = isFine ? FINE_STEP_S : STEP_OF_INTERVALS_S;
    const interval = snapped(fromS, toS, this.#workspace.durationS, stepS);
    this.#frame.band = [interval.fromS, interval.toS];
    if (isDone) this.setInterval(interval);
  }

  cancel(): void {
    this.#showBand();
  }

  /** The numbers above the plots are those of this interval. */
  setInterval(interval: Interval | undefined): void {
    const { display } = this.#workspace;
    display.interval = interval;
    if (interval) display.scope = 'window';
    this.#showBand();
  }

  /** Chooses the computed part of the visible time and moves the focus to its start, or gives the interval up. */
  toggleInterval(): void {
    const { run, display, durationS } = this.#workspace;
    if (display.interval) return this.setInterval(undefined);
    const { t0, t1 } = this.#frame;
    const doneS = stepBefore(run.doneS);
    this.setInterval(snapped(t0, doneS > t0 ? Math.min(t1, doneS) : t1, durationS));
    // The keyboard of a phone would cover the numbers.
    if (!phone.current)
      void tick().then(() => document.querySelector<HTMLElement>('.interval input')?.focus());
  }

  #showBand(): void {
    const { interval } = this.#workspace.display;
    this.#frame.band = interval && [interval.fromS, interval.toS];
  }
}
