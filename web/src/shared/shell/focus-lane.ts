/** Moves the focus to the card of a lane. Its keys are then those of the page: Space plays. */
export function focusLane(lane: number): void {
  const card = document.querySelector<HTMLElement>(`[data-lane="${lane}"]`);
  if (!card) return;
  // Cards take the focus only here, so that a click on one does not draw a ring.
  card.tabIndex = -1;
  card.addEventListener('blur', () => card.removeAttribute('tabindex'), { once: true });
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
