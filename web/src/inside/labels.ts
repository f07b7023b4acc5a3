import { delay, fixed, percent, quantity } from '../content/format';
import type { NamedNumber } from '../sim/events.generated';

/** Labels that differ from the words of a number's name. */
const LABELS: Readonly<Record<string, string>> = {
  firstAbove: 'above target until',
  l4sQueue: 'L4S queue',
  l4sHead: 'L4S head waits',
  classicHead: 'Classic head waits',
  classicQueue: 'Classic queue',
  classicProbability: 'Classic probability',
  lastSojourn: 'sojourn time',
  sinceLastHit: 'packets since the last drop',
  gainA: 'gain a',
  gainB: 'gain b',
  backlogged: 'queues with packets',
  longest: 'longest queue',
  oldest: 'oldest packet waits',
  new: 'new queues',
  old: 'old queues',
  dropping: 'dropping',
};

/** Returns the label of a number of a state or reason: "average queue" for `averageQueue`. */
export const labelOf = (name: string): string =>
  LABELS[name] ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Numbers without a unit that are shares, by name. */
const isShare = (name: string): boolean => /probability$/i.test(name) || name === 'utilization';
const isFlag = (name: string, unit: string): boolean => name === 'dropping' && unit === '';

/** Returns a number of a state or reason with its unit, for people. Times of events are relative to `atS`. */
export function shown({ name, unit, value }: NamedNumber, atS: number): string {
  if (value === null) return 'none';
  if (isFlag(name, unit)) return value === 0 ? 'no' : 'yes';
  if (isShare(name) && unit === '') return `${percent(value, value < 0.1 ? 2 : 1)} %`;
  if (name === 'nextDrop' || name === 'firstAbove') return `in ${delay(1000 * (value - atS))} ms`;
  if (unit === 'ms') return `${delay(value)} ms`;
  const text =
    Math.abs(value) < 0.001 && value !== 0
      ? value.toExponential(1)
      : Math.abs(value) < 10
        ? fixed(value, Number.isInteger(value) ? 0 : 2)
        : quantity(value);
  return unit === '' ? text : `${text} ${unit}`;
}
