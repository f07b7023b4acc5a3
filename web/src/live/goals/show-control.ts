/** Frames in which the parameters of a lane must have been drawn. */
const MOST_FRAMES = 60;

/**
 * Scrolls to the control with this label in the parameters that are being opened, and moves the focus there. With a finger the focus
 * stays: it would open the keyboard over the control.
 */
export async function showControl(label: string): Promise<void> {
  for (let frame = 0; frame < MOST_FRAMES; frame++) {
    await new Promise(requestAnimationFrame);
    const all = document.querySelectorAll<HTMLLabelElement>('[aria-label^="Parameters of"] label');
    const found = [...all].find(({ textContent }) => textContent.trim() === label);
    if (!found) continue;
    found.scrollIntoView({ block: 'center' });
    if (!matchMedia('(pointer: coarse)').matches) found.control?.focus({ preventScroll: true });
    return;
  }
}
