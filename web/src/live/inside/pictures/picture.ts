import type { ChartAxis, ChartReference, ChartSeries, ChartStyle } from '../../../kit/charts/lines';
import { type Moment, overMs, stateOf } from '../moment';

/** A parameter of the discipline that can be dragged in a plot. */
export interface Grip {
  /** Its name in the scenario: `targetMs`. */
  readonly parameter: string;
  /** The axis along which it moves. */
  readonly axis: 'x' | 'y';
  /** Its place on the other axis. */
  readonly across: number;
  /** Units of the axis for one unit of the parameter: 100 for a share on an axis in percent. */
  readonly scale: number;
}

/** A chart of the inspector. */
export interface Plot {
  readonly title: string;
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly series: readonly ChartSeries[];
  readonly references?: readonly ChartReference[];
  readonly grips?: readonly Grip[];
}

/** A column of bars, all on one scale. */
export interface BarColumn {
  readonly name: string;
  /** The ends of the scale; 0 is within them. */
  readonly range: readonly [low: number, high: number];
}

/** A bar from 0 to its value. */
export interface Bar {
  /** Undefined: no bar. */
  readonly value: number | undefined;
  /** The value with its unit. */
  readonly text: string;
  /** A value that the bar is compared with, such as a threshold. */
  readonly limit?: number;
  /** In the lane's colour; otherwise grey. */
  readonly isStrong?: boolean;
}

/** A row of bars, one for each column. */
export interface BarRow {
  readonly key: string;
  readonly label: string;
  /** A word before the label, such as the list of a bucket. */
  readonly tag?: string;
  /** A word behind the label: "sends now". */
  readonly badge?: string;
  /** The row stands out. */
  readonly isLit?: boolean;
  readonly bars: readonly Bar[];
}

/** Rows of bars: what holds at the moment. */
export interface Bars {
  readonly title: string;
  readonly columns: readonly BarColumn[];
  readonly rows: readonly BarRow[];
  /** Shown without rows. */
  readonly empty?: string;
  /** A sentence below. */
  readonly note?: string;
}

export type Picture = Plot | Bars;

export const isPlot = (picture: Picture): picture is Plot => 'series' in picture;

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

/** Returns the largest value that a picture over time draws; 0 without values. */
export const mostOf = (...all: (readonly (readonly [ms: number, value: number])[])[]): number =>
  Math.max(0, ...all.flat().flatMap(([ms, value]) => (ms >= -TRAIL_MS ? [value] : [])));

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

/** Returns the number of a parameter in the units of an axis, with its grip there; undefined if the discipline has no such number. */
export function gripped(
  { parameter: valueOf }: Moment,
  parameter: string,
  { axis, across, scale = 1 }: { axis: 'x' | 'y'; across: number; scale?: number },
): { readonly value: number; readonly grip: Grip } | undefined {
  const value = valueOf(parameter);
  return value === undefined
    ? undefined
    : { value: scale * value, grip: { parameter, axis, across, scale } };
}

/** A probability over the last second, in %. */
export function chance(moment: Moment, name: string, label: string, style: ChartStyle): Plot {
  const values = overMs(moment, name);
  const value = stateOf(moment, name);
  const most = 100 * mostOf(values);
  return {
    title: label,
    x: before(),
    y: { name: 'probability', unit: '%', log: false, range: [0, roundTop(most, 1)] },
    series: [
      overTime(values, label, style, 100),
      now(value === undefined ? undefined : 100 * value, label, style),
    ],
  };
}

/** What a controller compares with its target, over the last second. */
export function controlled(
  moment: Moment,
  name: string,
  [label, unit]: readonly [string, string],
  {
    value: target,
    grip,
  }: { readonly value?: number | undefined; readonly grip?: Grip | undefined },
  style: ChartStyle,
  targetLabel = 'target',
): Plot {
  const values = overMs(moment, name);
  const most = mostOf(values);
  return {
    title: `${label[0]?.toUpperCase()}${label.slice(1)} and ${targetLabel}`,
    x: before(),
    y: {
      name: label,
      unit,
      log: false,
      range: [0, roundTop(Math.max(most, 1.5 * (target ?? 0)), 1)],
    },
    series: [overTime(values, label, style), now(stateOf(moment, name), label, style)],
    references: target === undefined ? [] : [{ axis: 'y', value: target, label: targetLabel }],
    grips: grip ? [grip] : [],
  };
}
