import {
  type Change,
  after,
  isEvent,
  path,
  type Scenario,
  standing,
  type Traffic,
} from '../document/scenario';
import { rangeOf } from '../document/ranges';
import { rateAt } from '../document/rate';
import { folded, isIdle, isScheduled, type Moment } from '../document/start-values';
import { flick, passed } from '../document/timeline';
import { edited } from './edited';
import { FormerLanes } from './former-lanes.svelte';
import { keepIds } from './group-ids';
import type { Parts } from './parts';
import { same } from '../document/same';
import { Throttle } from './throttle';
import type { TimelineEditor } from './timeline-editor';

/** A moving slider writes a change this often, ms of wall time. Its last position is always written. */
const WRITE_EVERY_MS = 200;
const [, LONGEST_RUN_S] = rangeOf('durationS').limits;

/** A parameter and its new value. */
interface Setting {
  readonly set: string;
  readonly to: unknown;
  /** The value of the parameter if a scenario does not set it. */
  readonly standard?: unknown;
}

/** What a control does now. */
export interface Effect {
  /** It sets the start value; otherwise it adds a change at the playhead. */
  readonly atStart: boolean;
  /** The timeline changes its parameter. */
  readonly isChanged: boolean;
}

/** Turns movements of the controls into start values, or changes at the playhead if time has passed. */
export class Controls {
  readonly #parts: Parts;
  readonly #editor: TimelineEditor;
  readonly #throttle: Throttle;
  /** Values of moving sliders that are not in the timeline yet. */
  #pending = $state.raw<readonly { set: string; to: unknown }[]>([]);
  /** The document before the present gesture. */
  #former: Moment | undefined;
  /** The result before the present movement, in the mode "Whole run". */
  readonly former: FormerLanes;
  /** The only lane that controls of path, traffic and burst change; undefined for all lanes. */
  lane = $state<number>();

  constructor(parts: Parts, editor: TimelineEditor) {
    const { clock } = parts;
    this.former = new FormerLanes(parts.run, clock.later);
    this.#parts = parts;
    this.#editor = editor;
    this.#throttle = new Throttle(() => clock.now(), clock.later, WRITE_EVERY_MS);
  }

  /** Controls set the value from time zero, for the whole run; otherwise they add a change at the playhead. */
  get whole(): boolean {
    return this.#parts.display.whole;
  }

  /** Returns `scenario` with the values of moving sliders. */
  applyTo(scenario: Scenario): Scenario {
    return this.#pending.reduce<Scenario>((s, one) => after(s, [{ atS: 0, ...one }]), scenario);
  }

  /** Returns what the control of these parameters does now. */
  effectOf(...sets: readonly string[]): Effect {
    const { doc, run } = this.#parts;
    return {
      atStart:
        (run.isAtStart || this.whole) &&
        sets.every((set) => this.#setsStart(set, this.#laneOf(set))),
      isChanged: sets.some((set) => doc.changedPaths.includes(set)),
    };
  }

  /** Returns whether a slider moves this parameter. */
  moves(set: string): boolean {
    return this.#pending.some((one) => one.set === set);
  }

  /** A slider moves: its value applies at once, and is written to the timeline a few times a second. */
  turn(set: string, to: unknown): void {
    const { run } = this.#parts;
    this.#pending = [...this.#pending.filter((w) => w.set !== set), { set, to }];
    // With the playhead in the past, every movement revises the run. At the end of the run, each change stays.
    if (run.phase !== 'playing' && run.isPast(this.#timeOf(set))) {
      this.#throttle.cancel(set);
      this.record(set, to);
    } else
      this.#throttle.run(set, () => {
        this.record(set, to);
        run.hurry();
      });
  }

  /**
   * A slider was released, or an option selected: writes the value at once, as a step of undo. `standard` is the value of
   * the parameter if a scenario does not set it.
   */
  set(set: string, to: unknown, standard?: unknown): void {
    this.setAll([{ set, to, standard }]);
  }

