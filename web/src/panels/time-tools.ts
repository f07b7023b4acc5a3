import { tick } from 'svelte';
import type { TimeFrame } from '../charts/frame.svelte';
import { plotGestures, type TimeGestures, wheels } from '../charts/gestures';
import { type Interval, scaled, shifted, snapped } from '../state/interval';
import type { Workspace } from '../state/workspace.svelte';
import { phone } from './phone';

export { default as ChosenInterval } from './ChosenInterval.svelte';
export { default as Overview } from './Overview.svelte';

/** A press of a key or button zooms by this factor. */
const STEP = 2;

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

  /** Zooms in or out around the pinned time, else the playhead, else the middle. */
  zoomStep(isIn: boolean): void {
    const frame = this.#frame;
    const pinned = frame.crosshair?.pinned ? frame.crosshair.t : undefined;
    const at = [pinned, frame.playhead].find((t) => t !== undefined && frame.sees(t));
    this.zoom(at ?? (frame.t0 + frame.t1) / 2, isIn ? 1 / STEP : STEP);
  }

  whole(): void {
    this.#workspace.display.follow('all');
  }

  choose(fromS: number, toS: number, isDone: boolean): void {
    const interval = snapped(fromS, toS, this.#workspace.durationS);
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

  /** Chooses the visible time and moves the focus to its start, or gives the interval up. */
  toggleInterval(): void {
    const { display, durationS } = this.#workspace;
    if (display.interval) return this.setInterval(undefined);
    this.setInterval(snapped(this.#frame.t0, this.#frame.t1, durationS));
    // The keyboard of a phone would cover the numbers.
    if (!phone.current)
      void tick().then(() => document.querySelector<HTMLElement>('.interval input')?.focus());
  }

  #showBand(): void {
    const { interval } = this.#workspace.display;
    this.#frame.band = interval && [interval.fromS, interval.toS];
  }
}
