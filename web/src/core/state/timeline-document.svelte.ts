import { type Fork, forksOf } from '../document/forks';
import { type Change, after, type Scenario } from '../document/scenario';
import type { Moment } from '../document/start-values';
import { passed, put } from '../document/timeline';
import { same } from '../document/same';

/** Greatest number of steps of undo. */
const MOST_MOMENTS = 200;

/**
 * The document that the user edits: a scenario and the timeline of its changes, with undo. It does not depend on the run;
 * the workspace connects the two. One gesture is one step of undo: a drag of a slider with all its changes.
 */
export class TimelineDocument {
  /** The scenario without its changes. */
  base = $state.raw<Scenario>(EMPTY);
  /** In order of time; those of equal time in the order they take effect. */
  changes = $state.raw<readonly Change[]>([]);
  #past = $state.raw<readonly Moment[]>([]);
  #future = $state.raw<readonly Moment[]>([]);
  /** Steps that could be redone before the latest step. */
  #undone: readonly Moment[] = [];
  /** A gesture has begun: its further changes belong to the same step of undo. */
  #moving = false;

  /** Base and changes together. */
  readonly scenario = $derived<Scenario>({ ...this.base, changes: [...this.changes] });
  /** Paths that the timeline changes. */
  readonly changedPaths = $derived<readonly string[]>(
    this.changes.flatMap(({ set, muted }) => (muted ? [] : set)),
  );
  /** The common past of each lane with an earlier one. */
  readonly forks = $derived<readonly (Fork | undefined)[]>(forksOf(this));
  readonly canUndo = $derived(this.#past.length > 0);
  readonly canRedo = $derived(this.#future.length > 0);

  /** Replaces the scenario; a new history begins. */
  open(scenario: Scenario, changes?: readonly Change[]): void {
    const { base, changes: own } = momentOf(scenario);
    this.base = base;
    this.changes = changes ? ordered(changes) : own;
    this.#past = [];
    this.#future = [];
    this.#moving = false;
  }

  /** Returns the scenario in force at `atS`. */
  at(atS: number): Scenario {
    return this.afterFirst(passed(this.changes, atS));
  }

  /** The scenario with the first `count` changes in force, in lane `lane` or in the lanes without changes of their own. */
  afterFirst(count: number, lane?: number): Scenario {
    return after(this.base, this.changes.slice(0, count), lane);
  }

  /** Returns when a lane has begun to be what it is, s: at its fork, or at time zero. */
  beganS(lane: number): number {
    const { atS = 0 } = this.forks[lane] ?? {};
    return atS < Infinity ? atS : 0;
  }

  /** The values with which the run starts, in lane `lane` or in all; those of a lane's queue are the ones of its fork. */
  started(lane?: number): Scenario {
    const start = this.afterFirst(passed(this.changes, 0), lane);
    const queues = start.queues.map((queue, i) =>
      this.beganS(i) > 0 ? this.at(this.beganS(i)).queues[i] : queue,
    );
    return { ...start, queues };
  }

  /** Adds a change to the timeline; the first one since `settle` begins a step of undo. */
  record(change: Change): void {
    if (!this.#moving) this.#remember();
    this.#moving = true;
    this.changes = put(this.changes, change);
  }

  /** Replaces scenario or timeline within a gesture: changes are dragged, or a control sets a start value. */
  reshape(next: Partial<Moment>): void {
    if (!this.#moving) this.#remember();
    this.#moving = true;
    this.base = next.base ?? this.base;
    this.changes = next.changes ?? this.changes;
  }

  /** Whether a gesture has begun that `settle` will end. */
  get isMoving(): boolean {
    return this.#moving;
  }

  /** Sets the final value of a change, also in all steps of undo. This is not a step of undo itself. */
  correct(change: Change, now: Change): void {
    const corrected = (changes: readonly Change[]): readonly Change[] =>
      changes.map((c) => (c === change ? now : c));
    this.changes = corrected(this.changes);
    this.#past = this.#past.map(({ base, changes }) => ({ base, changes: corrected(changes) }));
  }

  /** Ends a gesture: the next change begins a new step of undo. A gesture that changed nothing is no step. */
  settle(): void {
    if (this.#moving) this.#dropEmptyStep();
    this.#moving = false;
  }

  /** Replaces scenario and timeline in one step: for added or removed lanes, and deleted or edited changes. */
  edit(next: Partial<Moment>): void {
    this.#remember();
    this.settle();
    this.base = next.base ?? this.base;
    this.changes = next.changes ?? this.changes;
  }

  /** Replaces the scenario as one step of undo. */
  replace(scenario: Scenario): void {
    this.edit(momentOf(scenario));
  }

  /**
   * Removes a change that the simulator refused, also from all steps of undo. If a step contained only this change, the step
   * is removed too: it cannot be undone, and earlier undone steps can be redone again.
   */
  retract(change: Change): void {
    const without = (changes: readonly Change[]): readonly Change[] =>
      changes.filter(
        (c) => c.muted || c.atS !== change.atS || c.set !== change.set || c.lane !== change.lane,
      );
    this.changes = without(this.changes);
    this.#past = this.#past.map(({ base, changes }) => ({ base, changes: without(changes) }));
    this.#dropEmptyStep();
  }

  /** Removes changes of the present gesture. Returns false, and removes nothing, without a gesture. */
  dropFromGesture(gone: readonly Change[]): boolean {
    if (!this.#moving) return false;
    this.changes = this.changes.filter((c) => !gone.includes(c));
    this.#dropEmptyStep();
    return true;
  }

  #dropEmptyStep(): void {
    const before = this.#past.at(-1);
    if (!before || !same(before.base, this.base) || !same(before.changes, this.changes)) return;
    this.base = before.base;
    this.changes = before.changes;
    this.#past = this.#past.slice(0, -1);
    this.#future = this.#undone;
    this.#moving = false;
  }

  /** Removes the latest edit or gesture, also from the steps of redo. Returns whether there was one. */
  takeBack(): boolean {
    const was = this.#travel('back');
    if (was) this.#future = this.#future.slice(0, -1);
    return was;
  }

  /** Replaces the scenario without a step of undo; it must not change the past. */
  amend(base: Scenario): void {
    this.base = base;
  }

  /** Returns whether there was anything to undo. */
  undo(): boolean {
    return this.#travel('back');
  }

  redo(): boolean {
    return this.#travel('forth');
  }

  #travel(direction: 'back' | 'forth'): boolean {
    const [from, to] =
      direction === 'back' ? [this.#past, this.#future] : [this.#future, this.#past];
    const moment = from.at(-1);
    if (!moment) return false;
    const rest = from.slice(0, -1);
    const other = [...to, this.#now()];
    [this.#past, this.#future] = direction === 'back' ? [rest, other] : [other, rest];
    // The duration is not part of the history, but the run must be long enough for all changes.
    const durationS = Math.max(this.base.durationS, moment.base.durationS);
    this.base = { ...moment.base, durationS };
    this.changes = moment.changes;
    this.settle();
    return true;
  }

  #remember(): void {
    this.#past = [...this.#past, this.#now()].slice(-MOST_MOMENTS);
    this.#undone = this.#future;
    this.#future = [];
  }

  #now(): Moment {
    return { base: this.base, changes: this.changes };
  }
}

const ordered = (changes: readonly Change[]): readonly Change[] =>
  changes.toSorted((a, b) => a.atS - b.atS);

function momentOf({ changes = [], ...base }: Scenario): Moment {
  return { base, changes: ordered(changes) };
}

const EMPTY: Scenario = {
  version: 1,
  durationS: 60,
  link: { rateMbps: 1, rttMs: 1, buffer: { packets: 1 } },
  queues: [],
  traffic: [],
};
