import type { Expansion } from './expansion';
import { ALL_OF_LANES } from './measures';

/** Most runs in memory. The oldest scenarios are removed first. */
const MOST_RUNS = 200_000;
/** Up to this number of runs, a sweep measures everything, so that another measure needs no other run. */
const MOST_MEASURED = 20_000;
/** Most numbers of a sweep that is kept over a reload: 8 MB. */
const MOST_KEPT = 1_000_000;

interface Entry {
  /** Names of the measures, separated by commas; equal texts are shared. */
  readonly names: string;
  readonly values: Float64Array;
}

/**
 * Results of single runs, by scenario, lane and seed. Another value of a parameter, another seed or another measure in the
 * plan therefore does not lose the runs that were made.
 */
export class Cache {
  readonly #scenarios = new Map<string, Map<string, Entry>>();
  #size = 0;

  put(scenario: string, lane: number, seed: number, names: string, values: Float64Array): void {
    let runs = this.#scenarios.get(scenario);
    if (!runs) {
      runs = new Map();
      this.#scenarios.set(scenario, runs);
    }
    const key = `${lane}/${seed}`;
    if (!runs.has(key)) this.#size++;
    runs.set(key, { names, values });
    for (const [oldest, own] of this.#scenarios) {
      if (this.#size <= MOST_RUNS || oldest === scenario) break;
      this.#scenarios.delete(oldest);
      this.#size -= own.size;
    }
  }

  /** Returns the values of these measures; undefined if the run was not made, or without one of them. */
  get(
    scenario: string,
    lane: number,
    seed: number,
    measures: readonly string[],
  ): Float64Array | undefined {
    const entry = this.#scenarios.get(scenario)?.get(`${lane}/${seed}`);
    return entry && picked(entry, measures);
  }
}

/** The latest list of names and where it has the measures: thousands of runs have the same ones. */
let latest = { names: '', measures: '', indices: [] as readonly number[] };

function picked({ names, values }: Entry, measures: readonly string[]): Float64Array | undefined {
  const wanted = measures.join(',');
  if (latest.names !== names || latest.measures !== wanted) {
    const known = names.split(',');
    latest = { names, measures: wanted, indices: measures.map((one) => known.indexOf(one)) };
  }
  const { indices } = latest;
  if (indices.includes(-1)) return undefined;
  return Float64Array.from(indices, (index) => values[index]);
}

/** Returns the names of the measures that the runs of a sweep have: those of the table, and all others if there is room. */
export function measured({ measures, runs }: Expansion): string {
  if (runs > MOST_MEASURED) return measures.join(',');
  return [...new Set([...measures, ...ALL_OF_LANES])].join(',');
}

/** Results of a sweep for the browser's storage. */
export interface KeptResults {
  /** Names of the measures, separated by commas. */
  readonly names: string;
  /** 1 for each run that was made. */
  readonly made: Uint8Array;
  /** All measures of each run. */
  readonly values: Float64Array;
}

/** Returns the results of a sweep for the storage; undefined if there are none, or too many. */
export function keep(expansion: Expansion, cache: Cache): KeptResults | undefined {
  const whole = measured(expansion);
  const fits = expansion.runs * whole.split(',').length <= MOST_KEPT;
  const list = fits ? whole.split(',') : expansion.measures;
  if (expansion.runs * list.length > MOST_KEPT) return undefined;
  const made = new Uint8Array(expansion.runs);
  const values = new Float64Array(expansion.runs * list.length);
  let some = false;
  for (let index = 0; index < expansion.runs; index++) {
    const { row, cell, seed } = expansion.run(index);
    const own = cache.get(cell.scenario, row.lane, seed, list);
    if (!own) continue;
    made[index] = 1;
    values.set(own, index * list.length);
    some = true;
  }
  return some ? { names: list.join(','), made, values } : undefined;
}

/** Puts kept results into the cache. Returns whether they are those of this sweep. */
export function restore(kept: unknown, expansion: Expansion, cache: Cache): boolean {
  const { names, made, values } = (kept ?? {}) as Partial<KeptResults>;
  if (typeof names !== 'string') return false;
  const count = names.split(',').length;
  const fits =
    made instanceof Uint8Array &&
    values instanceof Float64Array &&
    made.length === expansion.runs &&
    values.length === expansion.runs * count;
  if (!fits) return false;
  made.forEach((is, index) => {
    if (is !== 1) return;
    const { row, cell, seed } = expansion.run(index);
    const own = values.slice(index * count, (index + 1) * count);
    cache.put(cell.scenario, row.lane, seed, names, own);
  });
  return true;
}
