import type { ChartAxis, ChartReference, ChartSeries, ChartStyle } from '../../charts/lines';
import type { Moment } from '../moment';

/** A chart of the inspector. */
export interface Picture {
  readonly title: string;
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly series: readonly ChartSeries[];
  readonly references?: readonly ChartReference[];
}

/** Draws a discipline at a moment in its own terms, in the style of its lane. */
export type Draw = (moment: Moment, style: ChartStyle) => readonly Picture[];

/** Curves of formulas, and what lies in the future. */
export const INK: ChartStyle = { colour: 'var(--ink2)', dash: [], shape: 0 };

/** Length of the trail in the pictures over time, ms. */
export const TRAIL_MS = 1000;

/** The axis of the time before the moment. */
export const before = (fromMs = -TRAIL_MS, toMs = 0): ChartAxis => ({
  name: toMs > 0 ? 'before and after now' : 'before now',
  unit: 'ms',
  log: false,
  range: [fromMs, toMs],
});

/** A line over the time before the moment; `scale` converts its unit. */
export function overTime(
  pairs: readonly (readonly [ms: number, value: number])[],
  name: string,
  style: ChartStyle,
  scale = 1,
): ChartSeries {
  const points = pairs.filter(([ms]) => ms >= -TRAIL_MS).map(([ms, value]) => [ms, scale * value]);
  return { name, style, kind: 'thin', points };
}

/** The value now, as a filled point at the right end. */
export const now = (value: number | undefined, name: string, style: ChartStyle): ChartSeries => ({
  name,
  note: 'now',
  style,
  kind: 'bars',
  points: value === undefined ? [] : [[0, value]],
});

/** Returns the least round top of an axis, of the kind 1, 2 or 5 times a power of ten, above a value. */
export function roundTop(value: number, least: number): number {
  const top = Math.max(value, least);
  // No logarithm: the axis must be the same on every machine.
  let step = 1e-6;
  for (let i = 0; step < top && i < 40; i++) step *= i % 3 === 1 ? 2.5 : 2;
  return Number(step.toPrecision(1));
}
