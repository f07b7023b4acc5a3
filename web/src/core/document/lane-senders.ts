import { isTcp, type Scenario } from './scenario';
import type { CongestionControl, Lane, LaneSenders } from './scenario.generated';

/** Returns what a lane sets for its senders, without its discipline. */
export function sendersOf(lane: Lane | undefined): LaneSenders {
  const { cc, ccGroup } = lane ?? {};
  return { ...(cc && { cc }), ...(typeof ccGroup === 'number' && { ccGroup }) };
}

/** Returns the congestion control that a lane sets for a traffic group; undefined if it sets none. */
export const ownCc = ({ cc, ccGroup }: Lane, group: number): CongestionControl | undefined =>
  cc && (ccGroup ?? group) === group ? cc : undefined;

/** Returns the numbers of the groups over TCP. */
export const tcpGroups = ({ traffic }: Pick<Scenario, 'traffic'>): number[] =>
  traffic.flatMap(({ kind }, index) => (isTcp(kind) ? [index] : []));

/** Returns the lanes that set a congestion control of their own for a traffic group. */
export const lanesWithOwnCc = ({ queues }: Pick<Scenario, 'queues'>, group: number): number[] =>
  queues.flatMap((lane, index) => (ownCc(lane, group) ? [index] : []));

/**
 * Returns the lanes after the groups have been rearranged: `now` returns the new number of a group, undefined if it is gone. A
 * lane that named a group that is gone sets no congestion control.
 */
export function regrouped<T extends Lane>(lane: T, now: (group: number) => number | undefined): T {
  const { ccGroup } = lane;
  if (typeof ccGroup !== 'number') return lane;
  const next = now(ccGroup);
  if (next !== undefined) return { ...lane, ccGroup: next };
  const rest = { ...lane };
  delete rest.cc;
  delete rest.ccGroup;
  return rest;
}
