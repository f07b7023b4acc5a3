import type { ProbeJob } from './jobs';
import type { Outcome } from './batch';
import type { RunOptions } from './pool';

/** Computing time of one probe, ms, about: the beginning of a run is simulated for this long. */
const PROBE_MS = 120;

/** A run whose computing time is wanted. */
export interface Wanted {
  readonly scenario: string;
  readonly lane: number;
  readonly seed: number;
  /** As in jobs. */
  readonly weight: number;
}

/** The part of the pool that probes use; tests replace it. */
export interface Prober {
  run(jobs: readonly ProbeJob[], options: RunOptions<ProbeJob>): Promise<Outcome>;
}

/**
 * Simulates the beginning of each run for a short time. Returns the expected computing time of whole runs, ms for each unit of weight:
 * the mean of these runs. Undefined if it was cancelled, or if no run could be simulated.
 */
export async function probe(
  pool: Prober,
  runs: readonly Wanted[],
  signal: AbortSignal,
): Promise<number | undefined> {
  const found: number[] = [];
  const jobs = runs.map(({ scenario, lane, seed, weight }): ProbeJob & { whole: number } => {
    const { durationS } = JSON.parse(scenario) as { readonly durationS: number };
    return {
      ...{ kind: 'probe', scenario, lane, seed, durationS, mostMs: PROBE_MS },
      ...{ weight: 1, whole: weight },
    };
  });
  const outcome = await pool.run(jobs, {
    onResult: (job, [toS, ms]) => {
      const { whole } = job as (typeof jobs)[number];
      if (whole > 0) found.push((ms * job.durationS) / toS / whole);
    },
    // The run itself will report the reason.
    onFailure: () => undefined,
    signal,
    inBackground: true,
  });
  if (outcome !== 'done' || found.length === 0) return undefined;
  return found.reduce((sum, ms) => sum + ms, 0) / found.length;
}
