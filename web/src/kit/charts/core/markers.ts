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
