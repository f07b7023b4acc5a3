import { quoted, Refusal } from './refusal';

/** What a series measures. */
export type Quantity =
  /** Round-trip time, or another time that contains a constant part, ms. */
  | 'rtt'
  /** Queue delay, ms. */
  | 'delay'
  /** Mbit/s, over the time since the sample before. */
  | 'throughput'
  /** Packets dropped since the sample before. `weights` are the packets offered. */
  | 'drops'
  /** Packets that wait. */
  | 'backlog';

/** A measured series. */
export interface Recorded {
  /** Its name in the file. */
  readonly name: string;
  readonly quantity: Quantity;
  /** Times of the samples, s, in ascending order. */
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** How many packets each sample stands for; undefined if all stand for equally many. */
  readonly weights?: Float64Array;
  /** The values are over the time since the sample before, not at a moment. */
  readonly isOverTime?: boolean;
  /** The file has these statistics of a whole run and no samples; the values are the mean from its start to its end. */
  readonly summary?: Summary;
}

/** Statistics that a file has in place of samples. Rates are shares from 0 to 1. */
export interface Summary {
  readonly mean?: number | undefined;
  readonly p50?: number | undefined;
  readonly p95?: number | undefined;
  readonly utilization?: number | undefined;
  readonly dropRate?: number | undefined;
}

/** What a file holds. */
export interface Imported {
  /** What the file is: "Flent data file". */
  readonly format: string;
  readonly series: readonly Recorded[];
  /** Round-trip time without queueing, ms, if the file says it. */
  readonly baseRttMs?: number;
}

/** Most samples of a file. */
export const MOST_SAMPLES = 1_000_000;
/** Most series of a file. More are left out. */
export const MOST_SERIES = 100;

/** Longest time that a file may cover, s: that of a scenario. */
export const LONGEST_S = 3600;

/** Collects samples, and returns them in the order of their times. */
export class Samples {
  readonly #times: number[] = [];
  readonly #values: number[] = [];
  readonly #weights: number[] = [];

  get length(): number {
    return this.#times.length;
  }

  /** Adds a sample, unless a number of it is not finite. */
  add(atS: number, value: number, weight = 1): void {
    if (!Number.isFinite(atS + value + weight)) return;
    this.#times.push(atS);
    this.#values.push(value);
    this.#weights.push(weight);
  }

  /** Returns a series; undefined without samples. Times count from `fromS`. */
  series(
    name: string,
    quantity: Quantity,
    fromS: number,
    more: Pick<Recorded, 'isOverTime'> & { readonly isWeighted?: boolean } = {},
  ): Recorded | undefined {
    if (this.length === 0) return undefined;
    const order = this.#times.map((_, i) => i);
    const isSorted = this.#times.every((t, i) => i === 0 || t >= this.#times[i - 1]);
    if (!isSorted) order.sort((a, b) => this.#times[a] - this.#times[b] || a - b);
    const of = (all: readonly number[]): Float64Array => Float64Array.from(order, (i) => all[i]);
    const times = of(this.#times).map((t) => t - fromS);
    const { isWeighted = false, ...rest } = more;
    const weights = isWeighted ? { weights: of(this.#weights) } : {};
    return { name, quantity, times, values: of(this.#values), ...weights, ...rest };
  }
}

/** Largest absolute value of a sample. */
const LARGEST = 1e9;

/** Returns what a file holds if it can be drawn. Refuses times and values that no measurement has. */
export function checked(imported: Imported): Imported {
  for (const { name, times, values } of imported.series) {
    const ends = [times[0], times[times.length - 1]];
    const far = ends.find((t) => Math.abs(t) > LONGEST_S);
    if (far !== undefined)
      throw new Refusal(
        `The series ${quoted(name)} has a sample ${Math.round(far)} s from the start; at most ${LONGEST_S} s are drawn.`,
      );
    const large = values.find((value) => Math.abs(value) > LARGEST);
    if (large !== undefined)
      throw new Refusal(
        `The series ${quoted(name)} has the value ${large}, which is too large for its unit.`,
      );
  }
  return imported;
}

/** Returns the series that exist. */
export const present = (all: readonly (Recorded | undefined)[]): Recorded[] =>
  all.filter((series) => series !== undefined).slice(0, MOST_SERIES);
