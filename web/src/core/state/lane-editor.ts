import { sendersOf } from '../document/lane-senders';
import { canMark, newQueue, path, type QueueKind } from '../document/scenario';
import { inLane, laneOf, put } from '../document/timeline';
import type { Parts } from './parts';
import type { Gestures, TimelineEditor } from './timeline-editor';

/** The largest number of lanes with distinct styles. */
export const MOST_LANES = 6;

/** Adds, forks and removes lanes. */
export class LaneEditor {
  readonly #parts: Pick<Parts, 'doc' | 'run'>;
  readonly #editor: TimelineEditor;
  readonly #gestures: Gestures;

  constructor(parts: Pick<Parts, 'doc' | 'run'>, editor: TimelineEditor, gestures: Gestures) {
    this.#parts = parts;
    this.#editor = editor;
    this.#gestures = gestures;
  }

  add(kind: QueueKind): void {
    const { base, changes } = this.#parts.doc;
    const lane = base.queues.length;
    if (lane >= MOST_LANES) return;
    const set = path.parameter(lane, 'ecn');
    // The ECN switch changes the senders and the queues together, so the new queue follows the senders.
    const switches = changes.filter((c) => canMark(kind) && /^traffic\.\d+\.ecn$/.test(c.set));
    this.#editor.rewrite({
      base: { ...base, queues: [...base.queues, newQueue(base, kind)] },
      changes: switches.reduce((timeline, c) => put(timeline, { ...c, set }), [...changes]),
    });
  }

  /**
   * Adds a copy of a lane with its past, as a step of undo. From the playhead on the copy has the discipline `kind`; without
   * it, the copy stays equal until something of it is changed. Later changes of the lane itself are not copied. Returns
   * the number of the copy; undefined if there is no room.
   */
  fork(lane: number, kind?: QueueKind): number | undefined {
    this.#gestures.finish();
    const { doc, run } = this.#parts;
    const { base, changes } = doc;
    const copy = base.queues.length;
    if (copy >= MOST_LANES || lane >= copy) return undefined;
    const atS = run.frontierS;
    const present = doc.at(atS);
    const next = kind && { ...newQueue(present, kind), ...sendersOf(present.queues[lane]) };
    const differs = next !== undefined && next.kind !== present.queues[lane].kind;
    // A copy comes directly after its original, so that other changes of that time have the same order in both lanes.
    const past = changes.flatMap((c) =>
      laneOf(c) === lane && c.atS <= atS ? [c, inLane(c, copy)] : [c],
    );
    const change = { atS, set: path.queue(copy), to: next };
    this.#editor.rewrite({
      base: {
        ...base,
        queues: [...base.queues, (differs && atS === 0 && next) || base.queues[lane]],
      },
      changes: differs && atS > 0 ? put(past, change) : past,
    });
    return copy;
  }

  /** Removes a lane together with its own changes; the lanes after it move up. */
  remove(lane: number): void {
    this.#gestures.finish();
    const { base, changes } = this.#parts.doc;
    if (base.queues.length <= 1) return;
    const kept = changes.flatMap((c) => {
      const index = /^queues\.(\d+)(.*)$/.exec(c.set);
      if (typeof c.lane === 'number') {
        if (c.lane === lane) return [];
        return [c.lane > lane ? { ...c, lane: c.lane - 1 } : c];
      }
      if (!index) return [c];
      const own = Number(index[1]);
      if (own === lane) return [];
      return [own > lane ? { ...c, set: path.queue(own - 1) + index[2] } : c];
    });
    this.#editor.rewrite({
      base: { ...base, queues: base.queues.toSpliced(lane, 1) },
      changes: kept,
    });
  }
}
