import { untrack } from 'svelte';
import type { TimeFrame } from '../../../kit/charts/frame.svelte';
import type { Inspected } from '../../../core/state/display.svelte';
import type { Workspace } from '../../../core/state/workspace.svelte';
import type { Lanes } from '../lanes/lanes.svelte';

/** Every so often a playing run updates its link, ms. */
const LINK_EVERY_MS = 5000;

/** Keeps the link, the numbers and the opened lane in step with what the live run shows. Called where effects may be. */
export function follow(
  workspace: Workspace,
  frame: Pick<TimeFrame, 'clear'>,
  lanes: Pick<Lanes, 'list' | 'opened' | 'inspect' | 'inspected'>,
): void {
  const { run, display, bar } = workspace;

  // A time that was pinned in one run says nothing about another one.
  $effect(() => {
    void workspace.origin.scenario;
    untrack(() => frame.clear());
  });

  $effect(() => {
    if (run.phase !== 'playing') return;
    const timer = setInterval(() => bar.keepUp(), LINK_EVERY_MS);
    return () => clearInterval(timer);
  });

  // The link contains the display.
  $effect(() => {
    void [display.span, display.scales, display.scope, display.views];
    void [display.layout, display.focus, display.seeds, display.fixed, display.interval];
    void [display.compared, display.queue, display.whole, display.inspected, display.sending];
    untrack(() => bar.keepUp());
  });

  // The headline numbers follow the window, and some plots come with them.
  $effect(() => {
    void [display.span, display.fixed, display.interval, workspace.durationS, display.views];
    untrack(() => {
      run.needProbes();
      run.refreshReport();
    });
  });

  // The numbers of lanes change when lanes are added or removed.
  const count = $derived(lanes.list.length);
  $effect(() => {
    void count;
    return () => (lanes.opened = undefined);
  });

  // A link opens the inspector as its sender saw it. Drops are known once the run is computed.
  let opening: Inspected | undefined;
  $effect(() => {
    const { toInspect } = display;
    if (!toInspect || opening === toInspect || count === 0) return;
    if (run.phase === 'busy' || run.phase === 'empty') return;
    opening = toInspect;
    void untrack(() => lanes.inspect(toInspect)).finally(() => {
      if (display.toInspect === toInspect) display.toInspect = undefined;
    });
  });
  $effect(() => {
    display.inspected = lanes.inspected;
  });
}
