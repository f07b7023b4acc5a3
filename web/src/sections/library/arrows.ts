/** The place of a card on the page. */
interface Placed {
  getBoundingClientRect(): { readonly left: number; readonly top: number };
}

/**
 * Returns the card to which a key leads from `card`, or from above all cards: for the arrow keys the neighbour in the grid. Returns null for
 * the place above all cards, and undefined for other keys.
 */
export function neighbour<T extends Placed>(
  cards: readonly T[],
  card: T | null,
  key: string,
): T | null | undefined {
  const at = card ? cards.indexOf(card) : -1;
  if (key === 'Home') return cards[0] ?? null;
  if (key === 'End') return cards.at(-1) ?? null;
  if (key === 'ArrowRight') return cards[at + 1] ?? card;
  if (key === 'ArrowLeft') return at > 0 ? cards[at - 1] : card;
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const isDown = key === 'ArrowDown';
  if (!card) return isDown ? (cards[0] ?? null) : null;
  const here = card.getBoundingClientRect();
  const places = cards.map((one) => ({ one, box: one.getBoundingClientRect() }));
  const beyond = places.filter(({ box }) =>
    isDown ? box.top > here.top + 1 : box.top < here.top - 1,
  );
  if (beyond.length === 0) return isDown ? card : null;
  const rowTop = isDown
    ? Math.min(...beyond.map(({ box }) => box.top))
    : Math.max(...beyond.map(({ box }) => box.top));
  const row = beyond.filter(({ box }) => Math.abs(box.top - rowTop) <= 1);
  const distance = ({ box }: { box: { readonly left: number } }): number =>
    Math.abs(box.left - here.left);
  return row.reduce((best, other) => (distance(other) < distance(best) ? other : best)).one;
}
