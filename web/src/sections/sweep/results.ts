import type { Cache } from './cache';
import type { Expansion } from './expansion';
import { ALL_OF_LANES } from '../../core/variables/measures';

/** Up to this number of runs, a sweep measures everything, so that another measure needs no other run. */
const MOST_MEASURED = 20_000;
/** Most numbers of a sweep that is kept over a reload: 8 MB. */
const MOST_KEPT = 1_000_000;

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
