import type { Change } from '../sim/protocol';
import { after, path, type Scenario, standing, type Traffic } from '../sim/scenario';
import { RANGES } from '../sim/scenario.generated';
import { flick, passed } from '../sim/timeline';
import type { Parts } from './parts';
import { same } from './same';
import { Throttle } from './throttle';
import type { TimelineEditor } from './timeline-editor';

/** A moving slider writes a change this often, ms of wall time. Its last position is always written. */
const WRITE_EVERY_MS = 200;
const [, LONGEST_RUN_S] = RANGES.durationS.limits;

/** A parameter and its new value. */
interface Setting {
  readonly set: string;
  readonly to: unknown;
  /** The value of the parameter if a scenario does not set it. */
  readonly standard?: unknown;
}

/** Turns movements of the controls into changes at the playhead. */
export class Controls {
  readonly #parts: Parts;
  readonly #editor: TimelineEditor;
  readonly #throttle: Throttle;
  /** Values of moving sliders that are not in the timeline yet. */
  #pending = $state.raw<readonly { set: string; to: unknown }[]>([]);

  constructor(parts: Parts, editor: TimelineEditor) {
    const { clock } = parts;
    this.#parts = parts;
    this.#editor = editor;
    this.#throttle = new Throttle(() => clock.now(), clock.later, WRITE_EVERY_MS);
  }

  /** Returns `scenario` with the values of moving sliders. */
  applyTo(scenario: Scenario): Scenario {
    return this.#pending.reduce<Scenario>((s, one) => after(s, [{ atS: 0, ...one }]), scenario);
  }

  /** A slider moves: its value applies at once, and is written to the timeline a few times a second. */
  turn(set: string, to: unknown): void {
    const { run } = this.#parts;
    this.#pending = [...this.#pending.filter((w) => w.set !== set), { set, to }];
    // With the playhead in the past, every movement revises the run. At the end of the run, each change stays.
    if (run.phase !== 'playing' && run.isPast(run.frontierS)) {
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
    for (const { set, to } of settings) {
      this.#throttle.cancel(set);
      this.record(set, to);
    }
    settings.forEach((setting) => this.#dropFlick(setting));
    run.hurry();
    doc.settle();
    bar.writeSoon();
  }

  /** Writes a change at the playhead. Returns undefined if it would change nothing, or the run is too long. */
  record(set: string, to: unknown): Change | undefined {
    const { doc, run, bar, notices } = this.#parts;
    const atS = run.frontierS;
    this.#pending = this.#pending.filter((w) => w.set !== set);
    if (atS > LONGEST_RUN_S) {
      notices.warn(`A run lasts at most ${LONGEST_RUN_S} s. Changes after that are not possible.`);
      return undefined;
    }
    const before = doc.at(atS);
    if (set !== path.burst && same(after(before, [{ atS: 0, set, to }]), before)) return undefined;
    const change = { atS, set, to };
    // The simulator would replace a change of the same time as well. But if it refused the new one, it would keep the
    // former one, which the timeline no longer has.
    const { length } = doc.changes;
    doc.record(change);
    const replaces = doc.changes.length <= length;
    this.#editor.edited();
    // At time zero nothing has happened yet: the run simply begins with the change.
    if (replaces || run.isPast(atS)) run.revise(true);
    else run.change(change);
    bar.writeSoon();
    return change;
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

  /** Writes the pending values. */
  flush(): void {
    this.#throttle.flush();
  }

  /** Drops the pending values, because another document has been opened. */
  drop(): void {
    this.#throttle.cancelAll();
    this.#pending = [];
  }

  /**
   * Removes a flick from the timeline: a slider that returned to its former value within half a second. A slower movement
   * has a visible effect, so it stays.
   */
  #dropFlick({ set, standard }: Setting): void {
    const { doc, run } = this.#parts;
    const own = flick(doc.changes.slice(0, passed(doc.changes, run.frontierS)), set);
    const before = after(doc.base, doc.changes.slice(0, doc.changes.indexOf(own[0])));
    const was = standing(before, set);
    if (own.length > 0 && same(was === undefined ? standard : was, own.at(-1)!.to))
      if (doc.dropFromGesture(own)) run.revise(true);
  }
}
