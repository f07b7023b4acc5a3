/** The inspector of a lane: the state of its discipline at a moment, and the reason of a drop. Loaded when it is first opened. */
export { default as AllInside } from './AllInside.svelte';
export { default as Inside } from './Inside.svelte';
export { Inspection } from './inspection.svelte';
