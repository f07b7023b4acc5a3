import { MediaQuery } from 'svelte/reactivity';
import { PHONE } from './phone-query';

/**
 * Whether the window is as narrow as a phone, or as low as a phone in landscape; the layout differs there. Style sheets use
 * the same condition. A tablet is wider, also while its keyboard reduces its height.
 */
export const phone = new MediaQuery(PHONE);

/** Whether the window is high enough for plots with a row for each of six lanes. */
export const roomy = new MediaQuery('height>=850px');

/** The same in the large size. */
export const veryRoomy = new MediaQuery('height>=1080px');

/** Whether the header has no room for all its tools. */
export const veryNarrow = new MediaQuery('(width<1024px),(width<1200px) and (pointer:coarse)');

/** Whether the navigation has no room for all its words. */
export const small = new MediaQuery('width<=800px');

/** The same in the large size, where the name of the scenario needs the room. */
export const narrow = new MediaQuery('width<=1440px');

/** Whether the header has room for the switch of what the controls edit. */
export const wide = new MediaQuery('width>=1400px');

/** The same in the large size. */
export const veryWide = new MediaQuery('width>=1760px');

/** Whether a phone has room for the name of the scenario above the first plot. */
export const tall = new MediaQuery('height>=700px');
