import { PARAMETERS } from './parameters.generated.ts';
import { same } from './same';
import { type Change, after, concerns, isEvent, path, type Scenario, standing } from './scenario';
import { passed } from './timeline';

/** A scenario without its changes, and its timeline. */
export interface Moment {
  readonly base: Scenario;
  readonly changes: readonly Change[];
}

const hasSchedule = ({ link }: Scenario): boolean => (link.schedule ?? null) !== null;

/** Returns the value of a parameter: the one that `scenario` sets, else the default; undefined if it has neither. */
export function inForce(scenario: Scenario, set: string): unknown {
  const value = standing(scenario, set);
  if (value !== undefined) return value;
  const [room, index, name] = set.split('.');
  const owner = room === 'queues' || room === 'traffic' ? scenario[room][Number(index)] : undefined;
  const parameter =
    PARAMETERS[owner ? `${room}.${owner.kind}.${name}` : set] ??
    (room === 'queues' ? PARAMETERS[`queues.*.${name}`] : undefined);
  // Another way to give the value may be in use.
  if (!parameter || parameter.isWay) return undefined;
  const variant = owner && 'variant' in owner ? owner.variant : undefined;
  const known = owner && PARAMETERS[`${room}.${owner.kind}.variant`]?.default;
  const own = parameter.variantDefaults?.[String(variant ?? known)];
  return own === undefined ? parameter.default : own;
}

/**
 * Returns whether `change` has no effect on `before`, the scenario in force. `isScheduled`: a schedule sets the bandwidth
 * until a change of the bandwidth ends it, whatever its value is.
 */
export function isIdle(
  before: Scenario,
  change: Change,
  isScheduled = hasSchedule(before),
): boolean {
  const { set, to, lane, muted } = change;
  // A muted change waits for its use. `before` may be another lane's.
  if (muted || (lane ?? undefined) !== undefined) return false;
  if (isEvent(set) || (set === path.rate && isScheduled)) return false;
  // A congestion control starts anew, also if it is the same.
  if (set.startsWith('traffic.') && set.endsWith('.cc')) return false;
  const next = after(before, [change]);
  if (same(next, before)) return true;
  const was = inForce(before, set);
  return was !== undefined && same(was, to);
}

/** Returns whether a schedule still sets the bandwidth after `changes`. */
export const isScheduled = (base: Scenario, changes: readonly Change[]): boolean =>
  hasSchedule(base) && !changes.some((change) => change.set === path.rate && concerns(change));

/** Returns the changes that have an effect, and those in `kept`. */
function effective(
  { base, changes }: Moment,
  kept: ReadonlySet<Change> = new Set(),
): readonly Change[] {
  let scenario = base;
  let scheduled = hasSchedule(base);
  return changes.filter((change) => {
    if (isIdle(scenario, change, scheduled) && !kept.has(change)) return false;
    scenario = after(scenario, [change]);
    scheduled &&= change.set !== path.rate || !concerns(change);
    return true;
  });
}

/** Returns whether one of two paths lies below the other, or both are equal. */
const related = (a: string, b: string): boolean =>
  `${a}.`.startsWith(`${b}.`) || `${b}.`.startsWith(`${a}.`);

/**
 * Returns whether a change at the start can become a start value. An event is no value; a change of a scheduled rate ends the
 * schedule; start values belong to all lanes.
 */
const isValue = (base: Scenario, change: Change): boolean =>
  concerns(change) && !isEvent(change.set) && !(change.set === path.rate && hasSchedule(base));

/** Turns the changes at time zero that concern one of these paths into start values. */
export function folded({ base, changes }: Moment, sets: readonly string[]): Moment {
  const own = changes.filter(
    (change) =>
      change.atS === 0 &&
      isValue(base, change) &&
      sets.some((set) => !isEvent(set) && related(set, change.set)),
  );
  if (own.length === 0) return { base, changes };
  return { base: after(base, own), changes: changes.filter((change) => !own.includes(change)) };
}

/**
 * Returns `next` after an edit of `former`: a new change at time zero becomes a start value, and a change that lost its
 * effect is removed. A change without an effect that `former` has stays: documents are not rewritten silently.
 */
export function tidied(former: Moment, next: Moment): Moment {
  const known = new Set(former.changes);
  const effects = new Set(effective(former));
  const idle = new Set(former.changes.filter((change) => !effects.has(change)));
  const fresh = next.changes.filter((change) => change.atS === 0 && !known.has(change));
  const start = folded(
    next,
    fresh.map(({ set }) => set),
  );
  const changes = effective(start, idle);
  return { base: start.base, changes: same(changes, start.changes) ? start.changes : changes };
}

/**
 * Makes what is in force at `atS` the start: the changes until then become start values. Events and later changes stay. A
 * schedule that a change has ended is removed.
 */
export function startedFrom({ base, changes }: Moment, atS: number): Moment {
  const past = changes.slice(0, passed(changes, atS));
  const values = past.filter((change) => !isEvent(change.set) && concerns(change));
  const next = after(base, values);
  const { schedule, ...plain } = next.link;
  const ended = schedule && !isScheduled(base, values);
  const start = { base, changes: changes.filter((change) => !values.includes(change)) };
  return tidied(start, { ...start, base: ended ? { ...next, link: plain } : next });
}
