import type { Workspace } from '../../state/workspace.svelte';
import { viewsOf } from '../../views/registry';
import type { View } from '../../views/view';

/** Returns the views that the page shows, in order. */
export const shownViews = ({ display, doc }: Workspace): readonly View[] =>
  viewsOf(display.views, doc.base);
