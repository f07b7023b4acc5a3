/** The difference of two lanes, and the first packet that they treat differently. Loaded when it is first opened. */
export { default as Difference } from './Difference.svelte';
export type { First } from './first';
