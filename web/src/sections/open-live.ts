import type { Problem } from '../sim/protocol';
import type { Back, Sections } from '../state/sections.svelte';
import type { Workspace } from '../state/workspace.svelte';

/**
 * Opens a scenario in Live, and plays it. Live then shows a way back. Returns the problems of the scenario, and opens nothing if it
 * has any.
 */
export async function openLive(
  workspace: Workspace,
  sections: Sections,
  text: string,
  back: Back,
): Promise<readonly Problem[]> {
  return workspace.opener.openText(text, () => sections.goLive(back));
}
