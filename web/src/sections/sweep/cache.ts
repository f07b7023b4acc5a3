/** Most runs in memory. The oldest scenarios are removed first. */
const MOST_RUNS = 200_000;

interface Entry {
  /** Names of the measures, separated by commas; equal texts are shared. */
  readonly names: string;
  readonly values: Float64Array;
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
