import { getContext, setContext } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { seconds } from './core/format';
import { xScale, type XScale } from './core/scale';
import { theme } from './theme.svelte';

export interface Crosshair {
  /** Simulated time, s. */
  readonly t: number;
  /** A pinned crosshair stays when the pointer leaves. */
  readonly pinned: boolean;
}

/**
 * The time axis that plots and timeline share: one window, one crosshair, one playhead and equal margins. So events of the same
 * time are exactly above each other.
 */
export class TimeFrame {
  /** The visible window, s; `t1` above `t0`. */
  t0 = $state(0);
  t1 = $state(60);
  /** Simulated time reached, s; undefined hides the playhead. */
  playhead = $state<number>();
  crosshair = $state.raw<Crosshair>();
  /** A chosen interval, s: a band in all plots. */
  band = $state.raw<readonly [from: number, to: number]>();
  /** Further gestures on the plots and on the track; see `gestures.ts`. */
  onplots = $state.raw<Attachment<HTMLElement>>();
  ontrack = $state.raw<Attachment<HTMLElement>>();
  /** Room for the labels of the y-axes, and for half of the last label of the time axis, px at the standard text size. */
  readonly #left = 52;
  readonly right = 22;
  /** Room left of these labels for the names of rows, px at the standard text size. Without it names are over the data. */
  gutter = $state(0);
  /** Width of the plots, px; the plots set it. */
  width = $state(0);

  /**
   * Returns the time of one device pixel when `spanS` are visible, s; 0 while the plots have no width. If time advances by whole
   * pixels, a plot can move its picture instead of drawing it again.
   */
  pixelS(spanS: number): number {
    const { left, right } = this.scale(this.width);
    return right > left ? spanS / Math.round((right - left) * (devicePixelRatio || 1)) : 0;
  }

  show(t0: number, t1: number): void {
    this.t0 = t0;
    this.t1 = t1;
  }

  /** Returns the time axis of an element that is `width` px wide. */
  scale(width: number): XScale {
    const left = Math.round((this.#left + this.gutter) * theme.textScale);
    const right = Math.round(width - this.right * theme.textScale);
    return xScale(this.t0, this.t1, left, Math.max(left, right));
  }

  /** Returns whether time `t` is in the window. */
  sees(t: number): boolean {
    return t >= this.t0 && t <= this.t1;
  }

  /** The crosshair and its time in words, if it is in the window. */
  get cursor(): (Crosshair & { readonly text: string }) | undefined {
    const cross = this.crosshair;
    if (!cross || !this.sees(cross.t)) return undefined;
    return { ...cross, text: `${seconds(cross.t)}${cross.pinned ? ' · pinned' : ''}` };
  }

  /** Moves the crosshair unless it is pinned. */
  hover(t: number): void {
    if (!this.crosshair?.pinned) this.crosshair = { t, pinned: false };
  }

  leave(): void {
    if (!this.crosshair?.pinned) this.crosshair = undefined;
  }

  /**
   * Pins the crosshair at `t`, or releases it if it is pinned within `near` seconds of `t`. A released crosshair disappears,
   * unless the pointer `stays` there, as a mouse does.
   */
  toggle(t: number, near: number, stays: boolean): void {
    const again = this.crosshair?.pinned && Math.abs(this.crosshair.t - t) <= near;
    this.crosshair = again && !stays ? undefined : { t, pinned: !again };
  }

  pin(t: number): void {
    this.crosshair = { t: Math.min(this.t1, Math.max(this.t0, t)), pinned: true };
  }

  clear(): void {
    this.crosshair = undefined;
  }
}

const KEY = Symbol('time frame');

/** Makes a frame for all charts below the calling component. */
export function provideTimeFrame(frame: TimeFrame = new TimeFrame()): TimeFrame {
  return setContext(KEY, frame);
}

export function useTimeFrame(): TimeFrame {
  const frame = getContext<TimeFrame | undefined>(KEY);
  if (!frame) throw new Error('charts need provideTimeFrame() in a component above them');
  return frame;
}
