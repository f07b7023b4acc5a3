import type { Display } from '../../core/state/display.svelte';
import type { Run } from '../../core/state/run.svelte';
import { firstWatched } from './flows';
import { between, extentsOf, type Goal, stepFrom, type StepUnit } from './model';
import type { Recorder } from './recorder';
import type { Recording } from './recording';
import { roomFor } from './layout';
import type { Traffic } from '../../core/document/scenario';

/** Most lanes in the picture at once: rows of more are too low to see packets. */
export const MOST_LANES = 3;

/** Wall time that a record reaches ahead while the run plays, s; and its bounds in simulated time, s. */
const AHEAD_WALL_S = 3;
const [LEAST_AHEAD_S, MOST_AHEAD_S] = [0.2, 1.5];
/** Packets stay in the picture for this time after they have left, s, until their ways are known. */
const FIRST_BACK_S = 0.3;
/** A search for a step looks at spans of this length, s, first; each one is twice as long, up to the most. */
const [FIRST_SEARCH_S, MOST_SEARCH_S] = [0.25, 4];
/** Searches end after this many spans. */
const MOST_SPANS = 12;

export type RunOfFilm = Pick<
  Run,
  'nowS' | 'doneS' | 'phase' | 'speed' | 'lanes' | 'pause' | 'seek' | 'goTo'
>;

/** What the film reads of the page. */
export interface Around {
  readonly run: RunOfFilm;
  /** The scenario with its changes, as the simulator reads it. */
  readonly document: () => string;
  readonly traffic: () => readonly Traffic[];
  readonly lanes: () => number;
  /** The display, with the lanes that the user has chosen. */
  readonly display: Pick<Display, 'queueLanes'>;
  readonly hops: () => number;
  readonly durationS: () => number;
}

/** The time of the queue view, the records of the packets around it, and its steps. */
export class Film {
  /** The records of the lanes; undefined until there is one. */
  recordings = $state.raw<readonly (Recording | undefined)[]>([]);
  /** The share of the run that has been computed on the way to the first records; undefined if none is under way. */
  share = $state<number>();
  failure = $state<string>();
  unit = $state<StepUnit>('event');
  /** The flow that the user follows; null: none; undefined: the user has not chosen. */
  chosen = $state<number | null>();
  /** What the latest step went to. */
  goal = $state.raw<Goal>();
  isSearching = $state(false);
  /** The direction of the latest step if there was nothing. */
  nothing = $state<1 | -1>();
  /** Increases when the picture must be drawn again, although time has not passed. */
  revision = $state(0);
  /** Room of each queue and of each way behind it, and of the way back, ms. */
  room = $state.raw<{ waitMs: readonly number[]; wayMs: readonly number[]; backMs: number }>();

  readonly #around: Around;
  readonly #recorder: Recorder;
  /** The time that is shown, s. */
  #tS = -1;
  /** A time within a millisecond to which a step went. */
  #pinnedS: number | undefined;
  #spans: ({ fromS: number; toS: number } | undefined)[] = [];

  constructor(around: Around, recorder: Recorder) {
    this.#around = around;
    this.#recorder = recorder;
  }

  /** The time that is shown, s. It moves in every frame, so it is not a signal; see `revision`. */
  get tS(): number {
    return this.#tS;
  }

  /** The lanes in the picture, in their order. */
  readonly shown: readonly number[] = $derived.by(() => {
    const count = this.#around.lanes();
    const there = this.#around.display.queueLanes?.filter((lane) => lane < count) ?? [];
    const all = Array.from({ length: count }, (_, lane) => lane);
    return (there.length > 0 ? there.toSorted((a, b) => a - b) : all).slice(0, MOST_LANES);
  });

  /** Shows a lane or takes it away. One that is too many takes the place of the lane that was chosen first. */
  toggle(lane: number): void {
    const { shown } = this;
    const { display } = this.#around;
    const now = display.queueLanes ?? shown;
    if (!shown.includes(lane)) display.queueLanes = [...now, lane].slice(-MOST_LANES);
    else if (shown.length > 1) display.queueLanes = now.filter((other) => other !== lane);
    this.recordings = this.recordings.map((one, i) => (this.shown.includes(i) ? one : undefined));
    this.#spans = this.#spans.map((span, i) => (this.shown.includes(i) ? span : undefined));
    // A short queue gets the room of a long one that has gone.
    this.#measure(true);
    this.#request();
    this.revision++;
  }

