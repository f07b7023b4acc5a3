/** The parts of the timeline that are loaded after the first picture. */
export { default as ChosenInterval } from '../plots/ChosenInterval.svelte';
export { default as Branches } from './Branches.svelte';
export { default as Overview } from './Overview.svelte';
export { TimeTools } from './time-tools';
