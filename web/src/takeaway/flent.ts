import type { FlentJob, Job, RunOptions } from '../batch';

/** The part of the pool that computes; tests replace it. */
export interface Runner {
  run(jobs: readonly Job[], options: RunOptions<Job>): Promise<unknown>;
}

/** Returns the text that a job has packed: its length in bytes, and then four bytes of UTF-8 each, the lowest first. */
export function unpacked(values: Float64Array): string {
  const bytes = new Uint8Array(4 * (values.length - 1));
  const view = new DataView(bytes.buffer);
  for (let i = 1; i < values.length; i++) view.setUint32(4 * (i - 1), values[i], true);
  return new TextDecoder().decode(bytes.subarray(0, values[0]));
}

/** Returns a text compressed with gzip. */
export const gzipped = (text: string): Promise<Blob> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();

/** Runs a lane again in the pool, and returns its Flent data file, as `aqm run --flent` writes it. */
export async function flentFile(
  pool: Runner,
  job: Omit<FlentJob, 'kind' | 'weight'>,
): Promise<Blob> {
  let text: string | undefined;
  let failure = 'The computation was stopped.';
  await pool.run([{ kind: 'flent', weight: job.toS, ...job }], {
    onResult: (_, values) => (text = unpacked(values)),
    onFailure: (_, message) => (failure = message),
  });
  if (text === undefined) throw new Error(failure);
  return gzipped(text);
}
