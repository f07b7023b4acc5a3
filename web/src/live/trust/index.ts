export { default as TrustNote } from './TrustNote.svelte';
