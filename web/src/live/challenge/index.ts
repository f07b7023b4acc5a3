/** Makes a challenge of the open scenario. Loaded when its part of "Take away" is opened. */
export { default as Maker } from './Maker.svelte';
