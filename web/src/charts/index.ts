export type { Column } from './core/column';
export type { Series } from './core/plot';
export type { ScaleKind } from './core/scale';
export { fixed, reading, seconds, span, withUnit } from './core/format';
export { provideTimeFrame, TimeFrame, useTimeFrame, type Crosshair } from './frame.svelte';
export { default as TimeSeries } from './TimeSeries.svelte';
export { default as Track, type TrackMark } from './Track.svelte';
