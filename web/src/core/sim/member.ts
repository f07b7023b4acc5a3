import type { FromHost, RunMessage, Slice, ToHost } from './protocol';

/** The part of `Worker` that the page uses; tests replace it. */
export interface WorkerLike {
  postMessage(message: ToHost): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromHost>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Samples of a lane: see `Slice.columns`. */
type Columns = readonly Float32Array[];

/** A worker and its lanes of the run. */
export class Member {
  readonly worker: WorkerLike;
  /** Numbers of its lanes in the scenario, in ascending order. */
  lanes: readonly number[] = [];
  /** Time that its lanes have reached, s. */
  nowS = 0;
  /** Number of messages received. After the first one the worker has started and loaded the simulator. */
  messages = 0;
  /** Whether it has answered since the last request of a run. */
  isAwake = true;
  /** Answers that wait for the other members, by kind. */
  readonly answers = new Map<string, RunMessage>();
  /** Time that its slices have reached, s; negative before the first slice. */
  #slicedS = -1;
  /** Samples that wait until the other members have reached their time. */
  #ahead: (readonly Columns[])[] = [];
  /** The columns of its lanes, without samples. */
  #none: readonly Columns[] = [];

  constructor(worker: WorkerLike) {
    this.worker = worker;
  }

  /** Starts a new run with these lanes. */
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
    this.#none = cut(columns, 0, 0);
    if (samplesOf(columns) > 0) this.#ahead.push(columns);
  }

  /** Whether its slices, not only its lanes, have reached the time. */
  hasReached(s: number): boolean {
    return this.#slicedS >= s;
  }

  /** Number of waiting samples of each lane. */
  samples(): number {
    return this.#ahead.reduce((sum, part) => sum + samplesOf(part), 0);
  }

  /** Returns the first `count` waiting samples of each lane. */
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
    return this.#none.map((columns, lane) =>
      columns.map((_, i) => joined(given.map((part) => part[lane][i]))),
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
