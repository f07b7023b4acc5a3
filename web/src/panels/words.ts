import { Later } from './later.svelte';

/** What marks and names of lanes say of parameters: fetched with the first that has something to say. */
export const words = new Later(() => import('../content/words'));