  /** The flow that stands out. */
  readonly watched: number | undefined = $derived.by(() => {
    if (this.chosen !== undefined) return this.chosen ?? undefined;
    const groups = this.recordings.find((one) => one !== undefined)?.groups ?? [];
    return firstWatched(groups, this.#around.traffic());
  });

  /** The document has changed: the records belong to another run. */
  reopen(): void {
    if (!this.#recorder.open(this.#around.document())) return;
    this.failure = undefined;
    this.#spans = [];
    this.#request();
  }

  close(): void {
    this.#recorder.close();
  }

  /** Moves the time by `passedS` of simulated time, and requests the records for it. Returns whether the picture must be drawn. */
  frame(passedS: number): boolean {
    const { nowS, phase } = this.#around.run;
    const former = this.#tS;
    if (this.#pinnedS !== undefined && phase !== 'playing') {
      const isNear = Math.abs(nowS - tickBefore(this.#pinnedS)) < 1e-6;
      if (isNear || phase === 'busy') this.#tS = this.#pinnedS;
      else this.#pinnedS = undefined;
    } else this.#pinnedS = undefined;
    if (this.#pinnedS === undefined)
      this.#tS = between(this.#tS, nowS, phase === 'playing' ? passedS : 0);
    if (this.#tS !== former) {
      if (this.goal && Math.abs(this.goal.atS - this.#tS) > 1e-9) this.goal = undefined;
      this.#request();
    }
    return this.#tS !== former;
  }

  /** Returns whether the record of a lane has all packets that are on the path now. */
  covers(recording: Recording | undefined): recording is Recording {
    if (!recording) return false;
    const { fromS, toS } = recording;
    const t = this.#tS;
    return t < toS && (fromS <= 0 || t >= fromS + this.#backS() - 1e-9);
  }

  /** The time for which packets stay in the picture after they have left their queue, s. */
  #backS(): number {
    if (!this.room) return FIRST_BACK_S;
    return (Math.max(...this.room.wayMs) + 120) / 1000;
  }

  /** Requests the records of all lanes around the time, if those that are there end soon. */
  #request(): void {
    const { run } = this.#around;
    const t = Math.max(0, this.#tS);
    const isPlaying = run.phase === 'playing';
    const speed = Number.isFinite(run.speed) ? run.speed : 1000;
    const aheadS = Math.min(MOST_AHEAD_S, Math.max(LEAST_AHEAD_S, AHEAD_WALL_S * speed));
    const needS = isPlaying ? aheadS / 2 : 0.02;
    for (const lane of this.shown) {
      const span = this.#spans[lane];
      const backS = this.#backS();
      const isKnown =
        span && (span.fromS <= 0 || t >= span.fromS + backS - 1e-9) && t + needS < span.toS;
      if (isKnown) continue;
      const asked = { fromS: Math.max(0, t - 2 * backS), toS: t + aheadS };
      this.#spans[lane] = asked;
      void this.#recorder.record(lane, asked.fromS, asked.toS).then((found) => {
        if (found && this.#spans[lane] === asked) this.#take(lane, found);
      });
    }
  }

  #take(lane: number, found: Recording): void {
    const { lanes } = this.#around;
    this.recordings = Array.from({ length: lanes() }, (_, i) =>
      i === lane ? found : this.shown.includes(i) ? this.recordings[i] : undefined,
    );
    this.share = undefined;
    this.#measure();
    this.revision++;
  }

  /** Finds the room that the packets of the records need. `isFresh`: whatever room there was. */
  #measure(isFresh = false): void {
    const count = this.#around.hops();
    const extents = this.recordings.flatMap((one) => (one ? [extentsOf(one, count)] : []));
    const most = (hop: number, of: 'waitMs' | 'wayMs'): number =>
      Math.max(...extents.map((each) => each[hop]?.[of] ?? 0));
    const numbers = Array.from({ length: count }, (_, hop) => hop);
    if (extents.length === 0) return;
    const former = isFresh ? undefined : this.room;
    this.room = {
      waitMs: numbers.map((hop) => roomFor(most(hop, 'waitMs'), former?.waitMs[hop])),
      wayMs: numbers.map((hop) => Math.max(1, most(hop, 'wayMs'))),
      backMs: most(count, 'wayMs'),
    };
  }

  /** Tells how far the run has been computed on the way to a record. */
  reached(share: number): void {
    if (this.recordings.every((one) => one === undefined)) this.share = share;
  }

  failed(message: string): void {
    this.failure = message;
    this.share = undefined;
    this.#spans = [];
  }

  /** Follows a flow, or none if it is followed already. */
  follow(flow: number): void {
    this.chosen = this.watched === flow ? null : flow;
    this.revision++;
  }

  /** Goes to the next or former time at which something happens, and pauses there. */
  async step(by: 1 | -1): Promise<void> {
    if (this.isSearching) return;
    this.#around.run.pause();
    this.nothing = undefined;
    this.isSearching = true;
    try {
      const goal = await this.#find(by);
      if (goal) this.goTo(goal);
      else this.nothing = by;
    } finally {
      this.isSearching = false;
    }
  }

  goTo(goal: Goal): void {
    const { run } = this.#around;
    const tickS = tickBefore(goal.atS);
    this.#pinnedS = this.#tS = goal.atS;
    this.goal = goal;
    if (tickS <= run.doneS) run.seek(tickS);
    else run.goTo(tickS);
    this.#request();
    this.revision++;
  }

  /** The flow to which steps are limited: that which the user has chosen to follow. Drops of all flows count. */
  get #only(): number | undefined {
    return this.unit === 'drop' ? undefined : (this.chosen ?? undefined);
  }

  #nearest(recordings: readonly Recording[], tS: number, by: 1 | -1): Goal | undefined {
    const goals = recordings.flatMap((one) => stepFrom(one, tS, by, this.unit, this.#only) ?? []);
    return goals.reduce<Goal | undefined>(
      (best, goal) => (!best || by * (goal.atS - best.atS) < 0 ? goal : best),
      undefined,
    );
  }

  async #find(by: 1 | -1): Promise<Goal | undefined> {
    const { durationS } = this.#around;
    const { shown } = this;
    const t = this.#tS;
    const known = shown.map((lane) => this.recordings[lane]).filter((one) => this.covers(one));
    const isWhole = known.length === shown.length;
    // The records of all lanes must reach the time of a step: something may happen in another lane before.
    let edge = t;
    if (isWhole) {
      edge =
        by > 0
          ? Math.min(...known.map(({ toS }) => toS))
          : Math.max(0, ...known.map(({ fromS }) => fromS));
      const goal = this.#nearest(known, t, by);
      if (goal && by * (edge - goal.atS) > 0 && goal.atS <= durationS()) return goal;
    }
    for (let i = 0, lengthS = FIRST_SEARCH_S; i < MOST_SPANS; i++) {
      const jump = this.unit === 'drop' && i > 0 ? this.#binWithDrop(edge, by) : undefined;
      if (jump !== undefined) edge = jump;
      const [fromS, toS] = by > 0 ? [edge, edge + lengthS] : [Math.max(0, edge - lengthS), edge];
      if (fromS >= durationS() || toS <= 0) return undefined;
      const found = await Promise.all(shown.map((lane) => this.#recorder.record(lane, fromS, toS)));
      this.#spans = [];
      if (found.some((one) => one === undefined)) return undefined;
      const goal = this.#nearest(found as Recording[], by > 0 ? Math.max(t, fromS - 1e-9) : t, by);
      if (goal && goal.atS <= durationS()) return goal;
      edge = by > 0 ? toS : fromS;
      lengthS = Math.min(MOST_SEARCH_S, 2 * lengthS);
    }
    return undefined;
  }

  /** Returns the border of the next sample with a drop or mark in the computed run, so that a search can begin there. */
  #binWithDrop(edgeS: number, by: 1 | -1): number | undefined {
    let nearest: number | undefined;
    for (const { drops, marks } of this.#around.run.lanes) {
      const { stepS, length } = drops;
      let bin = by > 0 ? Math.floor(edgeS / stepS) : Math.ceil(edgeS / stepS) - 1;
      while (bin >= 0 && bin < length && drops.values[bin] + marks.values[bin] === 0) bin += by;
      if (bin < 0 || bin >= length) continue;
      const borderS =
        by > 0 ? Math.max(edgeS, (bin - 1) * stepS) : Math.min(edgeS, (bin + 2) * stepS);
      if (nearest === undefined || by * (borderS - nearest) < 0) nearest = borderS;
    }
    return nearest;
  }
}

/** Returns the last whole millisecond at or before a time, s: the playhead rests on these. */
export const tickBefore = (s: number): number => Math.floor(s * 1000 + 1e-6) / 1000;
