/** Where the label of a vertical line is. */
export interface Side {
  readonly isRight: boolean;
  /** Another vertical line crosses the label. */
  readonly isCrossed: boolean;
}

/**
 * Returns the side of a vertical line at `at` px for a label of `width` px: one where it fits inside the plot and no other line crosses
 * it; else one where it fits; the right one if both are alike, and the left one if it fits on neither.
 */
export function sideOf(
  at: number,
  width: number,
  others: readonly number[],
  [left, right]: readonly [number, number],
): Side {
  const sides = [
    { isRight: true, from: at, to: at + width },
    { isRight: false, from: at - width, to: at },
  ].map(({ isRight, from, to }) => ({
    isRight,
    fits: from >= left && to <= right,
    isCrossed: others.some((other) => other > from && other < to),
  }));
  const fitting = sides.filter(({ fits }) => fits);
  const { isRight, isCrossed } = fitting.find((side) => !side.isCrossed) ?? fitting[0] ?? sides[1];
  return { isRight, isCrossed };
}
