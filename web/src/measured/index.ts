export { Measured } from './measured.svelte';
export { default as MeasuredCards } from './MeasuredCards.svelte';
export { default as MeasuredInput } from './MeasuredInput.svelte';
