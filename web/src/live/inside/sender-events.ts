import type { ChartSeries, ChartStyle } from '../../kit/charts/lines';
import { quantity } from '../../core/content/format';
import type { NamedNumber, SenderAnswer, SenderEntry } from '../../core/sim/events.generated';
import { INK } from './pictures/picture';

/** A tap this close to an event, s, is meant for it. */
const NEAR_S = 0.4;

const PHASES: Readonly<Record<string, string>> = {
  recovery: 'fast recovery',
  reduction: 'a reduction',
  timeout: 'the state after a timeout',
};

const round = (value: number): string => quantity(Math.round(10 * value) / 10);

/** Returns "40 to 28", or one number if both are equal; "none" for a threshold that is not set. */
function change([before, after]: readonly (number | null | undefined)[]): string {
  const of = (value: number | null | undefined): string =>
    value === null || value === undefined ? 'none' : round(value);
  return of(before) === of(after) ? of(after) : `${of(before)} to ${of(after)}`;
}

/** Returns what the sender did, in a few words. */
export function actionText({ action, phase, segment, cwnd, ssthresh }: SenderEntry): string {
  const of = PHASES[phase ?? ''] ?? 'recovery';
  switch (action) {
    case 'retransmission':
      return `segment ${segment ?? 0} sent again`;
    case 'syn':
      return 'SYN sent again';
    case 'timeout':
      return `retransmission timeout, window ${change(cwnd)}`;
    case 'probe':
      return 'tail loss probe';
    case 'reduction': {
      const isKept = ssthresh[0] === ssthresh[1] && cwnd[0] === cwnd[1];
      if (isKept) return 'window kept at a loss or mark';
      return ssthresh[0] === ssthresh[1]
        ? `window reduced, ${change(cwnd)}`
        : `threshold set, ${change(ssthresh)}`;
    }
    case 'undo':
      return `reduction undone, window ${change(cwnd)}`;
    case 'entered':
      return `${of} begins`;
    case 'left':
      return `${of} ends`;
    case 'own':
      return cwnd[0] === cwnd[1]
        ? 'rule of the congestion control'
        : `congestion control, window ${change(cwnd)}`;
  }
}

/** Returns window, threshold and flight at an event. */
export const standing = ({ cwnd, ssthresh, inFlight }: SenderEntry): string =>
  `Window ${change(cwnd)}, threshold ${change(ssthresh)}, ${inFlight} in flight (segments)`;

/** Returns window, threshold and flight after an event, as numbers beside the lines of a rule. */
export const stateAfter = ({ cwnd, ssthresh, inFlight }: SenderEntry): readonly NamedNumber[] => [
  { name: 'cwnd', unit: 'segments', value: cwnd[1] ?? null },
  { name: 'ssthresh', unit: 'segments', value: ssthresh[1] ?? null },
  { name: 'inFlight', unit: 'segments', value: inFlight },
];

/** Returns whether two records describe the same event. */
export const isSameEntry = (a: SenderEntry, b: SenderEntry): boolean =>
  a.atS === b.atS &&
  a.action === b.action &&
  a.segment === b.segment &&
  a.reason === b.reason &&
  a.phase === b.phase;

/** Returns the next or former event of a list: seen from `from`, or from `atS` without one. */
export function neighbour(
  events: readonly SenderEntry[],
  from: SenderEntry | undefined,
  atS: number,
  by: 1 | -1,
): SenderEntry | undefined {
  const at = from ? events.findIndex((one) => isSameEntry(one, from)) : -1;
  if (at >= 0) return events[at + by];
  return by > 0
    ? events.find((one) => one.atS > atS)
    : events.findLast((one) => (from ? one.atS < atS : one.atS <= atS));
}

/** Returns the event nearest to a time, if a tap at this time is meant for it. */
export function nearestEvent(events: readonly SenderEntry[], atS: number): SenderEntry | undefined {
  let best: SenderEntry | undefined;
  for (const one of events)
    if (Math.abs(one.atS - atS) < Math.abs((best?.atS ?? Infinity) - atS)) best = one;
  return best && Math.abs(best.atS - atS) <= NEAR_S ? best : undefined;
}

/** Returns the events as marks on the picture of the window: crosses for retransmissions, hollow markers for all others. */
export function eventMarks(
  { events }: SenderAnswer,
  atS: number,
  fromS: number,
  style: ChartStyle,
): readonly ChartSeries[] {
  const points = (isRepair: boolean): [number, number][] =>
    events
      .filter(({ action }) => (action === 'retransmission') === isRepair)
      .filter((one) => one.atS >= fromS)
      .map((one) => [one.atS - atS, one.cwnd[1] ?? 0]);
  return [
    { name: 'sent again', style: INK, kind: 'crosses', points: points(true) },
    { name: 'event', style, kind: 'points', points: points(false) },
  ];
}
