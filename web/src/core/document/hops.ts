import type { Hop, Link, Scenario, Traffic } from './scenario.generated';

/** The two lists of hops beside that of the lanes. */
export type HopList = 'hopsBefore' | 'hopsAfter';

/** Another hop of the way forward than that of the lanes. */
export interface OtherHop {
  /** Its number on the path, from 1. */
  readonly number: number;
  readonly list: HopList;
  /** Its index in the list. */
  readonly index: number;
  readonly hop: Hop;
}

/** Most hops of the way forward, that of the lanes included. */
export const MOST_HOPS = 4;

/** Returns the number of the hop of the lanes, from 1. */
export const laneHop = ({ hopsBefore = [] }: Link): number => hopsBefore.length + 1;

/** Returns the hops beside that of the lanes, in the order of the path. */
export const otherHops = ({ hopsBefore = [], hopsAfter = [] }: Link): readonly OtherHop[] => [
  ...hopsBefore.map((hop, index) => ({
    number: index + 1,
    list: 'hopsBefore' as const,
    index,
    hop,
  })),
  ...hopsAfter.map((hop, index) => ({
    number: hopsBefore.length + 2 + index,
    list: 'hopsAfter' as const,
    index,
    hop,
  })),
];

/** Returns the number of hops of the way forward, that of the lanes included. */
export const hopCount = (link: Link): number => 1 + otherHops(link).length;

/** Returns the first and the last hop of a group's data. */
export function passed(group: Traffic, link: Link): readonly [first: number, last: number] {
  const { firstHop = 1, lastHop } = group;
  return [firstHop, lastHop ?? hopCount(link)];
}

/** Returns a scenario whose path is this hop alone. Its queues are those of the lanes, or the queue of the hop for all. */
export function hopAlone({ link, queues, traffic, ...rest }: Scenario, other: OtherHop): Scenario {
  const { rateMbps, buffer, queue } = other.hop;
  return {
    ...rest,
    link: { rateMbps, rttMs: link.rttMs, buffer },
    queues: queue ? [queue] : queues,
    traffic,
  };
}

/** Returns the propagation delay between the hops, one way, ms. */
export const betweenMs = (link: Link): number =>
  otherHops(link).reduce((sum, { hop }) => sum + (hop.delayMs ?? 0), 0);
