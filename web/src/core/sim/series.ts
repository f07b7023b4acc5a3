import { GROUP_SERIES } from './measures.generated.ts';
import { COLUMNS, type ColumnName, type Slice } from './protocol.ts';

/** A column for the charts: see `charts/core/column.ts`. */
export interface SeriesColumn {
  readonly startS: number;
  readonly stepS: number;
  readonly values: Float32Array;
  readonly length: number;
  /** Samples below `length` do not change while `values` is the same buffer. */
  readonly epoch: number;
}

/** One sample of the time series, s: the step of the step button. */
export const STEP_S = 0.01;

/** Utilization is drawn over bins of this length, s: a 10 ms sample of a slow link holds one packet or none. */
export const UTILIZATION_BIN_S = 0.2;

/** The columns of one bottleneck. */
export type QueueColumns = Readonly<
  Record<ColumnName | 'drops' | 'left' | 'utilization', SeriesColumn>
> & {
  /** Whether any packet was marked. */
  readonly marked: boolean;
};

export type LaneColumns = QueueColumns & {
  /** Mean queue delay of each traffic group, ms; empty if there is only one. */
  readonly groupDelays: readonly SeriesColumn[];
  /** Packets of each traffic group that were sent and dropped; empty if there is only one. */
  readonly groupCounts: readonly Readonly<Record<'sent' | 'drops', SeriesColumn>>[];
  /** The columns of the reverse bottleneck, if there is one. */
  readonly reverse: QueueColumns | undefined;
  /** The columns of each hop of the way forward beside that of the lane, in their order. */
  readonly hops: readonly QueueColumns[];
};

const NOTHING = new Float32Array(0);
/** Initial capacity for ten seconds; a smaller buffer would soon be copied. */
const LEAST_ROOM = 1024;

