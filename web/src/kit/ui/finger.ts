/**
 * Sliders under a finger. A native slider jumps to the finger that touches it, even when the finger is about to scroll the
 * page. Here the slider's input event waits until the finger has moved along the slider or was lifted. A finger that
 * scrolls changes no value.
 */

/** A finger that has moved less than this counts as resting, px. */
const SLOP = 4;

/** A finger on a slider whose intent is not clear yet. Other fingers may be elsewhere, for example on Burst. */
interface Touching {
  readonly finger: number;
  readonly input: HTMLInputElement;
  readonly x: number;
  readonly y: number;
  /** The slider's value before. */
  readonly value: string;
  /** The value that the slider took from the touch. */
  taken?: string;
  scrolls: boolean;
}
let touching: Touching | undefined;

/** Sets the value that was held back and stops watching, because the finger moves the slider. */
function release(): void {
  const { input, taken } = touching!;
  touching = undefined;
  if (taken === undefined) return;
  input.value = taken;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The watched finger, if this event is about it. */
const watched = ({ changedTouches }: TouchEvent): Touch | undefined =>
  Array.from(changedTouches).find(({ identifier }) => identifier === touching?.finger);

function touch({ target, changedTouches: [first] }: TouchEvent): void {
  if (!(target instanceof HTMLInputElement) || target.type !== 'range') return;
  const { identifier: finger, clientX: x, clientY: y } = first;
  touching = { finger, input: target, x, y, value: target.value, scrolls: false };
}

function move(e: TouchEvent): void {
  const at = watched(e);
  if (!at || !touching || touching.scrolls) return;
  const dx = Math.abs(at.clientX - touching.x);
  const dy = Math.abs(at.clientY - touching.y);
  // Browsers decide in the same way.
  if (dx > dy && dx > SLOP) release();
  else touching.scrolls = dy > SLOP;
}

function lift(e: TouchEvent): void {
  if (!touching || !watched(e)) return;
  const { input, scrolls } = touching;
  if (e.type === 'touchend' && !scrolls) {
    release();
    // The value went back meanwhile, so the browser may send no change event of its own.
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }
  touching = undefined;
}

function hold(e: Event): void {
  if (!touching || touching.input !== e.target) return;
  const { input } = touching;
  touching.taken = input.value;
  input.value = touching.value;
  e.stopPropagation();
}

/** Watches all sliders of the page. */
export function watchFingers(): void {
  // Capturing listeners run before those of the sliders.
  const options = { capture: true, passive: true };
  addEventListener('touchstart', touch, options);
  addEventListener('touchmove', move, options);
  addEventListener('touchend', lift, options);
  addEventListener('touchcancel', lift, options);
  addEventListener('input', hold, options);
}
