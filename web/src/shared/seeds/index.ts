import { pool } from '../../core/batch';
import { sharePool } from '../../core/state/share-pool.svelte';
import type { Workspace } from '../../core/state/workspace.svelte';
import { OtherSeeds } from './other-seeds.svelte';

export { default as Legend } from './Legend.svelte';
export type { OtherSeeds } from './other-seeds.svelte';

/** Starts to compute the runs with other seeds that the display asks for. The caller stops it. */
export function start(workspace: Workspace): OtherSeeds {
  sharePool(workspace.run);
  const later = (callback: () => void, ms: number): (() => void) => {
    const id = setTimeout(callback, ms);
    return () => clearTimeout(id);
  };
  return new OtherSeeds(workspace, later, pool);
}
