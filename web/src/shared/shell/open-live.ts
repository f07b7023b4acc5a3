import { tick } from 'svelte';
import type { Problem } from '../../core/sim/protocol';
import type { Back, Sections } from '../../core/state/sections.svelte';
import type { Workspace } from '../../core/state/workspace.svelte';
import { focusLane } from './focus-lane';

/**
 * Opens a scenario in Live, and plays it. Lane `lane` is selected, and its card has the focus. Live then shows a way back. Returns
 * the problems of the scenario, and opens nothing if it has any.
 */
export async function openLive(
  workspace: Workspace,
  sections: Sections,
  text: string,
  lane: number,
  back: Back,
): Promise<readonly Problem[]> {
  const problems = await workspace.opener.openText(text, () => sections.goLive(back));
  if (problems.length > 0) return problems;
  workspace.display.focus = workspace.current.queues.length > 1 ? lane : undefined;
  await tick();
  // Live returns to its former place on the page with the next frame; the card comes into view after that.
  requestAnimationFrame(() => focusLane(lane));
  return [];
}
