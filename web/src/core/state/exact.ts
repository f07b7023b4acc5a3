import { pool } from '../batch';
import { ExactInterval } from './exact-interval.svelte';
import { sharePool } from './share-pool.svelte';
import type { Workspace } from './workspace.svelte';

/** Starts to compute the exact numbers of the chosen interval. The caller stops it. */
export function startExact(workspace: Workspace): ExactInterval {
  sharePool(workspace.run);
  return new ExactInterval(workspace, pool, (callback, ms) => {
    const id = setTimeout(callback, ms);
    return () => clearTimeout(id);
  });
}
