import type { Series } from './plot';

/** A line of a readout: the name of a series with its values at the cursor. */
export interface PlotRow {
  readonly id: string;
  readonly label: string;
  /** Index of its lane, from 0. */
  readonly lane?: number;
  readonly colour: string;
  /** Its swatch: a line with this dash, a marker of this shape, or both. */
  readonly dash?: readonly number[] | undefined;
  readonly shape?: number | undefined;
  readonly text: string;
  /** Its value is not its own: one that was published. */
  readonly isForeign?: boolean;
  /** Further values: "half 8.1 to 12.0", "published 12.3". */
  readonly more: readonly string[];
}

/** A line of a readout of lanes. */
export interface LaneRow extends PlotRow {
  readonly lane: number;
  /** Its name beside other values of the same lane. */
  readonly inLane: Series['inLane'];
  /** The text without the unit, for several values in a row. */
  readonly short: string;
}

/** The size of a box or of the stage around it, px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

type Corner = readonly [left: number, top: number];

/** Distance between the cursor and its readout, px. */
const GAP = 12;

/**
 * Returns the place of a readout beside a vertical line at `x`: on the side with room, else on the wider side, where it covers as little
 * of the axis as possible. `titlePx`: height of the title at the top of the stage.
 */
export function besideLine(x: number, box: Size, stage: Size, titlePx: number): Corner {
  const isLeft = x + GAP + box.width > stage.width && x > stage.width / 2;
  const left = isLeft ? x - GAP - box.width : Math.min(x + GAP, stage.width - box.width - 2);
  const middle = stage.height * 0.42 - box.height / 2;
  const top = Math.min(stage.height - box.height - 4, Math.max(titlePx, middle));
  return [Math.max(2, left), Math.max(2, top)];
}

/**
 * Returns the place of a readout beside a point, on the side with room; otherwise below the data, which end at `belowPx`. It may exceed
 * the stage, but only downwards.
 */
export function besidePoint(
  [x, y]: readonly [x: number, y: number],
  box: Size,
  stage: Size,
  belowPx: number,
): Corner {
  const middle = Math.max(2, Math.min(y - box.height / 2, stage.height - box.height - 2));
  if (x + GAP + box.width <= stage.width) return [x + GAP, middle];
  if (x - GAP - box.width >= 0) return [x - GAP - box.width, middle];
  return [Math.max(0, Math.min(x - box.width / 2, stage.width - box.width)), belowPx];
}
