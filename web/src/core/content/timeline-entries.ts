import { same } from '../document/same';
import { type OtherHop, otherHops } from '../document/hops';
import {
  type Change,
  after,
  type Buffer,
  isEvent,
  type Lane,
  LONGEST_BURST_S,
  type Queue,
  type Scenario,
} from '../document/scenario';
import type { CongestionControl as Cc, Hop, ReverseLink } from '../document/scenario.generated';
import { inLane, laneOf, MOVEMENT_S } from '../document/timeline';
import { exact, packets, rate, text } from './format';
import { bufferUnit, bufferValue } from '../model/buffer';
import { sendersLabel } from './lane-labels';
import { ccLabel, shortLabel } from './queues';
import { changeLabel, linkChangeLabel, trafficChangeLabel, turned } from './parameter-text';
import { groupNames } from './traffic';

/** An entry of the timeline: one change, or all changes of one movement of a slider. */
export interface TimelineEntry {
  readonly id: string;
  /** Simulated time of its first change, s. */
  readonly t: number;
  readonly label: string;
  /** Its changes, as indices into the timeline. */
  readonly indices: readonly number[];
  /** The run does not have it. */
  readonly isMuted: boolean;
}

/** Returns the entries of a timeline, in order of time. */
export function timelineEntries(base: Scenario, changes: readonly Change[]): TimelineEntry[] {
  const groups: { indices: number[]; before: Scenario }[] = [];
  changes.forEach((change, i) => {
    const group = groups.at(-1);
    const goesOn =
      group &&
      belongs(
        group.indices.map((k) => changes[k]),
        change,
        group.before,
      );
    if (goesOn) group.indices.push(i);
    // The lane of the change may have changes of its own.
    else groups.push({ indices: [i], before: after(base, changes.slice(0, i), laneOf(change)) });
  });
  const named = new Map<string, number>();
  return groups.map(({ indices, before }) => {
    const all = indices.map((i) => changes[i]);
    const first = all[0];
    const lanes = [...new Set(all.map(laneOf))].filter((lane) => lane !== undefined);
    const own = all.filter((change) => laneOf(change) === laneOf(first));
    const furthest = own.length > 1 && turned(before, own);
    const label =
      everywhere(all) ?? whose(before, lanes) + describe(before, furthest || own.at(-1)!);
    const id = `${first.set}@${first.atS}`;
    // Two bursts may begin at the same time: they add up.
    const twins = (named.get(id) ?? 0) + 1;
    named.set(id, twins);
    return {
      id: twins > 1 ? `${id}#${twins}` : id,
      t: first.atS,
      label: furthest ? `${label} and back` : label,
      indices,
      isMuted: first.muted === true,
    };
  });
}

/**
 * Returns whether `change` belongs to the same entry as `group`. Lanes that are equal until then, such as a lane and its fork,
 * have equal changes; these are one entry.
 */
function belongs(group: readonly Change[], change: Change, before: Scenario): boolean {
  const last = group.at(-1)!;
  if (last.muted !== change.muted) return false;
  if (isEcn(last) && isEcn(change) && last.atS === change.atS) return last.to === change.to;
  const lane = laneOf(change);
  const isKnown = group.some((one) => one.set === change.set && laneOf(one) === lane);
  if (isKnown) {
    const isOne = isEvent(change.set) || everywhere(group) !== undefined;
    return !isOne && change.atS - last.atS < MOVEMENT_S;
  }
  const first = laneOf(last);
  if (lane === undefined || first === undefined || last.atS !== change.atS) return false;
  return (
    inLane(last, lane).set === change.set &&
    same(last.to, change.to) &&
    same(before.queues[first], before.queues[lane])
  );
}

const isEcn = ({ set }: Change): boolean => set.endsWith('.ecn');

/** Describes a switch of ECN: one switch sets it for senders and queues together. */
function everywhere(changes: readonly Change[]): string | undefined {
  const [first] = changes;
  const isOne = isEcn(first) && changes.some(({ set }) => set !== first.set);
  return isOne && !changes.every(({ set }) => set.startsWith('queues.'))
    ? `ECN ${text(first.to)}`
    : undefined;
}

/** Names the lanes of an entry that does not concern all of them. */
function whose({ queues }: Scenario, lanes: readonly number[]): string {
  if (lanes.length === 0 || queues.length < 2) return '';
  return `lane${lanes.length > 1 ? 's' : ''} ${lanes.map((lane) => lane + 1).join(', ')}: `;
}

