import { openTabs } from '../batch/tabs';
import type { Workspace } from '../state/workspace.svelte';
import { Keeper } from './keeper.svelte';
import { Database } from './storage';
import { Works } from './works.svelte';

/** Returns a random name. `crypto.randomUUID` needs a secure context. */
const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

const announce = openTabs('aqm-library', () => void works.load());

/** What the user has built. */
export const works: Works = new Works(new Database(newId), {
  nowMs: () => Date.now(),
  newId,
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
