/** Single drops and marks in the plots of their shares. Loaded after the run has begun. */
export { DropEvents } from './drop-events.svelte';
export { default as DropTicks } from './DropTicks.svelte';
