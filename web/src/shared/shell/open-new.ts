import { tick } from 'svelte';
import { newScenario } from '../../core/content/new-scenario';
import type { Sections } from '../../core/state/sections.svelte';
import type { Workspace } from '../../core/state/workspace.svelte';

/** Opens a new scenario in Live. Its bandwidth has the focus, except on a phone, where the keyboard would cover the page. */
export async function openNew(workspace: Workspace, sections: Sections): Promise<void> {
  sections.goLive();
  workspace.opener.openNew(newScenario);
  await tick();
  if (matchMedia('(pointer: coarse)').matches) return;
  document.querySelector<HTMLElement>('[data-bandwidth] input[type=text]')?.focus();
}
