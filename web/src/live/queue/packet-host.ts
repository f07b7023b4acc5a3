import type { SenderAnswer } from '../../core/sim/events.generated';
import {
  type FromPacketWorker,
  MOST_PACKETS,
  type PacketCore,
  type PacketReplay,
  type PacketRun,
  type ToPacketWorker,
  type Wanted,
} from './packet-jobs';

/** Work between two looks at the clock, in packets: much less than a slice. */
const PACKETS = 2000;
/** The worker reads messages after this wall time, ms. */
const SLICE_MS = 10;
/** Time between two reports on the way, ms. */
const TELL_MS = 200;

/** Owns a run for each lane, and answers requests one after the other. */
export class PacketHost {
  readonly #core: PacketCore;
  readonly #post: (message: FromPacketWorker, transfer: Transferable[]) => void;
  readonly #wall: () => number;
  readonly #soon: (callback: () => void) => void;
  #run = -1;
  #scenario = '';
  /** The run of each lane, with the scenario that it has. */
  readonly #runs = new Map<number, { readonly run: PacketRun; scenario: string }>();
  #queue: Wanted[] = [];
  #isBusy = false;
  #toldAt = -Infinity;

  constructor(
    core: PacketCore,
    post: (message: FromPacketWorker, transfer: Transferable[]) => void,
    wall: () => number,
    soon: (callback: () => void) => void,
  ) {
    this.#core = core;
    this.#post = post;
    this.#wall = wall;
    this.#soon = soon;
  }

  receive(message: ToPacketWorker): void {
    if (message.kind === 'open') {
      this.#run = message.run;
      this.#scenario = message.scenario;
      this.#queue = [];
      return;
    }
    if (message.run !== this.#run) return;
    // A newer request for the same lane replaces one that waits.
    this.#queue = [...this.#queue.filter(({ lane }) => lane !== message.lane), message];
    this.#next();
  }

  #next(): void {
    if (this.#isBusy) return;
    const wanted = this.#queue.shift();
    if (!wanted) return;
    this.#isBusy = true;
    this.#try(wanted, () => {
      this.#prepare(wanted, this.#runOf(wanted.lane));
    });
  }

  #try(wanted: Wanted, act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#isBusy = false;
      // The memory of a run is lost after a panic.
      this.#runs.delete(wanted.lane);
      const message = error instanceof Error ? error.message : String(error);
      this.#post({ kind: 'failed', run: wanted.run, message }, []);
      this.#next();
    }
  }

  #runOf(lane: number): PacketRun {
    const known = this.#runs.get(lane);
    if (!known) {
      const run = new this.#core.PacketRun(this.#scenario, lane);
      this.#runs.set(lane, { run, scenario: this.#scenario });
      return run;
    }
    if (known.scenario !== this.#scenario) {
      known.run.revise(this.#scenario);
      known.scenario = this.#scenario;
    }
    return known.run;
  }

  /** Returns whether the request is still wanted; if not, the next one begins. */
  #isWanted({ run }: Wanted): boolean {
    if (run === this.#run) return true;
    this.#isBusy = false;
    this.#next();
    return false;
  }

  #prepare(wanted: Wanted, run: PacketRun): void {
    if (!this.#isWanted(wanted)) return;
    const begin = this.#wall();
    let isThere = false;
    while (!isThere && this.#wall() - begin < SLICE_MS) isThere = run.prepare(wanted.toS, PACKETS);
    if (!isThere && begin - this.#toldAt >= TELL_MS) {
      this.#toldAt = begin;
      const { request } = wanted;
      this.#post({ kind: 'reached', run: wanted.run, request, atS: run.now() }, []);
    }
    this.#soon(() =>
      this.#try(wanted, () => {
        if (!isThere) return this.#prepare(wanted, run);
        if (wanted.sender) return this.#sender(wanted, wanted.sender, run);
        this.#record(wanted, run.record(wanted.fromS, wanted.toS, MOST_PACKETS));
      }),
    );
  }

  #sender(wanted: Wanted, { flow, count }: NonNullable<Wanted['sender']>, run: PacketRun): void {
    if (!this.#isWanted(wanted)) return;
    const { request, fromS, toS } = wanted;
    const answer = JSON.parse(run.sender(flow, fromS, toS, count)) as SenderAnswer;
    const found = { answer, groups: Array.from(run.groups()) };
    this.#post({ kind: 'sender', run: wanted.run, request, found }, []);
    this.#isBusy = false;
    this.#next();
  }

  #record(wanted: Wanted, replay: PacketReplay): void {
    if (!this.#isWanted(wanted)) return replay.free();
    const begin = this.#wall();
    let isComplete = false;
    while (!isComplete && this.#wall() - begin < SLICE_MS) isComplete = replay.run(PACKETS);
    if (!isComplete) return this.#soon(() => this.#try(wanted, () => this.#record(wanted, replay)));
    const { run, request, lane, fromS, toS } = wanted;
    // The other texts belong to the columns, so the columns come first.
    const columns = replay.columns();
    const found = {
      lane,
      fromS,
      toS,
      columns,
      classes: replay.classes(),
      texts: replay.texts(),
      windows: replay.windows(),
      groups: replay.groups(),
      skipped: replay.skipped(),
    };
    replay.free();
    this.#post({ kind: 'recorded', run, request, found }, [columns.buffer, found.windows.buffer]);
    this.#isBusy = false;
    this.#next();
  }
}
