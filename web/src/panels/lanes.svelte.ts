import { getContext, setContext } from 'svelte';
import { laneLabels } from '../content/queues';
import type { QueueKind } from '../sim/scenario';
import type { Workspace } from '../state/workspace.svelte';
import { type LaneStyle, laneStyles } from '../styles/lanes';

export interface LaneLook extends LaneStyle {
  readonly lane: number;
  /** What it runs now. */
  readonly kind: QueueKind;
  /** Its name now: "CoDel", or "CoDel 2" where there are two. */
  readonly label: string;
}

/**
 * How lanes look. Colour and dash belong to what a lane began with: when a discipline is switched in the middle of a run,
 * its past must not change colour.
 */
export class Lanes {
  readonly #workspace: Workspace;
  readonly list: readonly LaneLook[] = $derived.by(() => {
    const styles = laneStyles(this.#workspace.experiment.at(0).queues.map((q) => q.kind));
    const kinds = this.#workspace.current.queues.map((q) => q.kind);
    const labels = laneLabels(kinds);
    return kinds.map((kind, lane) => ({ ...styles[lane], lane, kind, label: labels[lane] }));
  });

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }
}

const KEY = Symbol('lanes');
export const provideLanes = (lanes: Lanes): Lanes => setContext(KEY, lanes);
export const useLanes = (): Lanes => getContext<Lanes>(KEY);
