import type { LaneEvents, LoggedEvent } from '../../core/sim/events.generated';
import { type QueueColumns, STEP_S } from '../../core/sim/series';
import type { Run } from '../../core/state/run.svelte';
import { isSame } from './moment';

/** Time before the moment that is simulated again, s: the trails of the pictures. */
const BEFORE_S = 2;
/** Standard of the shortest time between two replays while the run plays, ms of the wall clock. */
const EVERY_MS = 200;

/** What the inspector shows: the queue discipline of a lane, or one of its senders. */
export type InsidePart = 'discipline' | 'sender';

/** Finds what happened in a lane before a moment, and its drops and marks one by one. The worker simulates the span again. */
export class Inspection {
  part = $state<InsidePart>('discipline');
  /** The sender that the user has chosen; undefined: the first one. */
  flow = $state<number>();
  found = $state.raw<LaneEvents>();
  /** The time that `found` belongs to, s. */
  foundS = $state(0);
  /** The lane that `found` belongs to. */
  foundLane = $state(-1);
  /** The chosen drop or mark. */
  event = $state.raw<LoggedEvent>();
  /** A search for a drop is under way. */
  isSearching = $state(false);

  /** Goes to the next or former event of the sender that is shown, while one is. Returns whether there is one. */
  senderStep: ((by: 1 | -1) => Promise<boolean>) | undefined;

  readonly #run: Pick<Run, 'team' | 'seek' | 'pause' | 'lanes' | 'nowS'>;
  #isBusy = false;
  #wanted: { lane: number; atS: number } | undefined;
  #latestMs = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Shortest time between two replays, ms of the wall clock. */
  readonly #everyMs: number;

  constructor(run: Pick<Run, 'team' | 'seek' | 'pause' | 'lanes' | 'nowS'>, everyMs = EVERY_MS) {
    this.#run = run;
    this.#everyMs = everyMs;
  }

  /** Lanes whose inside is on the page. */
  #shown: readonly number[] = [];

  /**
   * The inside of a lane is on the page. Returns a function that ends it. The chosen drop is then given up, unless the same lane is
   * shown at another place: beside the plots instead of in the sidebar, when the window became wider.
   */
  show(lane: number): () => void {
    this.#shown = [...this.#shown, lane];
    return () => {
      this.#shown = this.#shown.toSpliced(this.#shown.indexOf(lane), 1);
      const { event } = this;
      queueMicrotask(() => {
        if (this.event === event && !this.#shown.includes(lane)) this.event = undefined;
      });
    };
  }

  /** Requests the state of `lane` at `atS`. While one request is under way, only the latest other one is kept. */
  look(lane: number, atS: number): void {
    this.#wanted = { lane, atS };
    this.#next();
  }

  #next(): void {
    if (this.#isBusy || !this.#wanted || this.#timer !== undefined) return;
    const waitMs = this.#latestMs + this.#everyMs - performance.now();
    if (waitMs > 0) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#next();
      }, waitMs);
      return;
    }
    const { lane, atS } = this.#wanted;
    this.#wanted = undefined;
    this.#isBusy = true;
    this.#latestMs = performance.now();
    // The span ends before its end; the moment itself belongs to it.
    void this.#run.team.events(lane, Math.max(0, atS - BEFORE_S), atS + 1e-9).then((found) => {
      this.#isBusy = false;
      if (found) [this.found, this.foundS, this.foundLane] = [found, atS, lane];
      this.#next();
    });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wanted = undefined;
  }

  /**
   * Chooses the next or former drop or mark of a lane, and moves the playhead to it. At the front of the run, where no next one is
   * known, the first step goes to the latest one. While a sender is shown, its events take the place. Returns whether there is one.
   */
  async step(lane: number, by: 1 | -1): Promise<boolean> {
    if (this.part === 'sender' && this.senderStep) return this.senderStep(by);
    if (this.isSearching) return false;
    this.part = 'discipline';
    this.isSearching = true;
    try {
      const isFirst = this.event === undefined;
      const event =
        (await this.#find(lane, by)) ??
        (isFirst && by > 0 ? await this.#find(lane, -1) : undefined);
      if (event) this.choose(event);
      return event !== undefined;
    } finally {
      this.isSearching = false;
    }
  }

  /** Chooses a drop or mark: the run pauses, and the playhead moves to the millisecond after it. */
  choose(event: LoggedEvent): void {
    this.#run.pause();
    this.event = event;
    this.#run.seek(Math.ceil(event.atS * 1000 - 1e-6) / 1000);
  }

  /** Chooses the drop or mark of this packet at `atS`, if the lane drops or marks it. The playhead stays otherwise. */
  async find(lane: number, atS: number, flow?: number, packet?: number): Promise<void> {
    this.event = undefined;
    const found = await this.#run.team.events(lane, atS, atS + 1e-9);
    const event = found?.events.find((one) => one.flow === flow && one.packet === packet);
    if (event) this.choose(event);
  }

  async #find(lane: number, by: 1 | -1): Promise<LoggedEvent | undefined> {
    const columns = this.#run.lanes[lane];
    if (!columns) return undefined;
    const from = this.event;
    const atS = from?.atS ?? this.#run.nowS;
    for (const bin of binsWithEvents(columns, atS, by)) {
      const fromS = bin * STEP_S;
      const found = await this.#run.team.events(lane, fromS, fromS + STEP_S);
      if (!found) return undefined;
      const { events } = found;
      const at = from ? events.findIndex((one) => isSame(one, from)) : -1;
      const rest =
        by > 0
          ? events.filter((one, i) => (at >= 0 ? i > at : one.atS > atS))
          : events.filter((one, i) => (at >= 0 ? i < at : one.atS < atS));
      const next = by > 0 ? rest[0] : rest.at(-1);
      if (next) return next;
    }
    return undefined;
  }
}

/** Counts of drops and marks of a lane: at its own hop, at the reverse bottleneck, and at the other hops. */
type Counts = Pick<QueueColumns, 'drops' | 'marks'>;
type Columns = Counts & { readonly reverse: Counts | undefined; readonly hops: readonly Counts[] };

/** Returns the samples with a drop or mark at any hop, from the one at `atS` on, forwards or backwards. */
export function* binsWithEvents(
  { reverse, hops, ...own }: Columns,
  atS: number,
  by: 1 | -1,
): Generator<number> {
  const all = [own, ...(reverse ? [reverse] : []), ...hops];
  const last = own.drops.length - 1;
  // The end of a sample may be rounded up to its neighbour, so the search begins one sample earlier.
  const start = Math.floor(atS / STEP_S + 1e-9) - by;
  for (let bin = Math.max(0, Math.min(last, start)); bin >= 0 && bin <= last; bin += by)
    if (all.some(({ drops, marks }) => drops.values[bin] > 0 || marks.values[bin] > 0)) yield bin;
}
