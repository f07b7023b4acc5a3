import type { FromWorker, Job, ToWorker } from './jobs';

/** The functions of the batch package that compute. A refusal is an `Error`; anything else that is thrown is a crash. */
export interface BatchCore {
  measure(item: string, run: number): Float64Array;
  sweepRun(scenario: string, lane: number, seed: number, measures: string): Float64Array;
  seedRun(scenario: string, lane: number, seed: number, toS: number, samples: number): Float64Array;
}

/** Computes one job and returns the answer. `wall` returns wall time, ms. */
export function serve(core: BatchCore, { task, job }: ToWorker, wall: () => number): FromWorker {
  const begin = wall();
  try {
    const values = compute(core, job);
    return { kind: 'done', task, values, tookMs: wall() - begin };
  } catch (error) {
    // The package throws a text when it panics, and the browser throws a RuntimeError.
    const isRefusal = error instanceof Error && !(error instanceof WebAssembly.RuntimeError);
    const message = error instanceof Error ? error.message : String(error);
    return { kind: isRefusal ? 'failed' : 'crashed', task, message };
  }
}

function compute(core: BatchCore, job: Job): Float64Array {
  switch (job.kind) {
    case 'paper':
      return core.measure(job.item, job.run);
    case 'sweep':
      return core.sweepRun(job.scenario, job.lane, job.seed, job.measures);
    case 'seed':
      return core.seedRun(job.scenario, job.lane, job.seed, job.toS, job.samples);
  }
}
