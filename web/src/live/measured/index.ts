import { newKey } from '../../kit/storage/database';
import { onLeaving } from '../../kit/storage/tabs';
import type { Workspace } from '../../core/state/workspace.svelte';
import { Measured } from './measured.svelte';
import { RunStorage } from './storage';

export { default as Grips } from './Grips.svelte';
export { default as MeasuredCards } from './MeasuredCards.svelte';
export { default as MeasuredInput } from './MeasuredInput.svelte';
export type { Measured } from './measured.svelte';

/** Returns the measured runs of the page. `remember`: called when this browser keeps one. */
export function startMeasured(workspace: Workspace, remember: () => void): Measured {
  const measured = new Measured(workspace, {
    storage: new RunStorage(),
    nowMs: () => Date.now(),
    newId: newKey,
    later: (callback, ms) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    remember,
  });
  onLeaving(() => measured.keeping.leave());
  return measured;
}
