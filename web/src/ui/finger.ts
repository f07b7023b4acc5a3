/**
 * A native slider jumps to a finger that comes down on it, though the finger may be about to scroll the page. Here, for all
 * sliders of the page: what they say waits until the finger has moved along them or was lifted; one that scrolls has set
 * nothing.
 */

/** Fingers move this far before they are taken to move, px. */
const SLOP = 4;

/** A finger on a slider whose intent is not clear yet. Others may be elsewhere: one that holds a burst, say. */
interface Touching {
  readonly finger: number;
  readonly input: HTMLInputElement;
  readonly x: number;
  readonly y: number;
  /** The slider's value before. */
  readonly value: string;
  /** What the slider made of it. */
  wish?: string;
  scrolls: boolean;
}
let touching: Touching | undefined;

/** It is the slider that the finger is at: what it does from here on is meant. */
function heed(): void {
  const { input, wish } = touching!;
  touching = undefined;
  if (wish === undefined) return;
  input.value = wish;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The finger that is looked at, if it has moved, or come, or gone. */
const its = ({ changedTouches }: TouchEvent): Touch | undefined =>
  Array.from(changedTouches).find(({ identifier }) => identifier === touching?.finger);

function lift(e: TouchEvent): void {
  if (!touching || !its(e)) return;
  const { input, scrolls } = touching;
  if (e.type === 'touchend' && !scrolls) {
    heed();
    // The browser has seen the value go back and may not say so itself.
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }
  touching = undefined;
}

// Before anybody else hears of it.
const options = { capture: true, passive: true };
addEventListener(
  'touchstart',
  ({ target, changedTouches: [{ identifier: finger, clientX: x, clientY: y }] }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'range') return;
    touching = { finger, input: target, x, y, value: target.value, scrolls: false };
  },
  options,
);
addEventListener(
  'touchmove',
  (e) => {
    const at = its(e);
    if (!at || !touching || touching.scrolls) return;
    const dx = Math.abs(at.clientX - touching.x);
    const dy = Math.abs(at.clientY - touching.y);
    // As browsers decide it.
    if (dx > dy && dx > SLOP) heed();
    else touching.scrolls = dy > SLOP;
  },
  options,
);
addEventListener('touchend', lift, options);
addEventListener('touchcancel', lift, options);
addEventListener(
  'input',
  (e) => {
    if (!touching || touching.input !== e.target) return;
    const { input } = touching;
    touching.wish = input.value;
    input.value = touching.value;
    e.stopPropagation();
  },
  options,
);
