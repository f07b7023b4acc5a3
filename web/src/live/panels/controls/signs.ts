import { isLocked, LOCKED as LOCKED_TEXT } from '../../../core/state/locks';
import type { Workspace } from '../../../core/state/workspace.svelte';
import type { Sign } from '../../../kit/ui/sign';

/** The sign of what a challenge locks. */
const LOCKED: Sign = {
  shape: 'lock',
  filled: true,
  text: LOCKED_TEXT,
};

/** Returns the sign of a parameter that takes effect at the start of the run only. */
export function startSign(workspace: Workspace, set: string): Sign {
  if (isLocked(workspace.doc.base, set)) return LOCKED;
  const text = 'Sets the start value. The run is computed again.';
  return { shape: 'start', filled: false, text };
}

/** Returns the sign of a control of these parameters: whether it sets the start value or adds a change. */
export function signOf(workspace: Workspace, ...sets: readonly string[]): Sign {
  if (isLocked(workspace.doc.base, ...sets)) return LOCKED;
  const { controls } = workspace;
  const { atStart, isChanged } = controls.effectOf(...sets);
  const text = atStart
    ? `Sets the start value.${isChanged ? ' The value changes during the run.' : ''}`
    : `Adds a change at the present time.${isChanged ? ' The value changes during the run.' : ''}`;
  return { shape: atStart ? 'start' : 'change', filled: isChanged, text };
}
