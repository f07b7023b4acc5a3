import type { Workspace } from '../../state/workspace.svelte';
import type { Sign } from '../../ui/sign';

/** The sign of a parameter that takes effect at the start of the run only. */
export const START_ONLY: Sign = {
  shape: 'start',
  filled: false,
  text: 'Sets the start value. The run is computed again.',
};

/** Returns the sign of a control of these parameters: whether it sets the start value or adds a change. */
export function signOf({ controls }: Workspace, ...sets: readonly string[]): Sign {
  const { atStart, isChanged } = controls.effectOf(...sets);
  const text = atStart
    ? `Sets the start value.${isChanged ? ' The value changes during the run.' : ''}`
    : `Adds a change at the present time.${isChanged ? ' The value changes during the run.' : ''}`;
  return { shape: atStart ? 'start' : 'change', filled: isChanged, text };
}
