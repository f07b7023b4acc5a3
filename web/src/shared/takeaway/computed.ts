import type { Job, RunOptions } from '../../core/batch';

/** The part of the pool that computes; tests replace it. */
export interface Runner {
  run(jobs: readonly Job[], options: RunOptions<Job>): Promise<unknown>;
}

/** Returns the results of all jobs; fails with the first refusal. */
export async function computed(
  pool: Runner,
  jobs: readonly Job[],
): Promise<readonly Float64Array[]> {
  const results = new Map<Job, Float64Array>();
  let failure = 'The computation was stopped.';
  await pool.run(jobs, {
    onResult: (job, values) => results.set(job, values),
    onFailure: (_, message) => (failure = message),
  });
  return jobs.map((job) => {
    const values = results.get(job);
    if (!values) throw new Error(failure);
    return values;
  });
}

/** Returns the text that a job has packed, its length in bytes and then four bytes of UTF-8 each, the lowest first; and the numbers behind it. */
export function textIn(values: Float64Array): { text: string; rest: Float64Array } {
  const words = Math.ceil(values[0] / 4);
  const bytes = new Uint8Array(4 * words);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < words; i++) view.setUint32(4 * i, values[i + 1], true);
  const text = new TextDecoder().decode(bytes.subarray(0, values[0]));
  return { text, rest: values.subarray(1 + words) };
}
