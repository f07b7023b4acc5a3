import { type Setting, settings } from '../../core/model/settings';
import type { Bucket, LaneEvents, NamedNumber, LoggedEvent } from '../../core/sim/events.generated';
import type { Queue, QueueKind } from '../../core/document/scenario';

/** The numbers of a discipline's state over time, up to a moment. */
export interface Trail {
  /** Times of the values, s. */
  readonly timesS: readonly number[];
  readonly values: ReadonlyMap<string, readonly (number | null)[]>;
}

/** What the inspector shows: the state of one lane's discipline at a time, and what happened just before. */
export interface Moment {
  readonly kind: QueueKind;
  readonly atS: number;
  /** The drop or mark that the user has chosen; the moment is its time. */
  readonly event: LoggedEvent | undefined;
  /** Whether there is a state: false before the first packet. */
  readonly hasState: boolean;
  /** The state at the moment: the last one before it. Empty for a discipline without a state, such as drop-tail. */
  readonly state: readonly NamedNumber[];
  readonly trail: Trail;
  /** Drops and marks of the lane's own hop up to the moment, the latest last. */
  readonly events: readonly LoggedEvent[];
  /** The value of a parameter in force; undefined if the discipline has none of this name, or computes it. */
  readonly parameter: (name: string) => number | undefined;
  /** The same when the state was recorded: a parameter that the user moves now has another value already. */
  readonly former: (name: string) => number | undefined;
  /** The value of a setting that is no number, such as the variant; undefined without one. */
  readonly choice: (name: string) => unknown;
  readonly linkMbps: number;
  /** The queues of flows in the order of service; empty if the discipline has one queue. */
  readonly buckets: readonly Bucket[];
  /** Number of the bucket whose packet is on the wire. */
  readonly sending: number | undefined;
  /** Returns the name of a flow. */
  readonly flowName: (flow: number, group: number | null) => string;
}

/** Returns a name for a flow where the groups have no names. */
const plainName = (flow: number): string => `flow ${flow + 1}`;

const NO_TRAIL: Trail = { timesS: [], values: new Map() };

/** Returns the value of a number of the state; undefined if there is none at present. */
export const stateOf = ({ state }: Moment, name: string): number | undefined =>
  state.find((number) => number.name === name)?.value ?? undefined;

/** Returns pairs of a time and a value that are known, with the times relative to the moment, in ms. */
export function overMs({ atS, trail }: Moment, name: string): [number, number][] {
  const values = trail.values.get(name) ?? [];
  return trail.timesS.flatMap((s, i): [number, number][] => {
    const value = values[i];
    return value === null || value === undefined ? [] : [[1000 * (s - atS), value]];
  });
}

/** Returns the moment `atS` of a lane with `queue`, from what was found in the time before it. */
export function momentAt(
  found: LaneEvents,
  queue: Queue,
  {
    atS,
    event,
    linkMbps,
    hop = '1',
    former = queue,
    flowName = plainName,
  }: Pick<Moment, 'atS' | 'event' | 'linkMbps'> &
    Partial<Pick<Moment, 'flowName'>> & { hop?: string; former?: Queue },
): Moment {
  const own = settings(queue);
  const all: Readonly<Record<string, unknown>> = { ...queue };
  // Another discipline may have run before: only the latest is shown.
  const probes = found.probes.findLast(({ timesS }) => (timesS[0] ?? Infinity) <= atS);
  const count = probes ? probes.timesS.filter((s) => s <= atS + 1e-9).length : 0;
  const state = (probes?.series ?? []).map(({ name, unit, values }) => ({
    name,
    unit,
    value: values[count - 1] ?? null,
  }));
  const trail = probes
    ? {
        timesS: probes.timesS.slice(0, count),
        values: new Map(probes.series.map(({ name, values }) => [name, values.slice(0, count)])),
      }
    : NO_TRAIL;
  return {
    kind: queue.kind,
    atS,
    event,
    hasState: count > 0,
    state: count > 0 ? state : [],
    trail,
    events: found.events.filter(
      (one) => one.atS <= atS + 1e-9 && one.hop === hop && one.kind !== 'loss',
    ),
    parameter: (name) => numberIn(own, name),
    former: (name) => numberIn(former === queue ? own : settings(former), name),
    choice: (name) => all[name] ?? own.find((setting) => setting.name === name)?.value,
    linkMbps,
    buckets: found.buckets,
    sending: found.sending ?? undefined,
    flowName,
  };
}

function numberIn(settings: readonly Setting[], name: string): number | undefined {
  const value = settings.find((setting) => setting.name === name)?.value;
  return typeof value === 'number' ? value : undefined;
}

/** Returns whether two records describe the same drop or mark. */
export const isSame = (a: LoggedEvent, b: LoggedEvent): boolean =>
  a.atS === b.atS && a.flow === b.flow && a.packet === b.packet && a.kind === b.kind;
