import { timelineEntries } from '../../core/content/timeline-entries';
import type { Scene } from '../../shared/shell/scene';
import type { Workspace } from '../../core/state/workspace.svelte';

/** Step of PageUp, s. */
const BACK_S = 1;

/**
 * Returns what the live run shows at `nowS`, for the notes: the text of the scenario, and the next change of the timeline. The time
 * is in whole seconds, so that the scene does not change in every frame.
 */
export function liveScene({ run, doc, transport, durationS }: Workspace, nowS: number): Scene {
  const { title, about = '' } = doc.base;
  const next = timelineEntries(doc.base, doc.changes).find(
    ({ t, isMuted }) => t > nowS && !isMuted,
  );
  return {
    title: title ?? 'Live run',
    where: `${nowS} s of ${durationS} s`,
    sees: run.wantsToPlay ? 'the run playing' : 'the run paused',
    heading: title ?? 'Live run',
    notes: [],
    text: about === '' ? ['This scenario has no notes.'] : about.split(/\n+/),
    options: [],
    hands: [],
    next: next ? [`At ${next.t} s: ${next.label}`] : ['No further change on the timeline.'],
    steps: [],
    at: 0,
    forward: run.phase === 'finished' ? 'Replay' : run.wantsToPlay ? 'Pause' : 'Play',
    back: 'Back 1 s',
    goForward: () => transport.togglePlay(),
    goBack: () => run.seek(run.nowS - BACK_S),
    goTo: () => undefined,
    setHands: () => undefined,
  };
}
