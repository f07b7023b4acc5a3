import type { Attachment } from 'svelte/attachments';
import type { TimeFrame } from './frame.svelte';
import type { XScale } from './core/scale';

/** What gestures on the plots do. Times are in s. */
export interface TimeGestures {
  /** Shows more (above 1) or less time; time `atS` keeps its place. */
  zoom(atS: number, factor: number): void;
  /** Shows later times (above 0) or earlier ones. */
  pan(byS: number): void;
  /** An interval is being dragged, or was dragged (`isDone`). */
  choose(fromS: number, toS: number, isDone: boolean): void;
  /** The drag was given up. */
  cancel(): void;
  /** Shows this window. It may begin before the run, end after it, or be too short. */
  show(fromS: number, toS: number): void;
  /** Shows the whole run. */
  whole(): void;
}

/** A press becomes a drag after this distance, px. */
const SLOP = 4;
/** Pixels of a line and of a page, for wheels that do not count pixels. */
const WHEEL_PX = [1, 16, 400];
/** Steps of a wheel are larger than this, px, movements of two fingers on a touchpad smaller. */
const NOTCH_PX = 40;
/** Two fingers count as at least this far apart, px. */
const LEAST_APART_PX = 24;

/** Returns the factor by which a wheel changes the length of the window. */
export function wheelFactor(deltaPx: number): number {
  const perPx = Math.abs(deltaPx) < NOTCH_PX ? 0.01 : 0.002;
  return Math.exp(Math.max(-0.7, Math.min(0.7, deltaPx * perPx)));
}

const onWheel = (area: HTMLElement, frame: TimeFrame, gestures: TimeGestures) => {
  return (e: WheelEvent): void => {
    const x = frame.scale(area.clientWidth);
    if (x.pxPerS === 0) return;
    const unit = WHEEL_PX[e.deltaMode] ?? 1;
    if (e.ctrlKey || e.metaKey) gestures.zoom(timeAt(area, x, e), wheelFactor(e.deltaY * unit));
    // Some systems turn the wheel sideways while Shift is pressed.
    else if (e.shiftKey) gestures.pan(((e.deltaX || e.deltaY) * unit) / x.pxPerS);
    else return;
    e.preventDefault();
  };
};

/** Two fingers on a plot: the middle between them, from the left edge of the plot, and their distance. */
export interface Fingers {
  readonly middlePx: number;
  readonly apartPx: number;
}

/**
 * Returns the window, s, after two fingers have moved from `first` to `now`; `x` is the time axis at their start. The time between
 * the fingers stays between them.
 */
export function pinchedWindow(x: XScale, first: Fingers, now: Fingers): [t0: number, t1: number] {
  const apart = ({ apartPx }: Fingers): number => Math.max(LEAST_APART_PX, apartPx);
  const sPerPx = apart(first) / apart(now) / x.pxPerS;
  const t0 = x.t(first.middlePx) - (now.middlePx - x.left) * sPerPx;
  return [t0, t0 + (x.right - x.left) * sPerPx];
}

function fingersOn(area: HTMLElement, [a, b]: ArrayLike<Touch> & Iterable<Touch>): Fingers {
  const { left } = area.getBoundingClientRect();
  return {
    middlePx: (a.clientX + b.clientX) / 2 - left,
    apartPx: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
  };
}

/** Two fingers zoom, and move the window. `onstart` ends what the first finger has begun. */
const pinches = (
  area: HTMLElement,
  frame: TimeFrame,
  { gestures, onstart }: { gestures: TimeGestures; onstart: () => void },
): (() => void) => {
  let pinch: { x: XScale; first: Fingers } | undefined;
  const start = (e: TouchEvent): void => {
    pinch = undefined;
    // After a scroll has begun, the browser keeps the fingers.
    if (e.targetTouches.length !== 2 || !e.cancelable) return;
    e.preventDefault();
    onstart();
    const x = frame.scale(area.clientWidth);
    if (x.pxPerS > 0) pinch = { x, first: fingersOn(area, e.targetTouches) };
  };
  const move = (e: TouchEvent): void => {
    if (!pinch) return;
    e.preventDefault();
    gestures.show(...pinchedWindow(pinch.x, pinch.first, fingersOn(area, e.targetTouches)));
  };
  const end = (): void => {
    pinch = undefined;
  };
  const listeners = [
    ['touchstart', start],
    ['touchmove', move],
    ['touchend', end],
    ['touchcancel', end],
  ] as [string, EventListener][];
  for (const [type, listener] of listeners)
    area.addEventListener(type, listener, { passive: false });
  return () => {
    for (const [type, listener] of listeners) area.removeEventListener(type, listener);
  };
};

