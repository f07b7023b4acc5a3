/** A line that the reader draws into the hidden part of a plot: with a pointer, with keys, and its distance from the run. */

import { drawn, type Point, type Scale, shareOf, valueAt } from './plot';

/** Number of bins of the run with which a line is compared. */
export const DRAWN_COLUMNS = 400;

/** How far a drawn line is from a lane. */
export interface DrawnError {
  readonly label: string;
  /** Mean absolute error, in `unit`. */
  readonly error: number;
  readonly unit: string;
}

/** Returns the value of a line at a time, between its points; undefined outside of them. */
function valueOf(line: readonly Point[], t: number): number | undefined {
  const after = line.findIndex(([at]) => at >= t);
  if (after < 0) return undefined;
  const [t1, value1] = line[after];
  if (after === 0) return t1 === t ? value1 : undefined;
  const [t0, value0] = line[after - 1];
  return t1 === t0 ? value1 : value0 + ((value1 - value0) * (t - t0)) / (t1 - t0);
}

/**
 * Returns the mean absolute error of a line against the points of a run, in the unit of the points. It covers the times between
 * the ends of the line at which the run has a value; undefined if there are none.
 */
export function errorOf(line: readonly Point[], points: readonly Point[]): number | undefined {
  let [sum, count] = [0, 0];
  for (const [t, value] of points) {
    const guessed = valueOf(line, t);
    if (guessed === undefined || Number.isNaN(value)) continue;
    sum += Math.abs(guessed - value);
    count++;
  }
  return count > 0 ? sum / count : undefined;
}

/** The span of time that can be drawn. */
export interface Span {
  readonly fromS: number;
  readonly toS: number;
}

/** A pen that keys move: its place on the line. */
export type Pen = Point;

/** Number of steps of the pen along the span, and up the axis. */
const STEPS_ALONG = 20;
const STEPS_UP = 40;

/** Returns where the pen begins: at the start of the span, at the last value that may be seen. */
export const penAt = ({ fromS }: Span, last: number | undefined, scale: Scale): Pen => [
  fromS,
  last === undefined || Number.isNaN(last) ? valueAt(scale, 0.5) : last,
];

/**
 * Returns the line and the pen after a key: left and right draw along the time, up and down move the value and draw there. Returns
 * undefined for other keys.
 */
export function withKey(
  key: string,
  line: readonly Point[],
  pen: Pen,
  scale: Scale,
  { fromS, toS }: Span,
): { readonly line: readonly Point[]; readonly pen: Pen } | undefined {
  const along = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0;
  const up = { ArrowDown: -1, ArrowUp: 1 }[key] ?? 0;
  if (along === 0 && up === 0) return undefined;
  const [t, value] = pen;
  const stepS = (toS - fromS) / STEPS_ALONG;
  const next: Pen = [
    Math.min(toS, Math.max(fromS, t + along * stepS)),
    up === 0 ? value : valueAt(scale, clamp(shareOf(scale, value) + up / STEPS_UP)),
  ];
  // To the left the pen only moves, so that a value there can be corrected.
  const from = along < 0 ? next : pen;
  const start = up === 0 ? from : next;
  const changed = along < 0 ? line : drawn(line, start, next, fromS, toS);
  return { line: changed, pen: next };
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share));
