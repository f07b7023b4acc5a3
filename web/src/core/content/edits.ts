import { PARAMETERS } from '../document/parameters.generated';
import {
  type Change,
  after,
  type Buffer,
  MOST_DROPS,
  path,
  type Scenario,
} from '../document/scenario';
import { rangeOf } from '../document/ranges';
import { laneOf } from '../document/timeline';
import type { TimelineEntry } from './timeline-entries';
import { bufferUnit, bufferValue } from '../model/buffer';
import { laneParameter } from '../model/settings';

/** A number of a change that can be edited later. */
export interface Edit {
  /** Its name, for screen readers. */
  readonly label: string;
  readonly value: number;
  readonly unit: string;
  readonly limits: readonly [min: number, max: number];
  readonly integer: boolean;
  /** Indices of its changes in the timeline: equal ones of lanes that are equal until then. And their value with another number. */
  readonly indices: readonly number[];
  readonly to: (value: number) => unknown;
}

/** Returns the numbers of an entry that can be edited. A movement has its last value; a choice has none. */
export function edits(
  base: Scenario,
  changes: readonly Change[],
  { indices }: TimelineEntry,
): Edit[] {
  const before = after(base, changes.slice(0, indices[0]), laneOf(changes[indices[0]]));
  const { set, to, atS } = changes[indices.at(-1)!];
  const own = indices.filter((i) => changes[i].atS === atS);
  if (set === path.burst) {
    const burst = to as Record<'rateMbps' | 'durationS', number>;
    const part = (name: keyof typeof burst, label: string, unit: string): Edit => ({
      ...{ label, value: burst[name], unit, limits: rangeOf(`burst.${name}`).limits },
      ...{ integer: false, indices: own, to: (value) => ({ ...burst, [name]: value }) },
    });
    return [part('rateMbps', 'Rate', 'Mbit/s'), part('durationS', 'Duration', 's')];
  }
  if (set.endsWith('.buffer')) {
    const unit = bufferUnit(to as Buffer);
    const value = bufferValue(to as Buffer);
    const integer = unit === 'packets' || unit === 'bytes';
    const { limits } = rangeOf(`link.buffer.${unit}`);
    const resized = (size: number): object => ({ ...(to as Buffer), [unit]: size });
    const shown = unit === 'bdp' ? 'BDP' : unit;
    return [{ label: 'Buffer', value, unit: shown, limits, integer, indices: own, to: resized }];
  }
  if (set.endsWith('.dropNext')) {
    const whole = { unit: '', limits: [1, MOST_DROPS] as const, integer: true };
    return [{ label: 'Packets', value: Number(to), ...whole, indices: own, to: (v) => v }];
  }
  const range = typeof to === 'number' ? numberRange(before, set) : undefined;
  if (!range) return [];
  return [{ label: 'New value', value: Number(to), ...range, indices: own, to: (v) => v }];
}

function numberRange(
  before: Scenario,
  set: string,
): Pick<Edit, 'unit' | 'limits' | 'integer'> | undefined {
  const [room, index, name = ''] = set.split('.');
  if (room === 'queues') {
    const kind = before.queues[Number(index)]?.kind ?? '';
    const { min = 0, max = 0, unit = '', type } = laneParameter(kind, name) ?? {};
    return { unit, limits: [min, max], integer: type === 'integer' };
  }
  const kind = before.traffic[Number(index)]?.kind;
  const known = room === 'traffic' ? `traffic.${kind}.${name}` : set;
  const { min, max, unit = '', type } = PARAMETERS[known] ?? {};
  if (min === undefined || max === undefined) return undefined;
  return { unit, limits: [min, max], integer: type === 'integer' };
}
