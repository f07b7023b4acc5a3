export { Measured } from './measured.svelte';
export { default as MeasuredPart } from './MeasuredPart.svelte';
