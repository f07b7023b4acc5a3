import type { BatchPackage } from '../../wasm/batch-package';
import type { DescribedCell, DescribedRow, Description } from './description.generated';
import type { Override } from './overrides';
import type { Plan } from './plan';
import type { Cache } from './cache';

/** The class `Sweep` of the batch package; tests replace it. */
export type Core = Pick<
  InstanceType<BatchPackage['Sweep']>,
  'plan' | 'description' | 'put' | 'estimates' | 'indifferent' | 'csv' | 'free'
>;

/** One way in which cells differ: a parameter, or the cases of the plan. */
export interface Dimension {
  /** Path of the parameter; undefined for cases. */
  readonly path: string | undefined;
  readonly values: readonly unknown[];
}

/** The estimate of one measure in one row. */
export interface Estimate {
  /** Number of runs. */
  readonly runs: number;
  /** Mean over the runs, or their sum or maximum; NaN: unknown. */
  readonly value: number;
  /** Half the width of the 95 % confidence interval of a mean; NaN: unknown. */
  readonly half: number;
}

const UNKNOWN: Estimate = { runs: 0, value: NaN, half: NaN };

/** A valid plan, expanded to its runs, and the results so far. The simulator combines the results. */
export class Expansion {
  readonly plan: Plan;
  readonly #core: Core;
  readonly #about: Description;
  /** The parameters in their order, then the cases. A cell has one index for each. */
  readonly dimensions: readonly Dimension[];
  /** Indices of the lanes that run in any cell. */
  readonly lanes: readonly number[];
  readonly #rows = new Map<string, number>();
  /** 1 for each run with a result. */
  readonly #made: Uint8Array;
  /** Why a run has failed. */
  readonly #failures = new Map<number, string>();

  constructor(core: Core) {
    this.#core = core;
    this.plan = JSON.parse(core.plan()) as Plan;
    const about = JSON.parse(core.description()) as Description;
    this.#about = about;
    const cases = this.plan.cases ?? [];
    this.dimensions = [
      ...about.axes,
      ...(cases.length > 0 ? [{ path: undefined, values: cases.map(({ name }) => name) }] : []),
    ];
    about.rows.forEach(({ cell, lane }, row) => this.#rows.set(`${cell}/${lane}`, row));
    this.lanes = [...new Set(about.rows.map(({ lane }) => lane))].sort((a, b) => a - b);
    this.#made = new Uint8Array(about.rows.length * about.seeds.length);
  }

  get seeds(): readonly number[] {
    return this.#about.seeds;
  }
  /** Full names of the measures of the table. */
  get measures(): readonly string[] {
    return this.#about.measures;
  }
  get cells(): readonly DescribedCell[] {
    return this.#about.cells;
  }
  get rows(): readonly DescribedRow[] {
    return this.#about.rows;
  }
  /** What replaces values of the parameters for a part of the run. */
  get overrides(): readonly Override[] {
    return this.#about.overrides;
  }
  /** Number of runs. */
  get runs(): number {
    return this.#made.length;
  }

  /** Returns the cell with these indices, one for each dimension. */
  cellAt(at: readonly number[]): number {
    const axes = this.#about.axes.length;
    // Case after case; within a case the last parameter changes fastest.
    const order = [...this.dimensions.slice(axes), ...this.dimensions.slice(0, axes)];
    const indices = [...at.slice(axes), ...at.slice(0, axes)];
    return order.reduce((cell, { values }, i) => cell * values.length + indices[i], 0);
  }

  /** Returns the row of a lane of a cell; undefined if the lane does not run there. */
  rowAt(at: readonly number[], lane: number): number | undefined {
    return this.#rows.get(`${this.cellAt(at)}/${lane}`);
  }

  /** Returns the indices of a cell, one for each dimension: the inverse of `cellAt`. */
  placeOf(cell: number): readonly number[] {
    const axes = this.#about.axes.length;
    const order = [...this.dimensions.slice(axes), ...this.dimensions.slice(0, axes)];
    const indices: number[] = [];
    let rest = cell;
    for (const { values } of order.toReversed()) {
      indices.unshift(rest % values.length);
      rest = Math.floor(rest / values.length);
    }
    const cases = order.length - axes;
    return [...indices.slice(cases), ...indices.slice(0, cases)];
  }

  /** Returns the run's row, and its seed. */
  run(index: number): {
    readonly row: DescribedRow;
    readonly cell: DescribedCell;
    readonly seed: number;
  } {
    const { rows, cells, seeds } = this.#about;
    const row = rows[Math.floor(index / seeds.length)];
    return { row, cell: cells[row.cell], seed: seeds[index % seeds.length] };
  }

  /** Stores the result of a run: one value for each measure of the table. */
  put(index: number, values: Float64Array): void {
    this.#core.put(index, values);
    this.#made[index] = 1;
    this.#failures.delete(index);
  }

  fail(index: number, message: string): void {
    this.#failures.set(index, message);
  }

  /** Takes results from the cache for runs that have none. */
  fill(cache: Cache): void {
    for (let index = 0; index < this.runs; index++) {
      if (this.#made[index] === 1) continue;
      const { row, cell, seed } = this.run(index);
      const values = cache.get(cell.scenario, row.lane, seed, this.measures);
      if (values) this.put(index, values);
    }
  }

  isMade(index: number): boolean {
    return this.#made[index] === 1;
  }

  /** Returns the indices of the runs without a result. */
  missing(): readonly number[] {
    const indices: number[] = [];
    this.#made.forEach((made, index) => made === 0 && indices.push(index));
    return indices;
  }

  /** Returns why runs of a row have failed: the first reason. */
  failure(row: number): string | undefined {
    if (this.#failures.size === 0) return undefined;
    const count = this.seeds.length;
    const own = Array.from({ length: count }, (_, i) => this.#failures.get(row * count + i));
    return own.find((message) => message !== undefined);
  }

  /** The runs that have failed, and why. */
  get failures(): readonly (readonly [index: number, message: string])[] {
    return [...this.#failures].sort(([a], [b]) => a - b);
  }

  /** The run is made again. */
  forgive(index: number): void {
    this.#failures.delete(index);
  }

  /** Returns the estimates of a measure of the table, for `estimateAt`. */
  estimates(measure: number): Float64Array {
    return this.#core.estimates(measure);
  }

  /** Returns the indices of the parameters of which all values gave equal results; none until every run was made. */
  indifferent(): readonly number[] {
    return [...this.#core.indifferent()];
  }

  /** Returns the table of all results as `aqm sweep --csv` prints it. */
  csv(): string {
    return this.#core.csv();
  }

  /** Frees the memory of the simulator. */
  free(): void {
    this.#core.free();
  }
}

/** Returns the estimate of a row; a row that does not run has none. */
export function estimateAt(estimates: Float64Array, row: number | undefined): Estimate {
  if (row === undefined) return UNKNOWN;
  const [runs, value, half] = estimates.subarray(3 * row, 3 * row + 3);
  return { runs, value, half };
}
