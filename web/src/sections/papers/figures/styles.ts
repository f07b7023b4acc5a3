import type { ChartStyle } from '../../../kit/charts/lines';
import { shortLabel } from '../../../core/content/queues';
import type { QueueKind } from '../../../core/document/scenario';
import { QUEUES } from '../../../core/document/scenario.generated';
import { laneStyles, manyStyles } from '../../../core/content/lane-styles';

const isQueue = (kind: string): kind is QueueKind => Object.hasOwn(QUEUES, kind);

/** Returns the kind in the name of a discipline: "duk" of "duk printed". */
const kindOf = (queue: string): string => queue.split(' ')[0];

/** Returns the name of a discipline where there is little room, with the variant that a report adds: "DUK printed". */
export function shortName(queue: string): string {
  const kind = kindOf(queue);
  return (isQueue(kind) ? shortLabel(kind) : kind) + queue.slice(kind.length);
}

/** Most lanes to which `laneStyles` gives different styles. */
const MOST_LANES = 6;

/**
 * Returns a style for each name. Disciplines look as in Live: up to six differ in colour and in dash; more have the look that
 * each declares. Other names, such as those of congestion controls, get colours and dashes in turn, without those that are `taken`
 * in the same legend.
 */
export function stylesOf(
  names: readonly string[],
  taken: readonly ChartStyle[] = [],
): ReadonlyMap<string, ChartStyle> {
  const kinds = names.map(kindOf);
  const areQueues = kinds.every(isQueue) && new Set(kinds).size === kinds.length;
  const styles = !areQueues
    ? manyStyles(names.length + taken.length).filter(
        ({ colour, dash }) =>
          !taken.some((one) => one.colour === colour && one.dash.join() === dash.join()),
      )
    : kinds.length <= MOST_LANES
      ? laneStyles(kinds)
      : kinds.flatMap((kind) => laneStyles([kind]));
  return new Map(names.map((name, shape) => [name, { ...styles[shape], shape: shape % 6 }]));
}
