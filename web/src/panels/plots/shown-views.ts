import type { Workspace } from '../../state/workspace.svelte';
import { viewsOf } from '../../views/registry';
import type { View } from '../../views/view';

/** Returns the chosen views, in order. */
export const shownViews = ({ display, doc }: Workspace): readonly View[] =>
  viewsOf(display.views, doc.base);

/** Returns the view that fills the page, if one does. */
export const enlargedView = (workspace: Workspace): View | undefined =>
  shownViews(workspace).find(({ id }) => id === workspace.display.enlarged);

/** Returns the views that the page draws: all chosen ones, or the one that fills the page. */
export function drawnViews(workspace: Workspace): readonly View[] {
  const enlarged = enlargedView(workspace);
  return enlarged ? [enlarged] : shownViews(workspace);
}
