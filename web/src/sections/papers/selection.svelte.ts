import { SvelteMap } from 'svelte/reactivity';
import type { CellPlace } from './layout';

/** The selected cell of each item, by the item's name. It stays while another section is shown. */
export const selections = new SvelteMap<string, CellPlace>();

/** What stays while another section is shown. */
export const remembered = $state({
  /** Name of the item that was shown last. */
  item: '',
  /** The table gets the focus when it appears: its cell was opened live. */
  returns: false,
});

/** Items whose results of an older version the user has chosen to keep. */
export const keptOld = new SvelteMap<string, boolean>();
