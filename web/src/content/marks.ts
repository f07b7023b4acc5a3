import type { Change } from '../sim/protocol';
import { after, type Buffer, path, type Queue, type Scenario } from '../sim/scenario';
import { quantity, rate } from './format';
import { parameterLabel } from './parameters';
import { bufferUnit, bufferValue } from './path';
import { ccLabel, queueLabel } from './queues';

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

/** The score as marks, in order of time. */
export function marks(base: Scenario, changes: readonly Change[]): ScoreMark[] {
  const groups: { indices: number[]; before: Scenario }[] = [];
  let scenario = base;
  changes.forEach((change, i) => {
    const last = changes[i - 1];
    const goesOn =
      last?.set === change.set && change.set !== path.burst && change.atS - last.atS < MOVEMENT_S;
    if (goesOn) groups.at(-1)!.indices.push(i);
    else groups.push({ indices: [i], before: scenario });
    scenario = after(scenario, [change]);
  });
  return groups.map(({ indices, before }) => {
    const first = changes[indices[0]!]!;
    return {
      id: `${first.set}@${first.atS}`,
      t: first.atS,
      label: describe(before, changes[indices.at(-1)!]!),
      indices,
    };
  });
}

/** What a change does, in as few words as a mark has room for. */
export function describe(before: Scenario, { set, to }: Change): string {
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
      const kind = before.queues[Number(index)]?.kind ?? 'droptail';
      if (name === undefined) return `${queueLabel(kind)} → ${queueLabel((to as Queue).kind)}`;
      return `${queueLabel(kind)} ${parameterLabel(kind, name)} → ${text(to)}`;
    }
    default:
      return `${set} → ${text(to)}`;
  }
}

function size(buffer: Buffer): string {
  const unit = bufferUnit(buffer);
  return `${quantity(bufferValue(buffer))} ${unit === 'bdp' ? 'BDP' : unit}`;
}

const member = (value: unknown, name: string): unknown =>
  (value as Readonly<Record<string, unknown>> | undefined)?.[name];

function text(value: unknown): string {
  if (typeof value === 'number') return quantity(value);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'string' ? value : JSON.stringify(value ?? 'default');
}
