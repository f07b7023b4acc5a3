/**
 * A measure sampled at a fixed interval of simulated time. Sample `i` describes the half-open interval
 * [startS + i * stepS, startS + (i + 1) * stepS); NaN means "nothing to measure there" (a gap).
 *
 * A column is a view: the producer appends to the buffer and hands out a new object with a larger `length`.
 * Samples below `length` never change in a view.
 */
export interface Column {
  /** Simulated time at which sample 0 begins, s. */
  readonly startS: number;
  /** Sample interval, s; above zero. */
  readonly stepS: number;
  readonly values: Float32Array;
  /** Number of valid samples; at most `values.length`. */
  readonly length: number;
  /**
   * With an epoch the producer promises that samples below `length` do not change while `values` and `epoch` are the same. Charts
   * then keep their reductions instead of reading the whole window in every frame. A producer that rewrites the past of a
   * buffer gives it another epoch.
   */
  readonly epoch?: number;
}

/** The data of a reduction, to determine which part is still valid. */
export interface Origin {
  readonly values: Float32Array;
  readonly epoch: number | undefined;
  readonly startS: number;
  readonly stepS: number;
  readonly length: number;
}

export const originOf = ({ values, epoch, startS, stepS, length }: Column): Origin => ({
  values,
  epoch,
  startS,
  stepS,
  length,
});

/** Returns how many leading samples are unchanged: those of the same buffer and epoch. */
export function unchanged(c: Column, before: Origin | undefined): number {
  const same =
    before !== undefined &&
    c.epoch !== undefined &&
    c.epoch === before.epoch &&
    c.values === before.values &&
    c.startS === before.startS &&
    c.stepS === before.stepS;
  return same ? Math.min(c.length, before.length) : 0;
}

/** Returns the end of the data, s. */
export const endS = (c: Column): number => c.startS + c.length * c.stepS;

/**
 * Returns the index of the sample whose interval contains time `t`, or -1 outside the data. Times are sums of floating-point
 * steps, so a time within a millionth of a step before a border belongs to the next sample.
 */
export function indexAt(c: Column, t: number): number {
  const i = Math.floor((t - c.startS) / c.stepS + 1e-6);
  return i >= 0 && i < c.length ? i : -1;
}

/** Returns the value at time `t`; NaN outside the data and in gaps. */
export function valueAt(c: Column, t: number): number {
  const i = indexAt(c, t);
  return i < 0 ? NaN : c.values[i];
}

/** Returns the indices [from, to) of the samples that touch [t0, t1]. */
export function visibleRange(c: Column, t0: number, t1: number): { from: number; to: number } {
  const from = Math.max(0, Math.floor((t0 - c.startS) / c.stepS + 1e-6));
  const to = Math.min(c.length, Math.ceil((t1 - c.startS) / c.stepS - 1e-6));
  return from < to ? { from, to } : { from: 0, to: 0 };
}
