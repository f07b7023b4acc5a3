import { dropsAndMarks } from './drops-and-marks';
import { groupDelay } from './group-delay';
import { queueDelay } from './queue-delay';
import { queueLength } from './queue-length';
import { utilization } from './utilization';
import type { View } from './view';

/** All views, in the order in which the menu offers them. */
export const VIEWS: readonly View[] = [
  queueDelay,
  dropsAndMarks,
  utilization,
  queueLength,
  groupDelay,
];

/** The views that the page shows unless a link or the user chooses others. */
export const STANDARD_VIEWS: readonly View[] = [queueDelay, dropsAndMarks, utilization];

/** Returns the views with these ids, in this order; the standard ones for undefined. */
export const viewsOf = (ids: readonly string[] | undefined): readonly View[] =>
  ids?.flatMap((id) => VIEWS.find((view) => view.id === id) ?? []) ?? STANDARD_VIEWS;

/** Returns the ids of `views`; undefined for the standard ones, so that a link without them stays short. */
export function idsOf(views: readonly View[]): readonly string[] | undefined {
  const ids = views.map(({ id }) => id);
  const isStandard =
    ids.length === STANDARD_VIEWS.length && ids.every((id, i) => id === STANDARD_VIEWS[i].id);
  return isStandard ? undefined : ids;
}
