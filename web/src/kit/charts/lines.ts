/** Charts without time, for parts of the page that are loaded later: they must not be part of the first load. */

export type {
  ChartAxis,
  ChartPlane,
  ChartPoint,
  ChartReference,
  ChartSeries,
  ChartStyle,
} from './core/chart';
export { extent, grown, ysOf } from './core/chart';
export { markers } from './core/markers';
export { default as LineChart } from './plane/LineChart.svelte';
export { default as Plane } from './plane/Plane.svelte';
