import type { QueueColumns, SeriesColumn } from '../../core/sim/series';
import type { ComparedMeasure } from '../../core/state/display.svelte';

type Columns = Pick<
  QueueColumns,
  'delayMean' | 'sent' | 'offered' | 'drops' | 'left' | 'sentBits' | 'capacityBits'
>;

/** A quantity whose difference between two lanes is drawn. Its mean over a time is a quotient of two sums of samples. */
export interface Measure {
  readonly id: ComparedMeasure;
  readonly label: string;
  readonly unit: string;
  /** What a lane with the larger, and with the smaller value does. */
  readonly more: string;
  readonly less: string;
  /** Returns what a sample adds to the two sums. */
  readonly parts: (columns: Columns, sample: number) => readonly [part: number, whole: number];
}

const at = ({ values }: SeriesColumn, sample: number): number => values[sample];

export const MEASURES: readonly Measure[] = [
  {
    id: 'delay',
    label: 'queue delay',
    unit: 'ms',
    more: 'waits longer',
    less: 'waits less',
    parts: ({ delayMean, sent }, i) => {
      const packets = at(sent, i);
      // The mean of a sample without packets is no number.
      return packets > 0 ? [at(delayMean, i) * packets, packets] : [0, 0];
    },
  },
  {
    id: 'drops',
    label: 'drops',
    unit: '%',
    more: 'drops more',
    less: 'drops less',
    parts: ({ drops, offered, left }, i) => [
      100 * at(drops, i),
      Math.max(at(offered, i), at(left, i)),
    ],
  },
  {
    id: 'utilization',
    label: 'utilization',
    unit: '%',
    more: 'is used more',
    less: 'is used less',
    parts: ({ sentBits, capacityBits }, i) => [100 * at(sentBits, i), at(capacityBits, i)],
  },
];

/** Returns the mean of a lane from sample `from` until just before `to`; NaN without data. */
export function meanOf({ parts }: Measure, columns: Columns, from: number, to: number): number {
  let [part, whole] = [0, 0];
  const end = Math.min(to, columns.sent.length);
  for (let i = Math.max(0, from); i < end; i++) {
    const [own, all] = parts(columns, i);
    part += own;
    whole += all;
  }
  return whole > 0 ? part / whole : NaN;
}

/** Two lanes: the difference is the first minus the second. */
export type Pair = readonly [lane: Columns, minus: Columns];

/** Returns the difference of the means from `fromS` until `toS`, in whole samples; NaN if one lane has no data. */
export function differenceOver(measure: Measure, pair: Pair, fromS: number, toS: number): number {
  const { stepS } = pair[0].sent;
  const [from, to] = [fromS, toS].map((s) => Math.round(s / stepS));
  const [own, other] = pair.map((columns) => meanOf(measure, columns, from, to));
  return own - other;
}

/** A point of the difference: the middle of a bin, s, and the difference of the means there. */
export type Point = readonly [atS: number, value: number];

/** Returns the differences in bins of about `binS` from `fromS` to `toS`, without bins in which a lane has no data. */
export function differences(
  measure: Measure,
  pair: Pair,
  { fromS, toS }: { readonly fromS: number; readonly toS: number },
  binS: number,
): Point[] {
  const { stepS } = pair[0].sent;
  const count = Math.min(...pair.map(({ sent }) => sent.length));
  const per = Math.max(1, Math.round(binS / stepS));
  const points: Point[] = [];
  // Bins have fixed places, so that the line does not change while the window moves.
  const first = Math.floor(fromS / stepS / per) * per;
  const end = Math.min(count, Math.ceil(toS / stepS));
  for (let from = Math.max(0, first); from < end; from += per) {
    const to = Math.min(count, from + per);
    const [own, other] = pair.map((columns) => meanOf(measure, columns, from, to));
    if (!Number.isNaN(own - other)) points.push([((from + to) / 2) * stepS, own - other]);
  }
  return points;
}

/** Returns the ends of an axis with zero for these values: each end is 0, or a short multiple of a power of ten. */
export function axisOf(values: readonly number[], least: number): readonly [number, number] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const reach = Math.max(least, -low, high);
  const isOneSided = low > -reach / 20 || high < reach / 20;
  const top = roundUp(reach);
  if (!isOneSided) return [-top, top];
  return high >= -low ? [0, top] : [-top, 0];
}

function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (
    [1, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power).find((step) => step >= value) ?? value
  );
}
