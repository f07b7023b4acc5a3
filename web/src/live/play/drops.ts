import { type Change, path, type Scenario } from '../../core/document/scenario';
import { isLocked, LOCKED } from '../../core/state/locks';
import type { Workspace } from '../../core/state/workspace.svelte';

/** Most changes that a scenario holds, muted ones included: the limit of the format. */
export const MOST_CHANGES = 1000;
/** A held key or button drops a packet this often, ms. */
export const HELD_EVERY_MS = 250;

/** Returns the lane that the user manages: the one in focus, or else the first. */
export function ownLane({ queues }: Scenario, focus?: number): number | undefined {
  if (focus !== undefined && queues[focus]?.kind === 'manual') return focus;
  const lane = queues.findIndex(({ kind }) => kind === 'manual');
  return lane < 0 ? undefined : lane;
}

/** Returns how many packets of a lane the timeline drops until `atS`. */
export function droppedBy(changes: readonly Change[], lane: number, atS = Infinity): number {
  const own = changes.filter(
    (change) => change.set === path.dropNext(lane) && change.atS <= atS && !change.muted,
  );
  return own.reduce((sum, { to }) => sum + Number(to), 0);
}

/** Time of the last press, ms. */
let lastMs = -Infinity;

/**
 * Drops the next packet of a lane that the user manages. Presses at one time of the run are one change. `isHeld`: the press is one of a
 * held key, which are only so frequent. Returns whether a packet will be dropped.
 */
export function press(
  workspace: Workspace,
  lane = ownLane(workspace.current, workspace.display.focus),
  isHeld = false,
  nowMs = performance.now(),
): boolean {
  const { doc, run, controls, notices } = workspace;
  if (lane === undefined || workspace.current.queues[lane]?.kind !== 'manual') {
    if (!isHeld) notices.done('No lane has the discipline “You”. Add one to drop packets by hand.');
    return false;
  }
  if (isHeld && nowMs - lastMs < HELD_EVERY_MS) return false;
  const set = path.dropNext(lane);
  if (isLocked(doc.base, set)) {
    if (!isHeld) notices.done(LOCKED);
    return false;
  }
  const same = doc.changes.find(
    (change) => change.set === set && change.atS === run.frontierS && !change.muted,
  );
  if (!same && doc.changes.length >= MOST_CHANGES) {
    if (!isHeld)
      notices.warn(
        `The timeline has ${MOST_CHANGES} changes, which is all that a scenario and a link hold. Undo some, or delete them on the timeline, to go on.`,
      );
    return false;
  }
  lastMs = nowMs;
  controls.set(set, Number(same?.to ?? 0) + 1);
  return true;
}
