import { COLUMNS, type ColumnName, type Slice } from './protocol';

/** What charts take: see `charts/core/column.ts`. */
export interface SeriesColumn {
  readonly startS: number;
  readonly stepS: number;
  readonly values: Float32Array;
  readonly length: number;
}

export type LaneColumns = Readonly<Record<ColumnName, SeriesColumn>>;

/** A column that grows. Views handed out earlier keep their length and, below it, their values. */
class Growing {
  #values = new Float32Array(1024);
  #length = 0;

  /** Writes at `from`, which is at most the length so far. */
  write(from: number, values: Float32Array): void {
    const end = from + values.length;
    if (end > this.#values.length) {
      const larger = new Float32Array(Math.max(end, 2 * this.#values.length));
      larger.set(this.#values.subarray(0, this.#length));
      this.#values = larger;
    }
    this.#values.set(values, from);
    this.#length = Math.max(this.#length, end);
  }

  view(stepS: number): SeriesColumn {
    return { startS: 0, stepS, values: this.#values, length: this.#length };
  }
}

/** The time series of a run: all columns of all lanes from time zero. */
export class RunSeries {
  readonly #lanes: Growing[][];
  readonly #sampleS: number;

  constructor(lanes: number, sampleS: number) {
    this.#sampleS = sampleS;
    this.#lanes = Array.from({ length: lanes }, () => COLUMNS.map(() => new Growing()));
  }

  append(slice: Slice): void {
    slice.columns.forEach((columns, lane) => {
      columns.forEach((values, i) => this.#lanes[lane]![i]!.write(slice.from, values));
    });
  }

  /** Fresh views of what is there now. */
  views(): LaneColumns[] {
    return this.#lanes.map(
      (columns) =>
        Object.fromEntries(
          COLUMNS.map((name, i) => [name, columns[i]!.view(this.#sampleS)]),
        ) as Record<ColumnName, SeriesColumn>,
    );
  }
}
