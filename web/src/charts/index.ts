export type { Column } from './core/column';
export type { Lane, Reference, Series } from './core/plot';
export { MOST_CLEAR } from './core/plot';
export type { ScaleKind } from './core/scale';
export { sized } from './size';
export { seconds } from './core/format';
export { provideTimeFrame, useTimeFrame } from './frame.svelte';
export { default as TimeSeries } from './TimeSeries.svelte';
export { default as Track } from './Track.svelte';
