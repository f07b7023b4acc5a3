/** The places of labels in a plot of a story. */

import { type Point, type Scale, shareOf } from './plot';

/**
 * Moves labels apart, in place and in the order of their heights: at least `gap` px from one to the next, from `top` on, and above
 * `bottom` if there is room.
 */
export function apart<T extends { y: number }>(
  labels: T[],
  gap: number,
  top: number,
  bottom: number,
): T[] {
  labels.sort((a, b) => a.y - b.y);
  labels.forEach((label, i) => {
    label.y = Math.max(top, Math.min(bottom, label.y), i > 0 ? labels[i - 1].y + gap : top);
  });
  const over = (labels.at(-1)?.y ?? bottom) - bottom;
  if (over > 0) for (const label of labels) label.y -= over;
  return labels;
}

/** Least distance of two lines at which the former one gets its name, px. */
const CLEAR_PX = 14;

/**
 * Returns the point of a former line that is farthest from the present one, away from the ends of the plot; undefined while the two
 * are nearly the same.
 */
export function farthest(
  former: readonly Point[],
  present: readonly Point[],
  [fromS, toS]: readonly [number, number],
  scale: Scale,
  height: number,
): Point | undefined {
  const marginS = (toS - fromS) * 0.15;
  let best: Point | undefined;
  let most = CLEAR_PX;
  former.forEach((point, i) => {
    const [t, value] = point;
    const other = present[i]?.[1] ?? NaN;
    if (t < fromS + marginS || t > toS - marginS) return;
    const px = Math.abs(shareOf(scale, value) - shareOf(scale, other)) * height;
    if (px > most) [best, most] = [point, px];
  });
  return best;
}
