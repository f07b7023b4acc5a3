import { path } from '../../core/document/scenario';
import type { Workspace } from '../../core/state/workspace.svelte';
import { MOST_CHANGES } from './drops';

/** The pointer changes the rate at most this often, s of simulated time. */
export const EVERY_S = 0.1;

/** Returns the top of the scale of rates, Mbit/s: a round number from 2.4 times the link on, so that the link is at no mark. */
export function topMbps(linkMbps: number): number {
  const most = 2.4 * linkMbps;
  const decade = 10 ** Math.floor(Math.log10(most));
  return decade * ([1, 1.5, 2, 3, 5, 7].find((step) => step * decade >= most * 0.999) ?? 10);
}

/** Sets the rate of a group while the run plays: each movement of the pointer becomes changes of the timeline, not too many. */
export class Pilot {
  readonly #workspace: Workspace;
  readonly #set: string;
  #wanted: number | undefined;
  #writtenS = -Infinity;
  #isFull = false;

  constructor(workspace: Workspace, group: number) {
    this.#workspace = workspace;
    this.#set = path.traffic(group, 'rateMbps');
  }

  /** The user wants this rate, Mbit/s. */
  want(mbps: number): void {
    this.#wanted = Math.round(mbps * 100) / 100;
    this.tick();
  }

  /** Called in each frame: writes the rate that is wanted if the former change is old enough. */
  tick(): void {
    const { run, doc } = this.#workspace;
    const atS = run.frontierS;
    if (this.#wanted === undefined) return;
    // The user may have gone back in time.
    if (atS < this.#writtenS) this.#writtenS = -Infinity;
    const isSoon = atS > this.#writtenS && atS - this.#writtenS < EVERY_S - 1e-9;
    if (isSoon && doc.isMoving) return;
    this.#write(atS);
  }

  /** The pointer has been lifted: the movement is one step of undo. */
  release(): void {
    if (this.#wanted !== undefined) this.#write(this.#workspace.run.frontierS);
    this.#workspace.doc.settle();
    this.#workspace.bar.writeSoon();
  }

  #write(atS: number): void {
    const { controls, doc, run, notices } = this.#workspace;
    const replaces = doc.changes.some(
      (change) => change.set === this.#set && change.atS === atS && !change.muted,
    );
    if (atS > 0 && !replaces && doc.changes.length >= MOST_CHANGES) {
      if (!this.#isFull)
        notices.warn(
          `The timeline has ${MOST_CHANGES} changes, which is all that a scenario and a link hold. The rate stays.`,
        );
      this.#isFull = true;
      this.#wanted = undefined;
      return;
    }
    const to = this.#wanted;
    this.#wanted = undefined;
    this.#writtenS = atS;
    controls.record(this.#set, to);
    run.hurry();
  }
}
