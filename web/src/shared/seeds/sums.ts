import type { LaneFlows } from '../../core/sim/flows';
import { type LaneColumns, STEP_S } from '../../core/sim/series';

/** Sums of one run up to each border of a bin: the value over any bins is one division. */
export interface Track {
  /** Length of a bin, s. */
  readonly stepS: number;
  /** Numbers of each border. */
  readonly width: number;
  readonly sums: Float64Array;
}

/** One run with another seed. */
export interface SeedRun {
  /** The numbers of `seedRun` of the batch package. */
  readonly bins: Track;
  /** The goodput of all flows together, Mbit/s, and the number of seconds. */
  readonly seconds: Track;
}

/** A mean or a rate: one number of a track, divided by the largest of some sums of others. */
export interface Quotient {
  readonly track: keyof SeedRun;
  readonly of: number;
  readonly by: readonly (readonly number[])[];
  readonly factor: number;
}

/** Numbers of a bin in the result of `seedRun`, each as it is read from a sample of the shown run. */
const READ: readonly ((c: LaneColumns, i: number) => number)[] = [
  // The mean of a sample without packets is no number.
  (c, i) => (c.sent.values[i] > 0 ? c.delayMean.values[i] * c.sent.values[i] : 0),
  (c, i) => c.sent.values[i],
  (c, i) => (c.sent.values[i] > 0 ? c.delayMean.values[i] : 0),
  (c, i) => (c.sent.values[i] > 0 ? 1 : 0),
  (c, i) => c.sentBits.values[i],
  (c, i) => c.capacityBits.values[i],
  (c, i) => c.drops.values[i],
  (c, i) => c.marks.values[i],
  (c, i) => c.offered.values[i],
  (c, i) => c.queuePackets.values[i],
  () => 1,
];
export const NUMBERS = READ.length;

/** Reads the result of `seedRun` with bins of `binS`. */
export function seedRun(values: Float64Array, binS: number): SeedRun {
  const end = 1 + values[0] * NUMBERS;
  const seconds = [...values.subarray(end)].flatMap((mbps) => [mbps, 1]);
  return {
    bins: accumulated(values.subarray(1, end), NUMBERS, binS),
    seconds: accumulated(Float64Array.from(seconds), 2, 1),
  };
}

/** Reads the result of `groupRun` with bins of `binS`: for each group a run with its goodput and its mean delays, and nothing else. */
export function groupRuns(values: Float64Array, binS: number): SeedRun[] {
  const [groups, seconds] = values;
  const delays = values.subarray(2 + groups * seconds);
  const bins = delays.length / 2 / Math.max(1, groups);
  return Array.from({ length: groups }, (_, group) => {
    const goodput = values.subarray(2 + group * seconds, 2 + (group + 1) * seconds);
    const own = new Float64Array(bins * NUMBERS);
    for (let bin = 0; bin < bins; bin++)
      own.set(delays.subarray(2 * (group * bins + bin)).subarray(0, 2), bin * NUMBERS + 2);
    return {
      bins: accumulated(own, NUMBERS, binS),
      seconds: accumulated(Float64Array.from([...goodput].flatMap((mbps) => [mbps, 1])), 2, 1),
    };
  });
}

function accumulated(bins: Float64Array, width: number, stepS: number): Track {
  const sums = new Float64Array(bins.length + width);
  for (let i = 0; i < bins.length; i++) sums[i + width] = sums[i] + bins[i];
  return { stepS, width, sums };
}

/** Returns the number of bins of a track. */
export const lengthOf = ({ sums, width }: Track): number => sums.length / width - 1;

/** Returns the value of a run over the bins [from, to) of its track; NaN if there is nothing to divide by. */
export function valueIn(run: SeedRun, quotient: Quotient, from: number, to: number): number {
  const { sums, width } = run[quotient.track];
  return divided(quotient, sums, from * width, to * width);
}

/** Divides the growth of the sums from index `a` to index `b`. */
function divided({ of, by, factor }: Quotient, sums: Float64Array, a: number, b: number): number {
  let most = 0;
  for (const list of by) {
    let sum = 0;
    for (const k of list) sum += sums[b + k] - sums[a + k];
    if (sum > most) most = sum;
  }
  return most > 0 ? (factor * (sums[b + of] - sums[a + of])) / most : NaN;
}

/** The shown run of a lane, as the plots have it. */
export interface SeedMeasure {
  readonly columns: LaneColumns;
  readonly flows: Pick<LaneFlows, 'total'> | undefined;
}

/** Returns the time that the shown run has, s. */
export const endOf = ({ columns, flows }: SeedMeasure, { track }: Quotient): number =>
  track === 'seconds' ? (flows?.total.length ?? 0) : columns.sent.length * STEP_S;

/** Returns the value of the shown run from `fromS` to `toS`, both whole samples; NaN as `valueIn`. */
export function valueOf(
  { columns, flows }: SeedMeasure,
  quotient: Quotient,
  fromS: number,
  toS: number,
): number {
  const { track, of, by } = quotient;
  const stepS = track === 'seconds' ? 1 : STEP_S;
  const [from, to] = [Math.round(fromS / stepS), Math.round(toS / stepS)];
  const total = flows?.total.values;
  const read = (k: number, i: number): number =>
    track === 'bins' ? READ[k](columns, i) : k === 1 ? 1 : (total?.[i] ?? NaN);
  const sums = new Float64Array(2 * NUMBERS);
  for (const k of new Set([of, ...by.flat()]))
    for (let i = from; i < to; i++) sums[NUMBERS + k] += read(k, i);
  return divided(quotient, sums, 0, NUMBERS);
}
