import { MediaQuery } from 'svelte/reactivity';

/** A window as narrow as a phone's, where things have other places; style sheets ask the same. */
export const phone = new MediaQuery('(max-width: 700px)');
