import { type DetailName, type LaneDetails, probesOf, type Wanted } from './protocol.ts';
import { Growing, type SeriesColumn, STEP_S } from './series.ts';
import { isShare } from './shares.ts';

/** Length of a sample of the windows, s. */
const WINDOW_S = 0.05;
/** Length of a sample of the goodput, s. */
const GOODPUT_S = 1;
/** Stands for a flow in the row with Jain's index. */
const JAIN = -1;

/** A flow in the plots. Gaps are NaN. */
export interface FlowColumns {
  /** Number of the flow, from 0. */
  readonly flow: number;
  /** Congestion window, packets. */
  readonly cwnd: SeriesColumn;
  /** Mbit/s; empty for a flow that does not pace. */
  readonly pacing: SeriesColumn;
  /** Mbit/s per second; 0 in seconds without a delivery. */
  readonly goodput: SeriesColumn;
}

/** The flows of a lane, and the inner state of its discipline. */
export interface LaneFlows {
  readonly flows: readonly FlowColumns[];
  /** Jain's index per second. */
  readonly jain: SeriesColumn;
  /** Goodput of all flows together, Mbit/s per second. */
  readonly total: SeriesColumn;
  /** Requested numbers of the probe, by name, one value for each 10 ms. Shares are in percent. */
  readonly probes: ReadonlyMap<string, SeriesColumn>;
}

/** A column whose samples may be left out. */
class Sparse {
  #values = new Float32Array(64);
  length = 0;
  readonly #gap: number;

  constructor(gap = NaN) {
    this.#gap = gap;
  }

  /** Sets sample `index`; samples before it that were left out are gaps. */
  set(index: number, value: number): void {
    this.fill(index + 1);
    this.#values[index] = value;
  }

  add(index: number, value: number): void {
    this.fill(index + 1);
    this.#values[index] += value;
  }

  /** Makes the column `length` long. */
  fill(length: number): void {
    if (length > this.#values.length) {
      const larger = new Float32Array(Math.max(length, 2 * this.#values.length));
      larger.set(this.#values.subarray(0, this.length));
      this.#values = larger;
    }
    if (length > this.length) {
      this.#values.fill(this.#gap, this.length, length);
      this.length = length;
    }
  }

  view(stepS: number): SeriesColumn {
    return { startS: 0, stepS, values: this.#values, length: this.length, epoch: 0 };
  }
}

class FlowRecord {
  readonly cwnd = new Sparse();
  readonly pacing = new Sparse();
  readonly goodput = new Sparse(0);
}

class LaneRecord {
  readonly #flows = new Map<number, FlowRecord>();
  readonly #jain = new Sparse();
  readonly #total = new Sparse(0);
  #windows = 0;
  readonly #probes = new Map<string, Growing>();

  get seconds(): number {
    return this.#jain.length;
  }
  get windows(): number {
    return this.#windows;
  }

  /** Number of rows of all these numbers of the probe. */
  rows(names: readonly string[]): number {
    return Math.min(...names.map((name) => this.#probes.get(name)?.length ?? 0));
  }

  #flow(flow: number): FlowRecord {
    const known = this.#flows.get(flow) ?? new FlowRecord();
    this.#flows.set(flow, known);
    return known;
  }

  append({
    goodput = new Float32Array(0),
    windows = new Float32Array(0),
    probes,
  }: LaneDetails): void {
    probes?.names.forEach((name, i) => {
      const column = this.#probes.get(name) ?? new Growing();
      this.#probes.set(name, column);
      const values = probes.columns[i];
      const [, word, unit] = /^(.*):(.*)$/.exec(name) ?? ['', name, ''];
      column.write(probes.from, isShare(word, unit) ? values.map((share) => 100 * share) : values);
    });
    for (let i = 0; i < goodput.length; i += 3) {
      const [second, flow, value] = goodput.subarray(i, i + 3);
      if (flow === JAIN) {
        this.#jain.set(second, value);
        this.#total.fill(second + 1);
      } else {
        this.#flow(flow).goodput.set(second, value);
        this.#total.add(second, value);
      }
    }
    for (let i = 0; i < windows.length; i += 4) {
      const [sample, flow, cwnd, pacing] = windows.subarray(i, i + 4);
      const record = this.#flow(flow);
      record.cwnd.set(sample, cwnd);
      if (!Number.isNaN(pacing)) record.pacing.set(sample, pacing);
      this.#windows = Math.max(this.#windows, sample + 1);
    }
    for (const { goodput } of this.#flows.values()) goodput.fill(this.seconds);
  }

  view(): LaneFlows {
    const flows = [...this.#flows].toSorted(([a], [b]) => a - b);
    return {
      flows: flows.map(([flow, { cwnd, pacing, goodput }]) => ({
        flow,
        cwnd: cwnd.view(WINDOW_S),
        pacing: pacing.view(WINDOW_S),
        goodput: goodput.view(GOODPUT_S),
      })),
      jain: this.#jain.view(GOODPUT_S),
      total: this.#total.view(GOODPUT_S),
      probes: new Map([...this.#probes].map(([name, column]) => [name, column.view(STEP_S)])),
    };
  }
}

/** The records of single flows and of probes in a run. They are requested only for views that draw them. */
export class RunFlows {
  readonly #lanes: LaneRecord[];

  constructor(lanes: number) {
    this.#lanes = Array.from({ length: lanes }, () => new LaneRecord());
  }

  /** Returns the numbers of seconds, of samples of windows, and of rows of the requested probes that all lanes have. */
  known(details: readonly DetailName[]): Partial<Wanted> {
    const names = probesOf(details);
    return {
      fromSecond: Math.min(...this.#lanes.map((lane) => lane.seconds)),
      fromWindow: Math.min(...this.#lanes.map((lane) => lane.windows)),
      ...(names.length > 0 && {
        fromProbe: Math.min(...this.#lanes.map((lane) => lane.rows(names))),
      }),
    };
  }

  append(details: readonly (LaneDetails | undefined)[]): void {
    details.forEach((of, lane) => {
      if (of) this.#lanes[lane]?.append(of);
    });
  }

  views(): LaneFlows[] {
    return this.#lanes.map((lane) => lane.view());
  }
}