/** A column that grows. Earlier views keep their length and their values. */
export class Growing {
  #values: Float32Array = NOTHING;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Writes values at `from`, which is at most the present length. The first values may be stored without a copy. */
  write(from: number, values: Float32Array): void {
    const end = from + values.length;
    if (this.#length === 0 && end > LEAST_ROOM) {
      [this.#values, this.#length] = [values, end];
      return;
    }
    if (end > this.#values.length) {
      const larger = new Float32Array(Math.max(end, LEAST_ROOM, 2 * this.#values.length));
      larger.set(this.#values.subarray(0, this.#length));
      this.#values = larger;
    }
    this.#values.set(values, from);
    this.#length = Math.max(this.#length, end);
  }

  view(stepS: number): SeriesColumn {
    return { startS: 0, stepS, values: this.#values, length: this.#length, epoch: 0 };
  }
}

function sum(a: Float32Array, b: Float32Array): Float32Array {
  const all = new Float32Array(a.length);
  for (let i = 0; i < a.length; i++) all[i] = a[i] + b[i];
  return all;
}

/** The time series of one bottleneck. */
class QueueSeries {
  readonly #sampleS: number;
  readonly #columns: Record<ColumnName, Growing>;
  /** Early and overflow drops together. */
  readonly #drops = new Growing();
  /** Packets that left the queue, sent or dropped. */
  readonly #left = new Growing();
  /** Percent of the link's capacity. */
  readonly #utilization = new Growing();
  #bins = 0;
  #marked = false;

  constructor(sampleS: number) {
    this.#sampleS = sampleS;
    this.#columns = Object.fromEntries(COLUMNS.map((name) => [name, new Growing()])) as Record<
      ColumnName,
      Growing
    >;
  }

  append(from: number, columns: readonly Float32Array[]): void {
    COLUMNS.forEach((name, i) => this.#columns[name].write(from, columns[i]));
    const column = (name: ColumnName): Float32Array => columns[COLUMNS.indexOf(name)];
    const drops = sum(column('earlyDrops'), column('overflowDrops'));
    this.#drops.write(from, drops);
    this.#left.write(from, sum(column('sent'), drops));
    this.#marked ||= column('marks').some((count) => count > 0);
    this.#bin();
  }

  /** Adds every complete bin. */
  #bin(): void {
    const per = Math.max(1, Math.round(UTILIZATION_BIN_S / this.#sampleS));
    const sent = this.#columns.sentBits.view(this.#sampleS);
    const capacity = this.#columns.capacityBits.view(this.#sampleS);
    for (; (this.#bins + 1) * per <= sent.length; this.#bins++) {
      let [bits, most] = [0, 0];
      for (let i = this.#bins * per; i < (this.#bins + 1) * per; i++) {
        bits += sent.values[i];
        most += capacity.values[i];
      }
      const percent = most > 0 ? Math.min(100, (100 * bits) / most) : NaN;
      this.#utilization.write(this.#bins, Float32Array.of(percent));
    }
  }

  views(): QueueColumns {
    const views = COLUMNS.map((name) => [name, this.#columns[name].view(this.#sampleS)] as const);
    return {
      ...(Object.fromEntries(views) as Record<ColumnName, SeriesColumn>),
      drops: this.#drops.view(this.#sampleS),
      left: this.#left.view(this.#sampleS),
      utilization: this.#utilization.view(UTILIZATION_BIN_S),
      marked: this.#marked,
    };
  }
}

class LaneSeries {
  readonly #sampleS: number;
  readonly #own: QueueSeries;
  readonly #reverse: QueueSeries | undefined;
  readonly #hops: readonly QueueSeries[];
  /** `GROUP_SERIES` of each group. */
  readonly #groups: Growing[] = [];

  constructor(sampleS: number, hasReverse: boolean, otherHops: number) {
    this.#sampleS = sampleS;
    this.#own = new QueueSeries(sampleS);
    if (hasReverse) this.#reverse = new QueueSeries(sampleS);
    this.#hops = Array.from({ length: otherHops }, () => new QueueSeries(sampleS));
  }

  append(from: number, columns: readonly Float32Array[]): void {
    const queues = [this.#own, ...(this.#reverse ? [this.#reverse] : []), ...this.#hops];
    queues.forEach((queue, i) => queue.append(from, columns.slice(i * COLUMNS.length)));
    columns
      .slice(queues.length * COLUMNS.length)
      .forEach((values, i) => (this.#groups[i] ??= new Growing()).write(from, values));
  }

  views(): LaneColumns {
    const columns = this.#groups.map((column) => column.view(this.#sampleS));
    const of = (name: (typeof GROUP_SERIES)[number]): SeriesColumn[] =>
      columns.filter((_, i) => GROUP_SERIES[i % GROUP_SERIES.length] === name);
    const [sent, dropped] = [of('sent'), of('dropped')];
    return {
      ...this.#own.views(),
      groupDelays: of('delay'),
      groupCounts: sent.map((sent, group) => ({ sent, drops: dropped[group] })),
      reverse: this.#reverse?.views(),
      hops: this.#hops.map((hop) => hop.views()),
    };
  }
}

/** The time series of a run: all columns of all lanes from time zero. */
export class RunSeries {
  readonly #lanes: readonly LaneSeries[];

  constructor(lanes: number, sampleS: number, hasReverse = false, otherHops = 0) {
    this.#lanes = Array.from(
      { length: lanes },
      () => new LaneSeries(sampleS, hasReverse, otherHops),
    );
  }

  append(slice: Slice): void {
    slice.columns.forEach((columns, lane) => this.#lanes[lane].append(slice.from, columns));
  }

  /** Returns new views of the present data. */
  views(): LaneColumns[] {
    return this.#lanes.map((lane) => lane.views());
  }
}

/** Returns the number of samples of a column before `s`. */
export const samplesUntil = ({ startS, stepS, length }: SeriesColumn, s: number): number =>
  Math.max(0, Math.min(length, Math.floor((s - startS) / stepS + 1e-6)));

/** Returns the mean of the samples [from, to) without gaps; NaN if there are none. */
export function meanOf({ values, length }: SeriesColumn, from: number, to: number): number {
  let [sum, count] = [0, 0];
  for (let i = Math.max(0, from); i < Math.min(length, to); i++) {
    const value = values[i];
    if (!Number.isNaN(value)) [sum, count] = [sum + value, count + 1];
  }
  return count > 0 ? sum / count : NaN;
}
