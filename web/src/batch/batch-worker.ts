import { loadBatch } from '../wasm/batch-package';
import type { FromWorker, ToWorker } from './jobs';
import { serve } from './serve';

/** A worker of the pool: loads the batch package, then computes one job after the other. Earlier messages wait. */
const post = (message: FromWorker): void =>
  self.postMessage(message, { transfer: message.kind === 'done' ? [message.values.buffer] : [] });

const core = loadBatch();
core.then(
  () => post({ kind: 'ready' }),
  (error: unknown) =>
    post({ kind: 'broken', message: error instanceof Error ? error.message : String(error) }),
);

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  core.then(
    (loaded) => post(serve(loaded, data, () => performance.now())),
    // The page has received the failure above.
    () => undefined,
  );
};
