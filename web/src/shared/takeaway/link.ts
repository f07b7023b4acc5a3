/** The verdict on an opened link, which is loaded without the sheet. */

export { LinkVerdict } from './verdict.svelte';
export { default as VerdictChip } from './VerdictChip.svelte';
