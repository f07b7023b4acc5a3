import type { Change } from '../sim/protocol';
import { after, path, type Scenario, standing, type Traffic } from '../sim/scenario';
import { RANGES } from '../sim/scenario.generated';
import { flick, passed } from '../sim/timeline';
import type { Parts } from './parts';
import { same } from './same';
import { Throttle } from './throttle';
import type { TimelineEditor } from './timeline-editor';

/** While a knob moves it writes a change this often, ms of wall time; the last position is always written. */
const WRITE_EVERY_MS = 200;
const [, LONGEST_RUN_S] = RANGES.durationS.limits;

/** A parameter and its new value. */
interface Setting {
  readonly set: string;
  readonly to: unknown;
  /** The value of the parameter where a scenario does not set it. */
  readonly standard?: unknown;
}

/** Turns movements of the controls into changes at the playhead. */
export class Controls {
  readonly #parts: Parts;
  readonly #editor: TimelineEditor;
  readonly #throttle: Throttle;
  /** Values of knobs that are moving and not in the timeline yet. */
  #pending = $state.raw<readonly { set: string; to: unknown }[]>([]);

  constructor(parts: Parts, editor: TimelineEditor) {
    const { clock } = parts;
    this.#parts = parts;
    this.#editor = editor;
    this.#throttle = new Throttle(() => clock.now(), clock.later, WRITE_EVERY_MS);
  }

  /** `scenario` with the values of knobs that are moving. */
  applyTo(scenario: Scenario): Scenario {
    return this.#pending.reduce<Scenario>((s, one) => after(s, [{ atS: 0, ...one }]), scenario);
  }

  /** A knob moves: the change is live at once, and written a few times a second. */
  turn(set: string, to: unknown): void {
    const { run } = this.#parts;
    this.#pending = [...this.#pending.filter((w) => w.set !== set), { set, to }];
    // In the past, the run is revised as fast as it can be. At the front, each change stays in the timeline.
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
   * A knob has come to rest, or a choice was made: written at once, as a step of undo. `standard` is the value of the
   * parameter where a scenario does not set it.
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
   * Returns the index of the first traffic group of `kind`. A scenario without one gets a silent one. It changes nothing
   * that happened, but the simulator must have it from the start.
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

  /** Writes what is still waiting. */
  flush(): void {
    this.#throttle.flush();
  }

  /** Drops what is still waiting: another document has been opened. */
  drop(): void {
    this.#throttle.cancelAll();
    this.#pending = [];
  }

  /**
   * Removes a flick from the timeline: a knob that soon returned to its former value has changed nothing worth showing. A
   * slower movement shows its effect, so it stays.
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
