/** The parts of plots that know no page, for pictures that are written to files. Loaded later. */

export {
  bandOf,
  type ChartPoint,
  type ChartSeries,
  extent,
  fullName,
  isWhole,
  titleOf,
  xTicks,
} from './core/chart';
export { type DomainPolicy, follow, initialDomain } from './core/domain';
export { plain, span } from './core/format';
export { crosses, markers, placeNames } from './core/markers';
export type { Pen } from './core/paint';
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
export { type Domain, type ScaleKind, xScale, yScale } from './core/scale';
export { spaced, timeTicks, yTicks } from './core/ticks';
export { centreOf } from './core/stops';
