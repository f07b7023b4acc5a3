import { canMark, newQueue, path, type QueueKind } from '../sim/scenario';
import { put } from '../sim/timeline';
import type { TimelineDocument } from './timeline-document.svelte';
import type { Gestures, TimelineEditor } from './timeline-editor';

/** The largest number of lanes with distinct styles. */
export const MOST_LANES = 6;

/** Adds and removes lanes. */
export class LaneEditor {
  readonly #doc: TimelineDocument;
  readonly #editor: TimelineEditor;
  readonly #gestures: Gestures;

  constructor(doc: TimelineDocument, editor: TimelineEditor, gestures: Gestures) {
    this.#doc = doc;
    this.#editor = editor;
    this.#gestures = gestures;
  }

  add(kind: QueueKind): void {
    const { base, changes } = this.#doc;
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

  /** Removes a lane together with its own changes; the lanes after it move up. */
  remove(lane: number): void {
    this.#gestures.finish();
    const { base, changes } = this.#doc;
    if (base.queues.length <= 1) return;
    const kept = changes.flatMap((c) => {
      const index = /^queues\.(\d+)(.*)$/.exec(c.set);
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
