import { MediaQuery } from 'svelte/reactivity';
import { printing } from './printing';

/** A media query of the window. While the page is printed it keeps its value, because nothing is painted anew for the paper. */
class WindowQuery extends MediaQuery {
  #onScreen: boolean | undefined;

  override get current(): boolean {
    const now = super.current;
    if (!printing.now) this.#onScreen = now;
    return this.#onScreen ?? now;
  }
}

/**
 * Whether the window is as narrow as a phone, or as low as a phone in landscape; the layout differs there. Style sheets use
 * the same condition. A tablet is wider, also while its keyboard reduces its height.
 */
export const phone = new WindowQuery(
  '(width<=700px),(width<=1000px) and (height<=480px) and (pointer:coarse)',
);

/** Whether the window is high enough for plots with a row for each of six lanes. */
export const roomy = new WindowQuery('height>=850px');

/** The same in the large size. */
export const veryRoomy = new WindowQuery('height>=1080px');

/** Whether the header has no room for all its tools. */
export const veryNarrow = new WindowQuery('(width<1024px),(width<1200px) and (pointer:coarse)');

/** Whether the navigation has no room for all its words. */
export const small = new WindowQuery('width<=800px');

/** The same in the large size, where the name of the scenario needs the room. */
export const narrow = new WindowQuery('width<=1440px');

/** Whether the header has room for the switch of what the controls edit. */
export const wide = new WindowQuery('width>=1400px');

/** The same in the large size. */
export const veryWide = new WindowQuery('width>=1760px');

/** Whether a phone has room for the name of the scenario above the first plot. */
export const tall = new WindowQuery('height>=700px');
