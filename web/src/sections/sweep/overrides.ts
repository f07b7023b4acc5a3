import { exact } from '../../core/content/format';
import { distinctLanes } from '../../core/content/lane-labels';
import { queueLabel } from '../../core/content/queues';
import { timelineEntries } from '../../core/content/timeline-entries';
import { groupNames } from '../../core/content/traffic';
import type { Change, Queue, Scenario } from '../../core/document/scenario';
import type { DescribedOverride } from './description.generated';
import type { Plan } from './plan';

/** What replaces the values of a parameter during the runs, as the simulator finds it (docs/plans.md). */
export type Override = DescribedOverride;

/** Parts of the scenario that were left out, so that the values of a parameter count. */
export interface LeftOut {
  readonly changes: readonly Change[];
  readonly schedule?: Scenario['link']['schedule'];
  /** Groups that were muted at the start. */
  readonly muted: readonly number[];
  /** What was left out, in words. */
  readonly texts: readonly string[];
}

type Find = (plan: Plan) => readonly Override[];

/** Returns the overrides of the parameter with this path. */
export const overridesOf = (
  { vary = [] }: Plan,
  path: string,
  all: readonly Override[],
): readonly Override[] => all.filter(({ axis }) => vary[axis]?.path === path);

/** Returns whether parts of the scenario can be left out. A plan that names changes by their index must keep them. */
export const canLeaveOut = ({ vary = [], cases = [] }: Plan): boolean =>
  ![...vary.map(({ path }) => path), ...cases.flatMap(({ set }) => Object.keys(set ?? {}))].some(
    (path) => path === 'changes' || path.startsWith('changes.'),
  );

/**
 * Returns the plan without the parts of its scenario that replace the values of a parameter, and these parts; undefined if there
 * are none. `find` returns the overrides of a plan.
 */
export function leaveOut(
  plan: Plan,
  path: string,
  find: Find,
): { readonly plan: Plan; readonly leftOut: LeftOut } | undefined {
  if (!canLeaveOut(plan)) return undefined;
  let left: LeftOut = { changes: [], muted: [], texts: [] };
  let next = plan;
  // A slider that was moved has left many changes of one path; without them, others can come to light.
  for (;;) {
    const found = overridesOf(next, path, find(next)).find((one) => isRemovable(next, one));
    if (!found) break;
    const text = causeOf(next, found);
    const { scenario, gone } = without(next.scenario, found);
    left = {
      ...left,
      ...gone,
      changes: [...left.changes, ...(gone.changes ?? [])],
      muted: [...left.muted, ...(gone.muted ?? [])],
      texts: [...left.texts, text],
    };
    next = { ...next, scenario };
  }
  return next === plan ? undefined : { plan: next, leftOut: left };
}

/** Returns the plan with parts that were left out. */
export function putBack(plan: Plan, { changes, schedule, muted }: LeftOut): Plan {
  const { scenario } = plan;
  const depth = ({ set }: Change): number => set.split('.').length;
  // A change of a queue comes before one of its parameters.
  const all = [...(scenario.changes ?? []), ...changes].toSorted(
    (a, b) => a.atS - b.atS || depth(a) - depth(b),
  );
  const traffic = scenario.traffic.map((group, i) =>
    muted.includes(i) ? { ...group, muted: true } : group,
  );
  return {
    ...plan,
    scenario: {
      ...scenario,
      ...(all.length > 0 ? { changes: all } : {}),
      link: schedule ? { ...scenario.link, schedule } : scenario.link,
      traffic,
    },
  };
}

/** Returns whether the scenario can do without what overrides. A change of a part of the values is meant. */
export function isRemovable({ scenario }: Plan, { kind, group }: Override): boolean {
  if (kind !== 'silence') return kind === 'change' || kind === 'schedule';
  const isMute = ({ set }: Change): boolean => set === `traffic.${group}.muted`;
  return scenario.traffic[group!]?.muted === true || (scenario.changes ?? []).some(isMute);
}

interface Without {
  readonly scenario: Scenario;
  readonly gone: Partial<LeftOut>;
}

