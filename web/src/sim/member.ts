import { COLUMNS, type FromHost, type RunMessage, type Slice, type ToHost } from './protocol';

/** The part of `Worker` that is used, so that tests can stand in for it. */
export interface WorkerLike {
  postMessage(message: ToHost): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromHost>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Samples of a lane: `COLUMNS`. */
type Columns = readonly Float32Array[];

/** A worker, and what it has of the run. */
export class Member {
  readonly worker: WorkerLike;
  /** Numbers of its lanes in the scenario, in rising order. */
  lanes: readonly number[] = [];
  /** How far its lanes are, s. */
  nowS = 0;
  /** How many messages have come: with the first one it is started, and has the simulator. */
  heard = 0;
  /** It has answered since it was last asked for a run. */
  isAwake = true;
  /** Answers that wait for those of the other members, by their kind. */
  readonly answers = new Map<string, RunMessage>();
  /** How far its slices are, s; less than zero before the first. */
  #slicedS = -1;
  /** What the page has not got of its slices, because lanes of others are not that far. */
  #ahead: (readonly Columns[])[] = [];

  constructor(worker: WorkerLike) {
    this.worker = worker;
  }

  /** A new run, with these lanes. */
  begin(lanes: readonly number[]): void {
    this.lanes = lanes;
    this.nowS = 0;
    this.isAwake = false;
    this.#slicedS = -1;
    this.answers.clear();
    this.#ahead = [];
  }

  take({ nowS, columns }: Slice): void {
    this.nowS = nowS;
    this.#slicedS = nowS;
    if (samplesOf(columns) > 0) this.#ahead.push(columns);
  }

  /** Whether its slices, not only its lanes, are there. */
  hasReached(s: number): boolean {
    return this.#slicedS >= s;
  }

  /** How many samples of each lane wait to be handed out. */
  samples(): number {
    return this.#ahead.reduce((sum, part) => sum + samplesOf(part), 0);
  }

  /** Hands out the first `count` samples of each lane. */
  give(count: number): readonly Columns[] {
    const given: (readonly Columns[])[] = [];
    for (let left = count; left > 0;) {
      const first = this.#ahead.shift() ?? [];
      const here = Math.min(left, samplesOf(first));
      given.push(cut(first, 0, here));
      if (here < samplesOf(first)) this.#ahead.unshift(cut(first, here));
      left -= here;
    }
    if (given.length === 1) return given[0];
    return this.lanes.map((_, lane) =>
      COLUMNS.map((_, i) => joined(given.map((part) => part[lane][i]))),
    );
  }
}

const samplesOf = (lanes: readonly Columns[]): number => lanes[0]?.[0]?.length ?? 0;

const cut = (lanes: readonly Columns[], from: number, to?: number): readonly Columns[] =>
  lanes.map((columns) => columns.map((column) => column.subarray(from, to)));

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
