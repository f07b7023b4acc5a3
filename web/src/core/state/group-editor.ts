import { regrouped } from '../document/lane-senders';
import {
  type Change,
  hasEcn,
  isTcp,
  type Lane,
  path,
  type Scenario,
  type Traffic,
} from '../document/scenario';
import type { Controls } from './controls.svelte';
import { edited } from './edited';
import { idOf, keepId } from './group-ids';
import type { Parts } from './parts';
import { same } from '../document/same';
import type { Gestures, TimelineEditor } from './timeline-editor';

/** The simulator's limit. */
export const MOST_GROUPS = 16;

const FULL = `A scenario has at most ${MOST_GROUPS} traffic groups. Delete one first.`;

/**
 * Edits the list of traffic groups. New groups are added at the end, because the number of a group and of its flows selects
 * their random numbers: the past of the other groups stays the same.
 */
export class GroupEditor {
  readonly #parts: Parts;
  readonly #editor: TimelineEditor;
  readonly #controls: Controls;
  readonly #gestures: Gestures;

  constructor(parts: Parts, editor: TimelineEditor, controls: Controls, gestures: Gestures) {
    this.#parts = parts;
    this.#editor = editor;
    this.#controls = controls;
    this.#gestures = gestures;
  }

  /** Returns the id of a group of `doc.base`. */
  idOf(group: Traffic): string {
    return idOf(group);
  }

  /** Adds a group that starts at the playhead. Returns its id; undefined if the list is full. */
  add(group: Traffic): string | undefined {
    this.#gestures.finish();
    const { doc, run } = this.#parts;
    const ecn = isTcp(group.kind) && hasEcn(doc.at(run.frontierS));
    return this.#append({ ...group, ...(ecn && { ecn }) }, []);
  }

  /** Adds a copy of a group as it is at the playhead, with its later changes. Returns its id. */
  duplicate(index: number): string | undefined {
    this.#gestures.finish();
    const { doc, run } = this.#parts;
    const atS = run.frontierS;
    const group = doc.at(atS).traffic[index];
    const later = doc.changes.filter((c) => c.atS > atS && groupOf(c) === index);
    return group && this.#append({ ...group }, later);
  }

  #append(group: Traffic, changes: readonly Change[]): string | undefined {
    const { doc, run, notices } = this.#parts;
    const { base } = doc;
    if (base.traffic.length >= MOST_GROUPS) {
      notices.warn(FULL);
      return undefined;
    }
    const startS = Math.max(group.startS ?? 0, run.frontierS);
    const { stopS, ...rest } = group;
    const ends = typeof stopS === 'number' && stopS > startS;
    const added = {
      ...rest,
      ...(startS > 0 && { startS }),
      ...(ends && { stopS }),
    } as Traffic;
    const own = changes.map((c) => moved(c, base.traffic.length));
    this.#editor.rewrite({
      base: { ...base, traffic: [...base.traffic, added] },
      changes: [...doc.changes, ...own].sort((a, b) => a.atS - b.atS),
    });
    return this.idOf(added);
  }

  /** Removes a group together with its changes. */
  remove(index: number): void {
    this.#reorder((order) => order.toSpliced(index, 1));
  }

  /** Moves a group to place `to` of the list. */
  move(from: number, to: number): void {
    const { length } = this.#parts.doc.base.traffic;
    if (to < 0 || to >= length || from === to) return;
    this.#reorder((order) => order.toSpliced(from, 1).toSpliced(to, 0, from));
  }

  /** Gives a group a name; an empty one shows its kind. The run does not change. */
  rename(index: number, name: string): void {
    const { doc, bar } = this.#parts;
    if ((doc.base.traffic[index]?.name ?? '') === name) return;
    this.#gestures.finish();
    doc.edit({ base: this.#with(index, { name: name === '' ? undefined : name }) });
    this.#editor.edited();
    bar.writeSoon();
  }

  /** Mutes or unmutes a group at the playhead. */
  mute(index: number, muted: boolean): void {
    this.#controls.set(path.traffic(index, 'muted'), muted, false);
  }

  /** Sets a parameter that takes effect at the start of the run; the run is computed again. */
  setAtStart(index: number, name: string, value: unknown, standard?: unknown): void {
    this.#gestures.finish();
    const isStandard = same(value, standard);
    const base = this.#with(index, { [name]: isStandard ? undefined : value });
    const { doc } = this.#parts;
    if (same(base, doc.base)) return;
    const needsWay = name === 'direction' && value === 'reverse' && !('reverse' in base.link);
    this.#editor.rewrite({ base: needsWay ? withReverse(base) : base });
  }

  /** Returns the scenario with other parameters of a group; undefined removes a parameter. */
  #with(index: number, parameters: Readonly<Record<string, unknown>>): Scenario {
    const { base } = this.#parts.doc;
    const group = edited(base.traffic[index], parameters);
    keepId(base.traffic[index], group);
    return { ...base, traffic: base.traffic.with(index, group) };
  }

  /** Rearranges the groups: `next` returns their former numbers in the new order. */
  #reorder(next: (order: readonly number[]) => readonly number[]): void {
    this.#gestures.finish();
    const { base, changes } = this.#parts.doc;
    const order = next(base.traffic.map((_, i) => i));
    const now = (group: number): number | undefined =>
      order.includes(group) ? order.indexOf(group) : undefined;
    this.#editor.rewrite({
      base: {
        ...base,
        traffic: order.map((i) => base.traffic[i]),
        queues: base.queues.map((lane) => regrouped(lane, now)),
      },
      changes: changes.flatMap((c) => {
        if (LANE.test(c.set)) return [{ ...c, to: regrouped(c.to as Lane, now) }];
        if (LANE_GROUP.test(c.set)) {
          const to = typeof c.to === 'number' ? now(c.to) : null;
          return to === undefined ? [] : [{ ...c, to }];
        }
        const index = groupOf(c);
        if (index === undefined) return [c];
        const to = now(index);
        return to === undefined ? [] : [to === index ? c : moved(c, to)];
      }),
    });
  }
}

/** Returns `base` with a reverse bottleneck like the forward one: a group that sends the other way needs one. */
const withReverse = (base: Scenario): Scenario => {
  const { rateMbps, buffer } = base.link;
  return { ...base, link: edited(base.link, { reverse: { rateMbps, buffer } }) };
};

const LANE = /^queues\.\d+$/;
const LANE_GROUP = /^queues\.\d+\.ccGroup$/;
const PATH = /^traffic\.(\d+)\./;

/** The number of the group that a change concerns. */
function groupOf({ set }: Change): number | undefined {
  const found = PATH.exec(set);
  return found ? Number(found[1]) : undefined;
}

const moved = (change: Change, index: number): Change => ({
  ...change,
  set: change.set.replace(PATH, `traffic.${index}.`),
});
