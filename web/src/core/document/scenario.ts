import type { HopList } from './hops';
import { PARAMETERS } from './parameters.generated.ts';
import { rangeOf } from './ranges.ts';
import {
  type Buffer,
  type CcKind,
  type CongestionControl,
  DEFAULT_CC,
  type Lane,
  type Queue,
  QUEUES,
  type Scenario,
  type TimedChange,
  type Traffic,
} from './scenario.generated.ts';

export type { Buffer, Lane, Queue, Scenario, Traffic };
export type QueueKind = Queue['kind'];
export type TrafficKind = Traffic['kind'];

/** A change of one parameter at a point of simulated time: one entry of a scenario's `changes`. */
export type Change = Readonly<TimedChange>;

/** The name of a congestion control, which a scenario gives alone or with parameters. */
export const ccKind = (cc: CongestionControl = DEFAULT_CC): CcKind =>
  typeof cc === 'string' ? cc : cc.kind;

/** The value of `changes[].set` for each control. */
export const path = {
  rate: 'link.rateMbps',
  rtt: 'link.rttMs',
  buffer: 'link.buffer' as const,
  queue: (lane: number) => `queues.${lane}`,
  parameter: (lane: number, name: string) => `queues.${lane}.${name}`,
  traffic: (group: number, name: string) => `traffic.${group}.${name}`,
  link: (name: string) => `link.${name}`,
  reverse: (name: string) => `link.reverse.${name}`,
  hop: (list: HopList, index: number) => `link.${list}.${index}` as const,
  burst: 'burst',
  dropNext: (lane: number) => `queues.${lane}.dropNext`,
};

/** Returns whether a change of this path is an event: it sets no value that is in force afterwards. */
export const isEvent = (set: string): boolean => set === path.burst || set.endsWith('.dropNext');

/** A burst of this length lasts until the end of any run. */
export const [, LONGEST_BURST_S] = rangeOf('burst.durationS').limits;

/** Most packets that one change orders a lane to drop. */
export const MOST_DROPS = 1000;

/** Returns a scenario for the simulator as JSON, without its texts and its muted changes. */
export const toSimulate = (scenario: Scenario): string =>
  JSON.stringify({
    ...scenario,
    title: undefined,
    about: undefined,
    traffic: scenario.traffic.map((group) => ({ ...group, name: undefined })),
    changes: scenario.changes?.filter(({ muted }) => !muted),
  });

function write(value: unknown, steps: readonly string[], to: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return to;
  if (Array.isArray(value)) {
    const index = Number(step);
    return index < value.length ? value.with(index, write(value[index], rest, to)) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  return { ...record, [step]: write(record[step], rest, to) };
}

/** Returns a scenario without its card in the library, which the page does not keep in documents. */
export function withoutCard(scenario: Scenario): Scenario {
  const plain = { ...scenario };
  delete plain.preset;
  return plain;
}

/** Returns whether the discipline can mark packets. */
export const canMark = (kind: QueueKind): boolean => QUEUES[kind].marks;

/** Returns whether the queue marks packets of ECN-capable senders. */
export const marks = (queue: Queue): boolean => 'ecn' in queue && queue.ecn === true;

/** Returns whether the sources of `kind` are TCP senders. */
export const isTcp = (kind: TrafficKind): boolean => `traffic.${kind}.cc` in PARAMETERS;

/** Returns whether ECN is on: all TCP senders are ECN-capable, and all queues that can mark do so. */
export const hasEcn = ({ queues, traffic }: Scenario): boolean => {
  const tcp = traffic.filter(({ kind }) => isTcp(kind));
  return (
    tcp.length > 0 &&
    tcp.every((group) => 'ecn' in group && group.ecn === true) &&
    queues.every((queue) => !canMark(queue.kind) || marks(queue))
  );
};

/** Returns whether some TCP senders or queues use ECN, but not all that can. */
export const hasEcnInPart = (scenario: Scenario): boolean =>
  !hasEcn(scenario) &&
  [...scenario.queues, ...scenario.traffic].some((one) => 'ecn' in one && one.ecn === true);

/** Returns a queue of `kind` with its defaults for a lane of `scenario`. It marks if ECN is on. */
export const newQueue = (scenario: Scenario, kind: QueueKind): Queue => ({
  kind,
  ...(canMark(kind) && hasEcn(scenario) ? { ecn: true } : {}),
});

/** Returns the value of the parameter with the path `set`; undefined if it is not set. */
export const standing = (scenario: Scenario, set: string): unknown =>
  set
    .split('.')
    .reduce<unknown>(
      (value, step) => (value as Record<string, unknown> | undefined)?.[step],
      scenario,
    );

/** Returns whether a change takes effect in lane `lane`; without a lane: in all lanes that have no changes of their own. */
export const concerns = ({ lane: own, muted }: Change, lane?: number): boolean =>
  muted !== true && ((own ?? undefined) === undefined || own === lane);

/**
 * Returns the scenario after `changes`, as lane `lane` has it; without a lane, as the lanes without changes of their own have
 * it. Events do not change it.
 */
export function after(scenario: Scenario, changes: readonly Change[], lane?: number): Scenario {
  return changes.reduce<Scenario>(
    (s, c) =>
      isEvent(c.set) || !concerns(c, lane) ? s : (write(s, c.set.split('.'), c.to) as Scenario),
    scenario,
  );
}
