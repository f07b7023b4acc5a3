/** The goals of a challenge beside the run. Loaded when a scenario with goals is opened. */
export { default as GoalsPanel } from './GoalsPanel.svelte';
