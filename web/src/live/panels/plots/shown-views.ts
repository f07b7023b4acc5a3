import { phone, veryRoomy } from '../../../shared/shell/phone';
import { presenter } from '../../../shared/shell/presenter.svelte';
import { DELAY_VIEW } from '../../../core/state/display.svelte';
import type { Workspace } from '../../../core/state/workspace.svelte';
import { overTime, viewsOf } from '../../../core/views/registry';
import type { View } from '../../../core/views/view';

/** Returns the chosen views, in order. */
export const shownViews = ({ display, doc }: Workspace): readonly View[] =>
  viewsOf(display.views, doc.base);

/** Returns the view that fills the page, if one does. */
export const enlargedView = (workspace: Workspace): View | undefined =>
  shownViews(workspace).find(({ id }) => id === workspace.display.enlarged);

/** Returns whether large text stands in a low window: then plots have narrow margins. */
export const isLargeAndLow = (): boolean => presenter.on && !veryRoomy.current;

/**
 * Returns the views that the page draws: all chosen ones, in a lecture hall as many as the lecturer wants, the one that fills the page, the first one beside
 * the queue view, or all but the queue delay beside the insides of all lanes.
 */
export function drawnViews(workspace: Workspace): readonly View[] {
  const enlarged = enlargedView(workspace);
  if (enlarged) return [enlarged];
  const chosen = shownViews(workspace);
  const all =
    presenter.presents && !phone.current ? chosen.slice(0, presenter.panelsIn('live')) : chosen;
  // Beside the queue view there is room for one plot over time.
  if (workspace.display.queue) return overTime(all).slice(0, 1);
  return workspace.display.insides ? all.filter(({ id }) => id !== DELAY_VIEW) : all;
}
