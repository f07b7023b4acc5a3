/** Line charts, for sections that are loaded later: Live does not draw them, so they must not be part of the first load. */

export type { ChartAxis, ChartPoint, ChartReference, ChartSeries, ChartStyle } from './core/chart';
export { extent, grown, ysOf } from './core/chart';
export { markers } from './core/markers';
export { default as LineChart } from './LineChart.svelte';
