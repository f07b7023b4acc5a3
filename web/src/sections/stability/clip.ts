type Point = readonly [number, number | null];

/**
 * Returns the points of a curve inside a range of y. Where the curve leaves the range it has a point on the border, and then
 * a gap.
 */
export function clip(
  xs: Float64Array,
  ys: Float64Array,
  [low, high]: readonly [number, number],
): Point[] {
  const points: Point[] = [];
  const isInside = (y: number): boolean => y >= low && y <= high;
  for (let i = 0; i < xs.length; i++) {
    const [x, y] = [xs[i], ys[i]];
    const [before, former] = [xs[i - 1], ys[i - 1]];
    if (i > 0 && isInside(y) !== isInside(former) && Number.isFinite(y - former)) {
      const border = (isInside(y) ? former : y) > high ? high : low;
      const at = before + ((x - before) * (border - former)) / (y - former);
      points.push([at, border]);
    }
    points.push([x, isInside(y) ? y : null]);
  }
  return points;
}

/** Returns the whole decades around positive numbers; [0.1, 10] without any. */
export function decades(values: Iterable<number>): [number, number] {
  let [low, high] = [Infinity, 0];
  for (const value of values) {
    if (!(value > 0 && value < Infinity)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (high === 0) return [0.1, 10];
  const power = (exponent: number): number => Number(`1e${exponent}`);
  const from = Math.floor(Math.log10(low));
  return [power(from), power(Math.max(from + 1, Math.ceil(Math.log10(high))))];
}