function timeAt(area: HTMLElement, x: XScale, { clientX }: MouseEvent): number {
  const t = x.t(clientX - area.getBoundingClientRect().left);
  return Math.max(x.t0, Math.min(x.t1, t));
}

/** Ctrl or ⌘ and the wheel zoom around the pointer; Shift and the wheel pan. The wheel alone scrolls the page. */
export const wheels =
  (frame: TimeFrame, gestures: TimeGestures): Attachment<HTMLElement> =>
  (area) => {
    const wheel = onWheel(area, frame, gestures);
    area.addEventListener('wheel', wheel, { passive: false });
    return () => area.removeEventListener('wheel', wheel);
  };

/**
 * The gestures of a plot: those of the wheel; a drag chooses an interval, with Shift it pans; two fingers zoom; a double click shows
 * the whole run. A press without movement stays a click.
 */
export const plotGestures =
  (frame: TimeFrame, gestures: TimeGestures): Attachment<HTMLElement> =>
  (area) => {
    let drag: { id: number; x: XScale; fromPx: number; atS: number; pans: boolean } | undefined;
    let lastPx = 0;
    let isMoving = false;
    /** The latest press was by finger: two taps show and hide the readout. */
    let touched = false;

    const down = (e: PointerEvent): void => {
      touched = e.pointerType === 'touch';
      if (e.button !== 0 || drag) return;
      const x = frame.scale(area.clientWidth);
      drag = { id: e.pointerId, x, fromPx: e.clientX, atS: timeAt(area, x, e), pans: e.shiftKey };
      lastPx = e.clientX;
      isMoving = false;
    };
    const move = (e: PointerEvent): void => {
      if (e.pointerId !== drag?.id) return;
      // The button was released outside the window.
      if (e.buttons === 0) return stop();
      if (!isMoving && Math.abs(e.clientX - drag.fromPx) < SLOP) return;
      if (!isMoving) area.setPointerCapture(e.pointerId);
      isMoving = true;
      if (drag.pans) gestures.pan((lastPx - e.clientX) / drag.x.pxPerS);
      else gestures.choose(drag.atS, timeAt(area, drag.x, e), false);
      lastPx = e.clientX;
    };
    const up = (e: PointerEvent): void => {
      if (e.pointerId !== drag?.id) return;
      const { atS, x, pans } = drag;
      const moved = isMoving;
      drag = undefined;
      isMoving = false;
      if (!moved) return;
      if (!pans) gestures.choose(atS, timeAt(area, x, e), true);
      // A drag is no click.
      const swallow = (click: Event): void => click.stopPropagation();
      area.addEventListener('click', swallow, { once: true });
      setTimeout(() => area.removeEventListener('click', swallow));
    };
    const stop = (): void => {
      if (isMoving && !drag?.pans) gestures.cancel();
      drag = undefined;
      isMoving = false;
    };
    const lost = (e: PointerEvent): void => {
      if (e.pointerId === drag?.id) stop();
    };
    const key = (e: KeyboardEvent): void => {
      if (e.key !== 'Escape' || !isMoving) return;
      stop();
      e.preventDefault();
      e.stopPropagation();
    };
    const whole = (): void => {
      if (!touched) gestures.whole();
    };

    const stopWheel = wheels(frame, gestures)(area);
    const stopPinches = pinches(area, frame, { gestures, onstart: stop });
    const listeners = [
      ['pointerdown', down],
      ['pointermove', move],
      ['pointerup', up],
      ['pointercancel', lost],
      ['dblclick', whole],
    ] as [string, EventListener][];
    for (const [type, listener] of listeners) area.addEventListener(type, listener);
    window.addEventListener('keydown', key, true);
    return () => {
      stopWheel?.();
      stopPinches();
      for (const [type, listener] of listeners) area.removeEventListener(type, listener);
      window.removeEventListener('keydown', key, true);
    };
  };
