import type { BatchCore } from '../batch/serve';
import init, { delays, measure, sweepRun } from './batch/aqm_batch.js';
import address from './batch/aqm_batch_bg.wasm?url';

/** Starts the package for many runs. Workers of the pool call it. */
export async function startBatch(): Promise<BatchCore> {
  await init({ module_or_path: address });
  return { measure, sweepRun, delays };
}
