import { MediaQuery } from 'svelte/reactivity';

/**
 * A window as narrow as a phone's, or as low as that of one that lies on its side: there things have other places. Style
 * sheets ask the same. A tablet is wider, also while its keyboard leaves little of its height.
 */
export const phone = new MediaQuery(
  '(width<=700px),(width<=1000px) and (height<=480px) and (pointer:coarse)',
);
