import {
  type ChartAxis,
  type ChartReference,
  type ChartSeries,
  type Domain,
  extent,
  grown,
  isKnown,
  sharedAxis,
  xsOf,
  ysOf,
} from '../../../kit/charts/drawing';
import type { Chart, ChartAxisOf } from './chart';

/** A line chart as the page describes it. */
export interface LineChartOf {
  readonly title: string;
  readonly subtitle: string;
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly series: readonly ChartSeries[];
  readonly references?: readonly ChartReference[];
}

const UNKNOWN: Domain = [1, 10];

/** Returns a chart with the ranges that the page gives its axes when they are drawn for the first time. */
export function lineChart({ title, subtitle, x, y, series, references = [] }: LineChartOf): Chart {
  // Settings are known from the start, so the axis ends at the first and the last one.
  const isSet =
    sharedAxis(series) === 'x' &&
    series.every(({ kind, points }) => kind !== 'outline' && points.every(([x]) => isKnown(x)));
  const xs = extent(xsOf(series), x.log);
  const isExact = !x.range && isSet && xs !== undefined && xs[0] !== xs[1];
  const xDomain = isExact ? xs : (x.range ?? grown(undefined, xs, x) ?? UNKNOWN);
  const yDomain = y.range ?? grown(undefined, extent(ysOf(series), y.log), y) ?? UNKNOWN;
  const axis = (of: ChartAxis, domain: Domain): ChartAxisOf => ({
    name: of.name,
    unit: of.unit,
    kind: of.log ? 'log' : 'linear',
    domain,
    isReversed: of.isReversed,
  });
  const settings = isSet ? [...xsOf(series)].filter(isKnown) : undefined;
  return {
    title,
    subtitle,
    x: {
      ...axis(x, xDomain),
      ...(x.labels ? { labels: x.labels } : {}),
      ...(settings ? { settings } : {}),
    },
    y: axis(y, yDomain),
    series,
    references,
  };
}
