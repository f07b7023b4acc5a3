export { default as SenderBar } from './SenderBar.svelte';
export { default as SenderView } from './SenderView.svelte';
export { press } from './drops';
