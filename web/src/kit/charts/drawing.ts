/** The parts of plots that know no page, for pictures that are written to files. Loaded later. */

export {
  bandOf,
  categoryTicks,
  type ChartAxis,
  type ChartPoint,
  type ChartReference,
  type ChartSeries,
  extent,
  fullName,
  grown,
  isKnown,
  isWhole,
  xsOf,
  xTicks,
  ysOf,
} from './core/chart';
export { type DomainPolicy, follow, initialDomain } from './core/domain';
export { plain, span } from './core/format';
export { crosses, markers } from './core/markers';
export { placeNames } from './core/names';
export type { Column } from './core/column';
export type { Bins } from './core/decimate';
export type { Pen, Stroke } from './core/paint';
export { around, type Curve } from './core/plane';
export {
  type Lane,
  lanesOf,
  PlotData,
  type Reduced,
  type Reference,
  type Series,
} from './core/plot';
export { rowsBetween } from './core/rows';
export {
  type Domain,
  type ScaleKind,
  type XScale,
  xScale,
  type YScale,
  yScale,
} from './core/scale';
export { spaced, type Tick, timeTicks, yTicks } from './core/ticks';
export { centreOf, sharedAxis } from './core/stops';
