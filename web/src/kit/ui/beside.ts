import { MediaQuery } from 'svelte/reactivity';

/** Whether drawers are at the right side, always open. The style sheet of `Sheet.svelte` uses the same condition. */
export const beside = new MediaQuery('(min-width: 560px) and (max-height: 480px)');
