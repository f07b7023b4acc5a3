import { groupNames } from '../../core/content/traffic';
import { letterOf } from '../queue';
import type { LoggedEvent } from '../../core/sim/events.generated';
import { laneHop } from '../../core/document/hops';
import type { Workspace } from '../../core/state/workspace.svelte';
import type { Inspection } from './inspection.svelte';
import { type Moment, momentAt } from './moment';

/** Returns the moment that was found last in a lane; undefined if it is of another lane. */
export function momentOf(
  workspace: Pick<Workspace, 'doc' | 'current' | 'rateMbps'>,
  { found, foundS, foundLane }: Pick<Inspection, 'found' | 'foundS' | 'foundLane'>,
  lane: number,
  chosen?: LoggedEvent,
): Moment | undefined {
  const { doc, current, rateMbps } = workspace;
  const former = doc.at(foundS).queues[lane];
  if (!found || !former || foundLane !== lane) return undefined;
  // A slider or a handle that moves has the new value already; another discipline has other parameters.
  const now = current.queues[lane];
  const queue = now?.kind === former.kind ? now : former;
  const { link, traffic } = doc.base;
  const names = groupNames(traffic);
  return momentAt(found, queue, {
    atS: foundS,
    event: chosen && Math.abs(chosen.atS - foundS) < 1e-9 ? chosen : undefined,
    linkMbps: rateMbps,
    hop: String(laneHop(link)),
    former,
    flowName: (flow, group) =>
      `${letterOf(flow)} ${group === null ? 'burst' : (names[group] ?? `group ${group + 1}`)}`,
  });
}