/** Describes a change, shortly enough for a label. */
function describe(before: Scenario, { set, to }: Change): string {
  const [room, index, name, member] = set.split('.');
  const from = (value: unknown): string => `${text(value)} → ${text(to)}`;
  switch (room) {
    case 'burst': {
      const burst = to as { rateMbps: number; durationS: number };
      // A burst that is held has no end yet.
      const length = burst.durationS < LONGEST_BURST_S ? `, ${exact(burst.durationS)} s` : '';
      return `burst ${rate(burst.rateMbps)}${length}`;
    }
    case 'link': {
      const { rateMbps, rttMs, buffer, reverse } = before.link;
      if (index === 'rateMbps') return `bandwidth ${from(rateMbps)} Mbit/s`;
      if (index === 'rttMs') return `RTT ${from(rttMs)} ms`;
      if (index === 'buffer') return `buffer ${size(buffer)} → ${size(to as Buffer)}`;
      if (index === 'reverse' && reverse && name)
        return describeQueue('reverse', reverse, name, to);
      const other = otherHops(before.link).find(
        (one) => one.list === index && one.index === Number(name),
      );
      if (other && member) return describeHop(other, member, to);
      return linkChangeLabel(before.link, index, to);
    }
    case 'traffic':
      return describeTraffic(before.traffic, Number(index), name, to);
    case 'queues': {
      const queue = before.queues[Number(index)];
      if (!queue) return set;
      if (name === undefined) {
        const { kind, ecn } = to as Lane & { ecn?: boolean };
        return `${shortLabel(queue.kind)} → ${shortLabel(kind)}${ecn ? ' with ECN' : ''}`;
      }
      if (name === 'cc')
        return `${senders(before, queue)} → ${senders(before, { ...queue, cc: to as Cc | null })}`;
      if (name === 'dropNext')
        return to === 1 ? 'drop the next packet' : `drop the next ${exact(Number(to))} packets`;
      if (name === 'ccGroup')
        return `${senders(before, { ...queue, ccGroup: to as number | null })}`;
      return changeLabel(queue, name, to);
    }
    default:
      return `${set} → ${text(to)}`;
  }
}

/** Names the congestion control of a lane's senders. */
const senders = (before: Scenario, lane: Lane): string =>
  lane.cc ? sendersLabel(lane, before) : 'as the traffic';

function describeHop({ number, hop }: OtherHop, name: string, to: unknown): string {
  const { deviceQueuePackets = 0, delayMs = 0 } = hop;
  const where = `hop ${number}`;
  if (name === 'delayMs') return `${where} delay ${text(delayMs)} → ${text(to)} ms`;
  if (name === 'deviceQueuePackets')
    return `${where} device queue ${text(deviceQueuePackets)} → ${packets(Number(to))}`;
  return describeQueue(where, hop, name, to);
}

/** Describes a change of another queue than that of a lane. `where`: "reverse", "hop 2". */
function describeQueue(
  where: string,
  { rateMbps, buffer, queue }: ReverseLink | Hop,
  name: string,
  to: unknown,
): string {
  if (name === 'rateMbps') return `${where} bandwidth ${text(rateMbps)} → ${text(to)} Mbit/s`;
  if (name === 'buffer') return `${where} buffer ${size(buffer)} → ${size(to as Buffer)}`;
  const own = (of: Queue | null | undefined): string => (of ? shortLabel(of.kind) : 'as the lane');
  const now = to as Queue | null;
  if (!queue || queue.kind !== now?.kind) return `${where} queue ${own(queue)} → ${own(now)}`;
  const members = Object.entries({ ...queue, ...now });
  const [changed] = members.find(([key]) => member(queue, key) !== member(now, key)) ?? [];
  return changed
    ? `${where} ${changeLabel(queue, changed, member(now, changed))}`
    : `${where} queue`;
}

function describeTraffic(
  traffic: Scenario['traffic'],
  index: number,
  name = '',
  to: unknown,
): string {
  const group = traffic[index];
  if (!group) return `${name} → ${text(to)}`;
  const value = member(group, name);
  if (name === 'muted') return `${groupNames(traffic)[index]} ${to === true ? 'muted' : 'unmuted'}`;
  const which = ordinal(traffic, index);
  const from = (was: unknown): string => `${text(was)} → ${text(to)}`;
  if (name === 'flows') return `flows ${from(group.flows ?? 1)}${which}`;
  if (name === 'cc') return `${ccLabel(value as Cc)} → ${ccLabel(to as Cc)}${which}`;
  if (name === 'ecn') return `ECN ${text(to)}${group.name ? which : ''}`;
  if (name === 'rateMbps' && (group.kind === 'cbr' || group.kind === 'poisson')) {
    // The control sets the rate of all sources together, the change sets the rate of each.
    const each = (group.flows ?? 1) === 1 ? '' : ' each';
    const what = group.name ? 'rate' : group.kind === 'cbr' ? 'CBR' : 'Poisson';
    return `${what} ${from(value ?? 0)} Mbit/s${each}${which}`;
  }
  return trafficChangeLabel(group, name, to) + which;
}

/**
 * Says which group a change concerns, if there are several of its kind: by its name, else by its number among those of its
 * kind, as in ", group 2".
 */
function ordinal(traffic: Scenario['traffic'], index: number): string {
  const { kind, name } = traffic[index];
  if (name) return `, ${name}`;
  const alike = traffic.flatMap((group, i) => (group.kind === kind ? [i] : []));
  return alike.length > 1 ? `, group ${alike.indexOf(index) + 1}` : '';
}

function size(buffer: Buffer): string {
  const unit = bufferUnit(buffer);
  const value = bufferValue(buffer);
  return unit === 'packets' ? packets(value) : `${exact(value)} ${unit === 'bdp' ? 'BDP' : unit}`;
}

const member = (value: unknown, name: string): unknown =>
  (value as Readonly<Record<string, unknown>> | undefined)?.[name];
