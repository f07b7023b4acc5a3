import type { Capacity } from './capacity';
import type { Column } from '../../kit/charts';
import type { Recorded } from './import/recorded';

/** Shortest sample of a column, s: that of the simulator. */
const LEAST_STEP_S = 0.01;
/** Most samples of a column. */
const MOST_CELLS = 400_000;
/** A gap in time this many times longer than the usual one is a gap in the line, and at least this long, s. */
const GAP = 5;
const LEAST_GAP_S = 0.5;

/** Returns the median time between two samples, s; 0 for a single sample. */
export function spacing({ times }: Recorded): number {
  const gaps = new Float64Array(Math.max(0, times.length - 1));
  for (let i = 0; i < gaps.length; i++) gaps[i] = times[i + 1] - times[i];
  return gaps.length === 0 ? 0 : gaps.sort()[(gaps.length - 1) >> 1];
}

/**
 * Returns a series as a column for the charts. `of` converts a value. A sample of the column is the mean of the
 * measured samples in it. Without any, it is between its neighbours, or the next value if values are over the time before them; it is
 * a gap if the neighbours are far from each other.
 */
export function columnOf(series: Recorded, of: (value: number) => number): Column {
  const { times, values, isOverTime = false, summary } = series;
  const { length } = times;
  const usualS = spacing(series);
  const spanS = length > 0 ? times[length - 1] - times[0] : 0;
  const own = Math.max(LEAST_STEP_S, Math.round(usualS / LEAST_STEP_S) * LEAST_STEP_S);
  const stepS = Math.max(own, Math.ceil(spanS / MOST_CELLS / LEAST_STEP_S) * LEAST_STEP_S);
  // Cells of the simulator's bins coincide with those bins.
  const first = Math.floor((times[0] - (isOverTime ? stepS : 0)) / stepS + 1e-6);
  const cellOf = (t: number): number =>
    (isOverTime ? Math.ceil(t / stepS - 1e-6) - 1 : Math.floor(t / stepS + 1e-6)) - first;
  const cells = length > 0 ? cellOf(times[length - 1]) + 1 : 0;
  const sums = new Float64Array(cells);
  const counts = new Uint32Array(cells);
  for (let i = 0; i < length; i++) {
    const cell = Math.max(0, cellOf(times[i]));
    sums[cell] += of(values[i]);
    counts[cell]++;
  }
  const gapS = summary ? Infinity : Math.max(GAP * usualS, LEAST_GAP_S);
  const column = new Float32Array(cells);
  let next = 0;
  for (let cell = 0; cell < cells; cell++) {
    const middle = (first + cell + 0.5) * stepS;
    while (next < length && times[next] < middle) next++;
    if (counts[cell] > 0) column[cell] = sums[cell] / counts[cell];
    else if (next === 0 || next >= length || times[next] - times[next - 1] > gapS)
      column[cell] = NaN;
    else if (isOverTime) column[cell] = of(values[next]);
    else {
      const [a, b] = [times[next - 1], times[next]];
      const share = b > a ? (middle - a) / (b - a) : 0;
      column[cell] = of(values[next - 1]) * (1 - share) + of(values[next]) * share;
    }
  }
  return { startS: first * stepS, stepS, values: column, length: cells, epoch: 0 };
}

/** Length of the bins of drops, s. */
const DROPS_S = 1;

/** Returns drops as a column, in percent of the packets offered in each second; without weights, in packets of each second. */
export function dropColumn({ times, values, weights }: Recorded): Column {
  const last = times.at(-1) ?? 0;
  const first = Math.floor((times[0] ?? 0) / DROPS_S);
  const cells = Math.max(0, Math.ceil(last / DROPS_S - 1e-6) - first);
  const dropped = new Float64Array(cells);
  const offered = new Float64Array(cells);
  times.forEach((t, i) => {
    const cell = Math.min(cells - 1, Math.max(0, Math.ceil(t / DROPS_S - 1e-6) - 1 - first));
    if (cell < 0) return;
    dropped[cell] += values[i];
    offered[cell] += weights?.[i] ?? 0;
  });
  const column = Float32Array.from(dropped, (count, cell) =>
    weights ? (offered[cell] > 0 ? (100 * count) / offered[cell] : NaN) : count,
  );
  return {
    startS: first * DROPS_S,
    stepS: DROPS_S,
    values: column,
    length: cells,
    epoch: 0,
  };
}

/** Statistics of the samples in a span of time. */
export interface Statistics {
  readonly mean: number;
  readonly p50: number;
  readonly p95: number;
}

/** Returns the index of the first sample at or after a time, s. */
function indexFrom(times: Float64Array, fromS: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] < fromS) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the range [from, to) of the samples in a span of time, s. Values over time belong to the time before them. */
function within(
  { times, isOverTime = false }: Recorded,
  fromS: number,
  toS: number,
): readonly [from: number, to: number] {
  const e = isOverTime ? 1e-9 : -1e-9;
  return [indexFrom(times, fromS + e), indexFrom(times, toS + e)];
}

/** Returns mean, median and 95th percentile of the samples between two times of the measured run, s; undefined without samples. */
export function statisticsOf(
  series: Recorded,
  fromS: number,
  toS: number,
  of: (value: number) => number,
): Statistics | undefined {
  const { summary, values, weights } = series;
  if (summary) {
    const { mean = NaN, p50 = NaN, p95 = NaN } = summary;
    return { mean: of(mean), p50: of(p50), p95: of(p95) };
  }
  const [from, to] = within(series, fromS, toS);
  const found = values.slice(from, to).map(of);
  const own = weights?.slice(from, to) ?? found.map(() => 1);
  const all = own.reduce((sum, weight) => sum + weight, 0);
  if (!(all > 0)) return undefined;
  const mean = found.reduce((sum, value, i) => sum + value * own[i], 0) / all;
  const order = weights
    ? Uint32Array.from(found, (_, i) => i).sort((a, b) => found[a] - found[b])
    : undefined;
  const sorted = found.slice().sort();
  const quantile = (share: number): number => {
    if (!order) return sorted[Math.max(0, Math.ceil(share * sorted.length - 1e-9) - 1)];
    let sum = 0;
    const reached = order.find((i) => (sum += own[i]) >= share * all - 1e-9);
    return reached === undefined ? NaN : found[reached];
  };
  return { mean, p50: quantile(0.5), p95: quantile(0.95) };
}

/** Returns the drop rate between two times of the measured run, as a share; undefined if the packets were not counted. */
export function dropRateOf(series: Recorded, fromS: number, toS: number): number | undefined {
  const { weights, values } = series;
  if (!weights) return undefined;
  let [dropped, offered] = [0, 0];
  const [from, to] = within(series, fromS, toS);
  for (let i = from; i < to; i++) {
    dropped += values[i];
    offered += weights[i];
  }
  return offered > 0 ? dropped / offered : undefined;
}

/**
 * Returns the share of the capacity that a throughput is, between two times of the measured run; each sample is weighted with its time.
 * `capacity`: the mean bandwidth between two times of the measured run, Mbit/s.
 */
export function utilizationOf(
  series: Recorded,
  fromS: number,
  toS: number,
  capacity: Capacity,
): number | undefined {
  const { times, values } = series;
  let [sent, possible] = [0, 0];
  const [from, to] = within({ ...series, isOverTime: true }, fromS, toS);
  for (let i = from; i < to; i++) {
    const s = i > 0 ? times[i] - times[i - 1] : spacing(series);
    sent += values[i] * s;
    possible += s > 0 ? capacity(times[i] - s, times[i]) * s : 0;
  }
  return possible > 0 ? sent / possible : undefined;
}
