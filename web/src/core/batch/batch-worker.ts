import { loadBatch } from '../../wasm/batch-package';
import type { FromWorker, ToWorker } from './jobs';
import { serve } from './serve';

/** A worker of the pool: loads the batch package, then computes one job after the other. Earlier messages wait. */
const post = (message: FromWorker): void =>
  self.postMessage(message, { transfer: message.kind === 'done' ? [message.values.buffer] : [] });

/** Least time between two signs of life, ms. */
const ALIVE_MS = 500;
let aliveAt = 0;

/** Tells the page that the job goes on. Messages leave a worker also while it computes. */
function alive(): void {
  const now = performance.now();
  if (now - aliveAt < ALIVE_MS) return;
  aliveAt = now;
  post({ kind: 'alive' });
}

const core = loadBatch(alive);
core.then(
  () => post({ kind: 'ready' }),
  (error: unknown) =>
    post({ kind: 'broken', message: error instanceof Error ? error.message : String(error) }),
);

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  core.then(
    (loaded) => post(serve(loaded, data, () => performance.now(), alive)),
    // The page has received the failure above.
    () => undefined,
  );
};
