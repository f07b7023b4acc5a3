import type { Workspace } from '../../core/state/workspace.svelte';

/** Calls back when the scenario or its run has changed. `plays`: only that time has passed. */
export function follow(workspace: Workspace, changed: (plays: boolean) => void): void {
  const { doc, run, display, bar } = workspace;
  $effect.root(() => {
    $effect(() => {
      void [doc.scenario, run.phase, display.views, bar.settled];
      changed(false);
    });
    $effect(() => {
      void run.report;
      changed(run.phase === 'playing');
    });
  });
}
