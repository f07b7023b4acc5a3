export type { Column } from './core/column';
export type { TrackMark } from './core/pills';
export type { Reference, Series } from './core/plot';
export type { ScaleKind } from './core/scale';
export { fixed, reading, seconds, span, withUnit } from './core/format';
export { provideTimeFrame, TimeFrame, useTimeFrame, type Crosshair } from './frame.svelte';
export { default as TimeSeries } from './TimeSeries.svelte';
export { default as Track } from './Track.svelte';
