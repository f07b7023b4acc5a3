export { LiveSource } from './live';
export { default as TakeAway } from './TakeAway.svelte';
