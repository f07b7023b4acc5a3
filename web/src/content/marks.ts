import type { Change } from '../sim/protocol';
import { after, type Buffer, path, type Queue, type Scenario } from '../sim/scenario';
import { packets, quantity, rate, text } from './format';
import { bufferUnit, bufferValue } from './path';
import { ccLabel, queueLabel } from './queues';
import type { Words } from './words';

/** One mark on the track: a change, or the changes that one movement of a knob left. */
export interface ScoreMark {
  readonly id: string;
  /** When it began, s. */
  readonly t: number;
  readonly label: string;
  /** Its changes, as indices into the score. */
  readonly indices: readonly number[];
}

/** Changes of one knob closer than this are one movement, s. */
const MOVEMENT_S = 0.5;

/** The score as marks, in order of time. `words` of parameters are asked for where they are needed. */
export function marks(
  base: Scenario,
  changes: readonly Change[],
  words: () => Words | undefined,
): ScoreMark[] {
  const groups: { indices: number[]; before: Scenario }[] = [];
  let scenario = base;
  changes.forEach((change, i) => {
    const group = groups.at(-1);
    const goesOn = group && belongs(changes, group.indices, change, group.before);
    if (goesOn) group.indices.push(i);
    else groups.push({ indices: [i], before: scenario });
    scenario = after(scenario, [change]);
  });
  return groups.map(({ indices, before }) => {
    const own = indices.map((i) => changes[i]);
    const first = own[0];
    const label = held(before, own) ?? everywhere(own) ?? describe(before, own.at(-1)!, words);
    return { id: `${first.set}@${first.atS}`, t: first.atS, label, indices };
  });
}

/** Whether `change` goes on with what the changes at `indices` began. */
function belongs(
  changes: readonly Change[],
  indices: readonly number[],
  change: Change,
  before: Scenario,
): boolean {
  const own = indices.map((i) => changes[i]);
  const last = own.at(-1)!;
  if (isEcn(last) && isEcn(change) && last.atS === change.atS) return last.to === change.to;
  if (last.set !== change.set || change.set === path.burst) return false;
  return change.atS - last.atS < MOVEMENT_S || heldFrom(before, [...own, change]) !== undefined;
}

/** Of a burst that was held the rate before it, Mbit/s: the rate of datagrams goes up once and back to where it was. */
export function heldFrom(before: Scenario, changes: readonly Change[]): number | undefined {
  const [up, down] = changes;
  const [room, index, name] = up?.set.split('.') ?? [];
  if (changes.length !== 2 || !up || !down || room !== 'traffic' || name !== 'rateMbps') return;
  const was = Number(member(before.traffic[Number(index)], name) ?? 0);
  return down.to === was && Number(up.to) > was ? was : undefined;
}

function held(before: Scenario, changes: readonly Change[]): string | undefined {
  const was = heldFrom(before, changes);
  if (was === undefined) return;
  const [up, down] = changes;
  return `burst ${rate(Number(up.to) - was)}, ${quantity(down.atS - up.atS)} s`;
}

const isEcn = ({ set }: Change): boolean => set.endsWith('.ecn');

/** ECN needs both ends, so that one switch sets it of senders and queues. */
function everywhere(changes: readonly Change[]): string | undefined {
  const [first, ...others] = changes;
  const isOne = others.some(({ set }) => set !== first?.set);
  return isOne ? `ECN ${text(first?.to)}` : undefined;
}

/** What a change does, in as few words as a mark has room for. */
function describe(before: Scenario, { set, to }: Change, words: () => Words | undefined): string {
  const [room, index, name] = set.split('.');
  const from = (value: unknown): string => `${text(value)} → ${text(to)}`;
  switch (room) {
    case 'burst': {
      const burst = to as { rateMbps: number; durationS: number };
      return `burst ${rate(burst.rateMbps)}, ${quantity(burst.durationS)} s`;
    }
    case 'link': {
      const { rateMbps, rttMs, buffer } = before.link;
      if (index === 'rateMbps') return `bandwidth ${from(rateMbps)} Mbit/s`;
      if (index === 'rttMs') return `RTT ${from(rttMs)} ms`;
      return `buffer ${size(buffer)} → ${size(to as Buffer)}`;
    }
    case 'traffic': {
      const group = before.traffic[Number(index)];
      if (name === 'flows') return `flows ${from(group?.flows ?? 1)}`;
      if (name === 'cc')
        return `${ccLabel(text(member(group, name) ?? 'cubic'))} → ${ccLabel(text(to))}`;
      if (name === 'ecn') return `ECN ${text(to)}`;
      if (name === 'rateMbps') return `CBR ${from(member(group, name) ?? 0)} Mbit/s`;
      return `${name} → ${text(to)}`;
    }
    case 'queues': {
      const queue = before.queues[Number(index)];
      if (!queue) return set;
      const lane = before.queues.length > 1 ? `lane ${Number(index) + 1}: ` : '';
      if (name === undefined)
        return `${lane}${queueLabel(queue.kind)} → ${queueLabel((to as Queue).kind)}`;
      return lane + (words()?.change(queue, name, to) ?? `${name} → ${text(to)}`);
    }
    default:
      return `${set} → ${text(to)}`;
  }
}

function size(buffer: Buffer): string {
  const unit = bufferUnit(buffer);
  const value = bufferValue(buffer);
  return unit === 'packets'
    ? packets(value)
    : `${quantity(value)} ${unit === 'bdp' ? 'BDP' : unit}`;
}

const member = (value: unknown, name: string): unknown =>
  (value as Readonly<Record<string, unknown>> | undefined)?.[name];