  /** Sets several parameters at once, as one step of undo. */
  setAll(settings: readonly Setting[]): void {
    const { doc, run, bar } = this.#parts;
    for (const { set, to, standard } of settings) {
      this.#throttle.cancel(set);
      this.record(set, to, standard);
    }
    if (!this.whole) settings.forEach((setting) => this.#dropFlick(setting));
    if (this.#former && doc.isMoving) this.#editor.tidyGesture(this.#former);
    this.#former = undefined;
    run.hurry();
    doc.settle();
    bar.writeSoon();
  }

  /**
   * Writes a change at the playhead; before the first packet, a start value. Returns the change, and undefined if there is
   * none: the value is in force already, or it is a start value, or the run is too long.
   */
  record(set: string, to: unknown, standard?: unknown): Change | undefined {
    const { doc, run, bar, notices } = this.#parts;
    const atS = this.#timeOf(set);
    this.#pending = this.#pending.filter((w) => w.set !== set);
    if (atS > LONGEST_RUN_S) {
      notices.warn(`A run lasts at most ${LONGEST_RUN_S} s. Changes after that are not possible.`);
      return undefined;
    }
    const lane = this.#laneOf(set);
    const change: Change = { atS, set, to, ...(lane !== undefined && { lane }) };
    const past = doc.changes.slice(0, passed(doc.changes, atS));
    const before = after(doc.base, past, lane);
    if (isIdle(before, { atS, set, to }, isScheduled(doc.base, past))) return undefined;
    if (set.endsWith('.cc') && same(standing(before, set), to)) return undefined;
    if (this.whole) this.former.keep();
    if (!doc.isMoving) this.#former = { base: doc.base, changes: doc.changes };
    if (atS === 0 && this.#setsStart(set, lane)) {
      this.#setStart(set, to, standard);
      return undefined;
    }
    // The simulator would replace a change of the same time as well. But if it refused the new one, it would keep the
    // former one, which the timeline no longer has.
    const { length } = doc.changes;
    doc.record(change);
    const replaces = doc.changes.length <= length;
    this.#editor.edited();
    if (replaces || run.isPast(atS)) run.revise(true);
    else run.change(change);
    bar.writeSoon();
    return change;
  }

  /**
   * Returns when a value that is set now takes effect, s. An event is at the playhead. In the whole run, the queue of a
   * fork begins at the fork.
   */
  #timeOf(set: string): number {
    const { doc, run } = this.#parts;
    if (!this.whole || isEvent(set)) return run.frontierS;
    return set.startsWith('queues.') ? doc.beganS(Number(set.split('.')[1])) : 0;
  }

  /** Returns the only lane that a control changes beside that of its path. */
  #laneOf(set: string): number | undefined {
    const { lane } = this;
    const isThere = lane !== undefined && lane < this.#parts.doc.base.queues.length;
    return isThere && !set.startsWith('queues.') ? lane : undefined;
  }

  /** Sets a start value. It replaces the changes at time zero that concern the same parameter. */
  #setStart(set: string, to: unknown, standard: unknown): void {
    const { doc, run, bar } = this.#parts;
    const { base, changes } = folded(doc, [set]);
    const next = withStart(base, set, same(to, standard) ? undefined : to);
    keepIds(doc.base, next);
    doc.reshape({ base: next, changes });
    this.#editor.edited();
    run.revise(true);
    bar.writeSoon();
  }

  /**
   * Returns whether a control of parameter `set` can edit its start value. An event has none. A bandwidth that a schedule
   * sets from the start, or that a change sets in its place, is shown instead of the start value. Lanes share their start.
   */
  #setsStart(set: string, lane: number | undefined): boolean {
    if (lane !== undefined) return false;
    if (set !== path.rate) return !isEvent(set);
    const { doc } = this.#parts;
    return (doc.base.link.schedule ?? null) === null || rateAt(doc.scenario, 0).from === 'start';
  }

  /**
   * Returns the index of the first traffic group of `kind`. A scenario without one gets a group that sends nothing. The
   * past stays the same, but the simulator needs the group from the start.
   */
  needGroup(kind: 'bulk' | 'cbr'): number {
    const { doc } = this.#parts;
    const { traffic } = doc.base;
    const index = traffic.findIndex((t) => t.kind === kind);
    if (index >= 0) return index;
    const silent: Traffic = kind === 'bulk' ? { kind, flows: 0 } : { kind, rateMbps: 0 };
    doc.amend({ ...doc.base, traffic: [...traffic, silent] });
    this.#editor.revise();
    return traffic.length;
  }

  /** Lets controls edit the whole run, which is then computed to its end, or the run from the playhead on. */
  edit(mode: 'live' | 'whole'): void {
    const { run } = this.#parts;
    const whole = mode === 'whole';
    if (whole === this.whole) return;
    this.flush();
    this.#setWhole(whole);
    if (whole) run.complete();
  }

  #setWhole(whole: boolean): void {
    const { display, run } = this.#parts;
    display.whole = run.isGradual = whole;
    this.former.drop();
  }

  /** Writes the pending values. */
  flush(): void {
    this.#throttle.flush();
  }

  /** Drops the pending values, because another document has been opened. `whole`: its link edits the whole run. */
  drop(whole = false): void {
    this.lane = undefined;
    this.#setWhole(whole);
    this.#former = undefined;
    this.#throttle.cancelAll();
    this.#pending = [];
  }

  /**
   * Removes a flick from the timeline: a slider that returned to its former value within half a second. A slower movement
   * has a visible effect, so it stays.
   */
  #dropFlick({ set, standard }: Setting): void {
    const { doc, run } = this.#parts;
    const lane = this.#laneOf(set);
    const own = flick(doc.changes.slice(0, passed(doc.changes, run.frontierS)), set, lane);
    if (own.length === 0) return;
    const past = doc.changes.slice(0, doc.changes.indexOf(own[0]));
    // Any change of the bandwidth ends a schedule.
    if (set === path.rate && isScheduled(doc.base, past)) return;
    const was = standing(after(doc.base, past, lane), set);
    if (same(was === undefined ? standard : was, own.at(-1)!.to))
      if (doc.dropFromGesture(own)) run.revise(true);
  }
}

/** Returns `scenario` with another start value; undefined restores the default. */
function withStart(scenario: Scenario, set: string, to: unknown): Scenario {
  const dot = set.lastIndexOf('.');
  const parent = set.slice(0, Math.max(0, dot));
  const owner = standing(scenario, parent);
  const isRecord = typeof owner === 'object' && owner !== null && !Array.isArray(owner);
  if (!isRecord) return after(scenario, [{ atS: 0, set, to }]);
  return after(scenario, [
    { atS: 0, set: parent, to: edited(owner, { [set.slice(dot + 1)]: to }) },
  ]);
}
