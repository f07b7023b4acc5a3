import { CORES, pool } from '../batch';
import type { Run } from './run.svelte';

let isShared = false;

/**
 * Leaves a core to the live run while it computes, so that it does not stutter; with one core both share it. Each view that
 * uses the pool calls this; the first call decides.
 */
export function sharePool(run: Run): void {
  if (isShared) return;
  isShared = true;
  $effect.root(() => {
    $effect(() => {
      const isComputing = run.phase === 'playing' || run.phase === 'busy';
      pool.allow(isComputing ? CORES - 1 : CORES);
    });
  });
}
