import type { Outcome } from './batch';
import type { ReadJob } from './jobs';
import type { RunOptions } from './pool';

/** The part of the pool that reads; tests replace it. */
export interface ReadingRunner {
  run(jobs: readonly ReadJob[], options: RunOptions<ReadJob>): Promise<Outcome>;
}

/** The user has stopped the reading of a file. */
export class Stopped extends Error {}

/**
 * Reads a file in a worker, and returns the text that the job makes. A refusal is an `Error` with the message of the package; `signal`
 * ends the reading at once.
 */
export async function read(
  runner: ReadingRunner,
  job: Omit<ReadJob, 'kind' | 'weight'>,
  signal?: AbortSignal,
): Promise<string> {
  let text = '';
  let failure: string | undefined;
  const outcome = await runner.run([{ kind: 'read', weight: 1, ...job }], {
    ...(signal && { signal }),
    onResult: (_, values) => (text = new TextDecoder().decode(Uint8Array.from(values))),
    onFailure: (_, message) => (failure = message),
  });
  if (outcome === 'cancelled') throw new Stopped();
  if (failure !== undefined) throw new Error(failure);
  return text;
}
