/** Returns the places of names beside points or the ends of lines, `room` px apart and between `top` and `bottom`, near `ys`. */
export function placeNames(
  ys: readonly number[],
  room: number,
  top = -Infinity,
  bottom = Infinity,
): number[] {
  const order = ys.map((_, i) => i).toSorted((a, b) => ys[a] - ys[b]);
  const placed = [...ys];
  order.forEach((i, rank) => {
    const least = rank > 0 ? placed[order[rank - 1]] + room : top;
    placed[i] = Math.max(ys[i], least);
  });
  order.toReversed().forEach((i, rank) => {
    const most = rank > 0 ? placed[order[order.length - rank]] - room : bottom;
    placed[i] = Math.min(placed[i], most);
  });
  return placed;
}
