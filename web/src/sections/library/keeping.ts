import { newKey } from '../../kit/storage/database';
import { openTabs } from '../../kit/storage/tabs';
import type { Workspace } from '../../core/state/workspace.svelte';
import { Keeper } from './keeper.svelte';
import { WorkStorage } from './storage';
import { Works } from './works.svelte';

const announce = openTabs('aqm-library', () => void works.load());

/** What the user has built. */
export const works: Works = new Works(new WorkStorage(newKey), {
  nowMs: () => Date.now(),
  newId: newKey,
  announce: () => announce('changed'),
});

let keeper: Keeper | undefined;

/** Keeps what the user builds in `workspace`, the only one of the page, from now on. Returns what keeps it. */
export function keep(workspace: Workspace): Keeper {
  if (keeper) return keeper;
  const begun = new Keeper(workspace, works, (callback, ms) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  });
  begun.watch();
  addEventListener('pagehide', () => begun.leave());
  // A page on a phone may be discarded while it is hidden, without a further event.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) void begun.flush();
  });
  // The database is open before the page is left.
  void works.load();
  keeper = begun;
  return begun;
}