function without(scenario: Scenario, { kind, set, group }: Override): Without {
  if (kind === 'schedule') {
    const { schedule, ...link } = scenario.link;
    return { scenario: { ...scenario, link }, gone: { schedule } };
  }
  const own = kind === 'silence' ? `traffic.${group}.muted` : set;
  const { changes = [] } = scenario;
  const gone = changes.filter((change) => change.set === own);
  const rest = { ...scenario, changes: changes.filter((change) => change.set !== own) };
  if (kind !== 'silence' || scenario.traffic[group!].muted !== true)
    return { scenario: rest, gone: { changes: gone } };
  const traffic = scenario.traffic.map((one, i) => (i === group ? { ...one, muted: false } : one));
  return { scenario: { ...rest, traffic }, gone: { changes: gone, muted: [group!] } };
}

const seconds = (s: number): string => `${exact(s)} s`;

/** Returns what overrides, in words: "Buffer 60 → 100 packets at 2 s". */
export function causeOf({ scenario }: Plan, one: Override): string {
  const { kind, index, group, lanes, fromS, untilS } = one;
  if (kind === 'schedule') return `Bandwidth schedule from ${seconds(fromS)} on`;
  if (kind === 'lane') return 'Its lane does not run';
  if (kind === 'end') return 'The change comes after the end of the run';
  if (kind === 'senders') {
    const own = lanes.map((lane) => distinctLanes(scenario)[lane]);
    const verb = own.length === 1 ? 'sets a congestion control' : 'set congestion controls';
    return `${own.join(' and ')} ${verb} of ${own.length === 1 ? 'its' : 'their'} own`;
  }
  if (kind === 'noSender') return 'The lane sets the congestion control of no group that sends';
  if (kind === 'silence') {
    const name = groupNames(scenario.traffic)[group!];
    const until = untilS === null ? 'on' : `to ${seconds(untilS)}`;
    return `${name} sends nothing from ${seconds(fromS)} ${until}`;
  }
  return `${changeText(scenario, index!)} at ${seconds(fromS)}`;
}

/** Describes a change as the timeline does; changes of one movement of a slider together. */
function changeText({ changes = [], ...base }: Scenario, index: number): string {
  const order = changes.map((_, i) => i).toSorted((a, b) => changes[a].atS - changes[b].atS);
  const entries = timelineEntries(
    base,
    order.map((i) => changes[i]),
  );
  const label = entries.find(({ indices }) => indices.includes(order.indexOf(index)))?.label;
  return label ? label[0].toUpperCase() + label.slice(1) : (changes[index]?.set ?? '');
}

/** Returns a sentence for each lane whose discipline a change replaces: the results name a lane by its first discipline. */
export function renamedLanes({ scenario }: Plan, lanes: readonly number[]): readonly string[] {
  const { queues, changes = [], durationS, warmupS = 0 } = scenario;
  const names = distinctLanes(scenario);
  return lanes.flatMap((lane) => {
    const change = changes.find(
      ({ set, to, atS }) =>
        set === `queues.${lane}` && atS < durationS && (to as Queue).kind !== queues[lane]?.kind,
    );
    if (!change) return [];
    const name = queueLabel((change.to as Queue).kind);
    const contain = change.atS <= warmupS ? `are those of ${name}` : 'contain both';
    return [
      `The lane ${names[lane]} becomes ${name} at ${seconds(change.atS)}: its results ${contain}.`,
    ];
  });
}

/** Returns what an override does to the values, as a sentence. `values`: "these values". */
export function effectOf(plan: Plan, one: Override, values: string): string {
  const cause = causeOf(plan, one);
  if (one.isWhole) return `${cause}: no result depends on ${values}. All rows would be equal.`;
  if (one.kind === 'part') return `${cause}: it replaces a part of ${values}.`;
  if (one.kind === 'schedule')
    return `${cause}: ${values} then only set the size of buffers in ms or BDP, and what disciplines compute from the bandwidth.`;
  if (one.kind === 'senders') return `${cause}: ${values} have no effect there.`;
  return one.kind === 'silence' || one.kind === 'noSender'
    ? `${cause}: ${values} then have no effect.`
    : `${cause}: ${values} have no effect from then on.`;
}
