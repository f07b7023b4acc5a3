import type { Problem } from '../sim/protocol';
import type { Change, Scenario } from '../document/scenario';
import { movable, moved } from '../document/timeline';
import { type Moment, startedFrom, tidied } from '../document/start-values';
import { edited } from './edited';
import { keepIds } from './group-ids';
import type { Parts } from './parts';
import { same } from '../document/same';

/** Ends pending input before the timeline is edited: moving sliders and a held burst. */
export interface Gestures {
  finish(): void;
  readonly isBurstHeld: boolean;
}

/** Edits of the document that concern the past. The run is computed again from the first difference on. */
export class TimelineEditor {
  readonly #parts: Parts;
  readonly #gestures: Gestures;
  /** The timeline before the gesture that moves changes. */
  #movedFrom: readonly Change[] | undefined;
  /** A refused edit has been undone, and no edit followed. */
  #tookBack = false;

  constructor(parts: Parts, gestures: Gestures) {
    this.#parts = parts;
    this.#gestures = gestures;
  }

  /** Replaces base or timeline, as one step of undo. */
  rewrite(next: { base?: Scenario; changes?: readonly Change[] }): void {
    this.#edit(() => {
      this.#parts.doc.edit(next);
      return true;
    });
  }

  /** Uses other random numbers for the same document; a step of undo. */
  reseed(seed: number): void {
    this.#gestures.finish();
    this.rewrite({ base: { ...this.#parts.doc.base, seed } });
  }

  /** Sets parameters of the path that take effect at the start of the run; undefined restores a default. */
  setLink(parameters: Readonly<Record<string, unknown>>): void {
    this.#gestures.finish();
    const { base } = this.#parts.doc;
    const link = edited(base.link, parameters);
    if (!same(link, base.link)) this.#tidy({ base: { ...base, link } });
  }

  /** Sets a scenario with other hops. */
  setHops(next: Moment): void {
    this.#gestures.finish();
    keepIds(this.#parts.doc.base, next.base);
    this.rewrite(next);
  }

  /** Deletes changes of the timeline. */
  deleteChanges(indices: readonly number[]): void {
    this.#gestures.finish();
    const changes = this.#parts.doc.changes.filter((_, i) => !indices.includes(i));
    this.#tidy({ changes });
  }

  /**
   * Mutes changes of the timeline, which then have no effect but keep their place, or makes them part of the run again. Other
   * changes stay, also if they have no effect without these.
   */
  muteChanges(indices: readonly number[], muted: boolean): void {
    this.#alter(indices, (change) => ({ ...change, muted: muted || undefined }));
  }

  /** Lets changes of path, traffic or burst concern one lane only; undefined for all lanes. */
  giveChanges(indices: readonly number[], lane: number | undefined): void {
    this.#alter(indices, (change) => ({ ...change, lane }));
  }

  #alter(indices: readonly number[], to: (change: Change) => object): void {
    this.#gestures.finish();
    const changes = this.#parts.doc.changes.map((change, i) =>
      indices.includes(i) ? defined(to(change)) : change,
    );
    this.rewrite({ changes });
  }

  /** Gives changes of the timeline another value, as a step of undo. */
  editChanges(indices: readonly number[], to: unknown): void {
    this.#gestures.finish();
    const { changes } = this.#parts.doc;
    this.#tidy({ changes: changes.map((c, i) => (indices.includes(i) ? { ...c, to } : c)) });
  }

  /** Sets the title and the text about the scenario; the run does not change. */
  describe(title: string, about: string): void {
    this.#gestures.finish();
    const { doc, bar } = this.#parts;
    const texts = { title: title || undefined, about: about || undefined };
    const base = edited(doc.base, texts);
    if (same(base, doc.base)) return;
    doc.edit({ base });
    this.edited();
    bar.writeSoon();
  }

  /** Turns what is in force at the playhead into the start values, as a step of undo. Later changes and bursts stay. */
  makeStart(): void {
    this.#gestures.finish();
    const { doc, run } = this.#parts;
    const next = startedFrom(doc, run.frontierS);
    if (next.changes === doc.changes || same(next, { base: doc.base, changes: doc.changes }))
      return;
    keepIds(doc.base, next.base);
    this.rewrite(next);
  }

  /** Like `rewrite`. A change that is now at the start becomes a start value; one that lost its effect is removed. */
  #tidy(next: Partial<Moment>): void {
    const { doc } = this.#parts;
    const tidy = tidied(doc, { base: doc.base, changes: doc.changes, ...next });
    keepIds(doc.base, tidy.base);
    this.rewrite(tidy);
  }

  /**
   * Moves changes of the timeline `from` by `byS`, as far as the run allows; the run follows while they move. Returns the
   * distance moved, s. One gesture is one step of undo; `settle` ends it.
   */
  moveChanges(from: readonly Change[], indices: readonly number[], byS: number): number {
    // The end of a held burst is looked up at the time where it began.
    if (this.#gestures.isBurstHeld) return 0;
    const { doc, run, bar } = this.#parts;
    const by = movable(from, indices, byS, doc.base.durationS);
    const changes = moved(from, indices, by);
    if (same(changes, doc.changes)) return by;
    if (!doc.isMoving || !this.#movedFrom) this.#movedFrom = doc.changes;
    doc.reshape({ changes });
    this.edited();
    run.revise(true);
    bar.writeSoon();
    return by;
  }

  /**
   * Ends the gesture that moved changes. Only now a change at the start becomes a start value, so that the same gesture
   * can still move it away.
   */
  settle(): void {
    const { doc } = this.#parts;
    const former = this.#movedFrom;
    this.#movedFrom = undefined;
    if (doc.isMoving && former) this.tidyGesture({ base: doc.base, changes: former });
    doc.settle();
  }

  /** Ends a gesture that began with the document `former`: removes the changes that have lost their effect. */
  tidyGesture(former: Moment): void {
    const { doc, run, bar } = this.#parts;
    const next = tidied(former, doc);
    if (next.base === doc.base && next.changes === doc.changes) return;
    keepIds(doc.base, next.base);
    doc.reshape(next);
    this.edited();
    run.revise(true);
    bar.writeSoon();
  }

  undo(): void {
    this.#gestures.finish();
    this.#edit(() => this.#parts.doc.undo());
  }

  redo(): void {
    this.#gestures.finish();
    this.#edit(() => this.#parts.doc.redo());
  }

  /** An edit followed the last undone edit. */
  edited(): void {
    this.#tookBack = false;
  }

  /** Computes the document again from the first difference on. */
  revise(): void {
    this.edited();
    this.#parts.run.revise();
    this.#parts.bar.writeSoon();
  }

  /**
   * Edits the document and moves the visible data of each lane to its new place. An edit keeps the queue objects of the lanes
   * that it does not touch. A lane with other start values stays at its place.
   */
  rearranging(edit: () => boolean): boolean {
    const { doc, run } = this.#parts;
    const former = doc.base.queues;
    const done = edit();
    const { queues } = doc.base;
    const edited = (lane: number): boolean =>
      queues.length === former.length && !queues.includes(former[lane]);
    run.rearrange(
      queues.map((queue, lane) => {
        const from = former.indexOf(queue);
        return from < 0 && edited(lane) ? lane : from;
      }),
    );
    return done;
  }

  /** The simulator refused an edit: undoes it. Returns false if the former edit was undone too. */
  takeBack(problems: readonly Problem[]): boolean {
    if (this.#tookBack) return false;
    const { doc, bar, notices } = this.#parts;
    this.#tookBack = true;
    notices.problem('The simulator refused this edit, so it was undone.', problems);
    bar.writeSoon();
    return this.rearranging(() => doc.takeBack());
  }

  #edit(edit: () => boolean): void {
    if (this.rearranging(edit)) this.revise();
  }
}

/** Returns a change without members that are not set. */
const defined = (change: object): Change =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never;
