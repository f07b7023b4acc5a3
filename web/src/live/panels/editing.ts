/** Controls that are closed or absent when the page opens; loaded after the first picture (editing.svelte.ts). */
export { differenceText } from '../../core/content/differences';
export { default as LaneInspector } from './lanes/LaneInspector.svelte';
export { default as PathRarer } from './path/PathRarer.svelte';
export { default as ReverseControls } from './path/ReverseControls.svelte';
export { default as ChosenChange } from './timeline/ChosenChange.svelte';
export { default as TrafficGroups } from './traffic/TrafficGroups.svelte';
