import { delay, fixed, inSentence, percent, quantity } from '../../core/content/format';
import { helpText } from '../../core/content/help-texts.svelte';
import type { NamedNumber } from '../../core/sim/events.generated';
import { PROBES } from '../../core/document/parameters.generated';
import { isShare } from '../../core/sim/shares';

/** Labels of numbers that only reasons have. */
const LABELS: Readonly<Record<string, string>> = {
  ceThreshold: 'CE threshold',
  count: 'count of drops',
  lastSojourn: 'sojourn time',
  W_max: 'W_max',
  alpha: 'alpha, the share of marks',
  b: 'share taken off, b',
  bdp: 'bandwidth-delay product',
  beta: 'beta',
  dupThresh: 'DupThresh',
  idle: 'idle time',
  inNetwork: 'in the network',
  inRow: 'timeouts in a row',
  inflightLongterm: 'long-term bound of the flight',
  inflightShortterm: 'short-term bound of the flight',
  lossThreshold: 'LossThresh',
  marked: 'marked with this ACK',
  minRtt: 'smallest RTT',
  outstanding: 'outstanding',
  priorThreshold: 'threshold of before',
  priorWindow: 'window of before',
  queued: 'own segments in the queue',
  rackRtt: 'RACK.rtt',
  reorderingWindow: 'reordering window',
  rto: 'retransmission timeout',
  sacked: 'arrived out of order',
  sinceSent: 'since it was sent',
  srtt: 'smoothed RTT',
  window: 'window before',
};

/** Returns the label of a number of a state or reason, as in the middle of a sentence: "average queue" for `averageQueue`. */
export function labelOf(name: string): string {
  const known = PROBES.find((probe) => probe.name === name);
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return known ? inSentence(known.label) : (LABELS[name] ?? words);
}

/** Returns what a number of a state means, in a sentence; undefined without one, or until the help is loaded. */
export const helpOf = (name: string, unit: string): string | undefined =>
  helpText(PROBES.find((probe) => probe.name === plotted(name) && probe.unit === unit)?.help);

/** The probability of every discipline has one name in plots. */
const plotted = (name: string): string => (name === 'probability' ? 'dropProbability' : name);

const isFlag = (name: string, unit: string): boolean => name === 'dropping' && unit === '';

/** Returns a number of a state or reason with its unit, for people. Times of events are relative to `atS`. */
export function shown({ name, unit, value }: NamedNumber, atS: number): string {
  if (value === null) return 'none';
  if (isFlag(name, unit)) return value === 0 ? 'no' : 'yes';
  if (isShare(name, unit)) return `${percent(value, value < 0.1 ? 2 : 1)} %`;
  if (name === 'nextDrop' || name === 'firstAbove' || name === 'frozenUntil')
    return `in ${delay(1000 * (value - atS))} ms`;
  if (unit === 'ms') return `${delay(value)} ms`;
  const text =
    Math.abs(value) < 0.001 && value !== 0
      ? value.toExponential(1)
      : Math.abs(value) < 10
        ? fixed(value, Number.isInteger(value) ? 0 : 2)
        : quantity(value);
  if (unit === '') return text;
  return `${text} ${value === 1 ? unit.replace(/^(byte|drop|packet|segment|timeout)s$/, '$1') : unit}`;
}
