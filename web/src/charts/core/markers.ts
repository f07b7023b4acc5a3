/** Returns hollow markers of radius `r` as one path: circles, squares or diamonds by `shape`, and from the fourth on with a dot. */
export function markers(
  shape: number,
  places: readonly (readonly [x: number, y: number])[],
  r: number,
): string {
  // The sizes at which a square and a diamond look as large as a circle.
  const [half, wide] = [r / 1.1, r / 0.8].map((v) => v.toFixed(2));
  const circle = (x: number, y: number, r: number): string =>
    `M${(x + r).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 1 ${-2 * r} 0a${r} ${r} 0 1 1 ${2 * r} 0z`;
  const one = ([x, y]: readonly [number, number]): string => {
    switch (shape % 3) {
      case 1:
        return `M${(x - Number(half)).toFixed(1)} ${(y - Number(half)).toFixed(1)}h${2 * Number(half)}v${2 * Number(half)}h${-2 * Number(half)}z`;
      case 2:
        return `M${x.toFixed(1)} ${(y - Number(wide)).toFixed(1)}l${wide} ${wide}l-${wide} ${wide}l-${wide} -${wide}z`;
      default:
        return circle(x, y, r);
    }
  };
  const dots = shape >= 3 ? places.map(([x, y]) => circle(x, y, 0.6)) : [];
  return [...places.map(one), ...dots].join('');
}

/** Returns crosses as one path. */
export const crosses = (places: readonly (readonly [x: number, y: number])[], r: number): string =>
  places
    .map(
      ([x, y]) =>
        `M${(x - r).toFixed(1)} ${(y - r).toFixed(1)}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`,
    )
    .join('');

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
