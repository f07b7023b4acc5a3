import {
  type ChartAxis,
  type ChartPoint,
  type ChartSeries,
  extent,
  ysOf,
} from '../../kit/charts/lines';
import type { ShownMeasure } from '../../core/variables/measures';
import type { Selection, ShownDimension } from './page.svelte';

/** A plot with a line for each lane. */
export interface LinePlot {
  readonly id: string;
  readonly title: string;
  readonly measure: ShownMeasure;
  /** The point that its lines go through. */
  readonly at: readonly number[];
  readonly series: readonly ChartSeries[];
}

/** A larger ratio of the ends has a logarithmic axis. */
const LOG_FROM = 8;
/** More values than this have no small plots. */
export const MOST_PLOTS = 24;

/** Returns the index of the dimension of the x-axis: the first one with numbers; -1 without one. */
export const alongOf = ({ dimensions }: Pick<Selection, 'dimensions'>): number =>
  dimensions.findIndex(({ numbers }) => numbers && numbers.length > 1);

/** Returns the indices of the values in ascending order. */
export function orderOf(x: ShownDimension | undefined): readonly number[] {
  const numbers = x?.numbers ?? [];
  return numbers.map((_, i) => i).sort((a, b) => numbers[a] - numbers[b]);
}

/** Returns whether the x-axis is logarithmic. */
export function isLogarithmic(x: ShownDimension | undefined): boolean {
  const numbers = orderOf(x).map((i) => x?.numbers?.[i] ?? 0);
  return numbers[0] > 0 && (numbers.at(-1) ?? 0) / numbers[0] >= LOG_FROM;
}

/** Returns the index of the dimension with a plot for each value; undefined: one plot for each measure. */
export function eachOf({ dimensions, each }: Selection, along: number): number | undefined {
  const at = dimensions.findIndex(
    ({ title, labels }, k) => k !== along && title === each && labels.length <= MOST_PLOTS,
  );
  return at < 0 ? undefined : at;
}

const mostOf = ({ unit }: ShownMeasure): number => ({ '%': 100, '': 1 })[unit] ?? Infinity;

/** Returns the plots of the selection: one for each measure, or one for each value of a dimension. */
export function plotsOf(selection: Selection): readonly LinePlot[] {
  const { dimensions, measures, lanes, at } = selection;
  const along = alongOf(selection);
  const x = dimensions[along];
  if (x === undefined || measures.length === 0) return [];
  const order = orderOf(x);
  const plotOf = (index: number, at: readonly number[], id: string, title?: string): LinePlot => {
    const measure = measures[index];
    // A band beyond the possible values would only widen the axis.
    const most = mostOf(measure);
    const series = lanes.map(({ lane, label, style }): ChartSeries => ({
      name: label,
      style: { ...style, shape: lane },
      kind: 'line',
      points: order.map((i) => {
        const { value, half } = selection.estimate(index, at.with(along, i), lane);
        const band = [Math.max(0, value - half), Math.min(most, value + half)];
        return [x.numbers?.[i] ?? NaN, value, ...band];
      }),
    }));
    return { id, title: title ?? measure.title, measure, at, series };
  };
  const each = eachOf(selection, along);
  if (each === undefined) return measures.map(({ name }, index) => plotOf(index, at, name));
  const { title, unit, labels } = dimensions[each];
  return labels.map((label, i) =>
    plotOf(
      selection.measure,
      at.with(each, i),
      `${each} ${label}`,
      `${title} ${label}${unit ? ` ${unit}` : ''}`,
    ),
  );
}

/** Returns the y-axis of lines of a measure, without its range. */
export function axisOf(measure: ShownMeasure, own: readonly ChartSeries[]): ChartAxis {
  const known = extent(ysOf(own.map((one) => ({ ...one, points: one.points.map(withoutBand) }))));
  const [low, high] = known ?? [NaN, NaN];
  const most = mostOf(measure);
  return {
    name: measure.title,
    unit: measure.unit,
    log: low > 0 && high / low >= 2 * LOG_FROM,
    ...(most < Infinity ? { most } : {}),
  };
}

const withoutBand = ([x, y]: ChartPoint): ChartPoint => [x, y];
