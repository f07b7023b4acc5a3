import type { FlentJob } from '../../core/batch';
import { computed, type Runner, textIn } from './computed';

/** Returns a text compressed with gzip. */
export const gzipped = (text: string): Promise<Blob> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();

/** Runs a lane again in the pool, and returns its Flent data file, as `aqm run --flent` writes it. */
export async function flentFile(
  pool: Runner,
  job: Omit<FlentJob, 'kind' | 'weight'>,
): Promise<Blob> {
  const [values] = await computed(pool, [{ kind: 'flent', weight: job.toS, ...job }]);
  return gzipped(textIn(values).text);
}
