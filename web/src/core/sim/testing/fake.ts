import type { Core, Engine, Replay } from '../../../wasm/core';
import type { Problem } from '../protocol';
import { put } from '../../document/timeline';

interface FakeScenario {
  version: number;
  link: { rateMbps: number; rttMs: number };
  queues: { kind: string }[];
  changes?: { atS: number; set: string; to: unknown }[];
}

/** Interval of the fake's snapshots, s. */
export const SNAPSHOT_S = 0.5;

/** Packets that the fake forwards per lane and second: round numbers make tests readable. */
export const PACKETS_PER_S = 1000;
const SAMPLE_S = 0.01;

export interface FakeOptions {
  /** Called for each call of `advance` with the number of packets offered, to advance a clock. */
  onWork?: (packets: number) => void;
  /** Called for each engine that is freed. */
  onFree?: () => void;
  /** Throws at this time, like a trap. */
  trapAtS?: number;
}

/**
 * Replaces the wasm package in tests. It has the same interface and the same rules: early stop, changes only from now on,
 * return to snapshots, columns by sample. It simulates no network. A lane's delay is its number of passed changes plus ten
 * times its index, so that tests can distinguish lanes and timelines.
 */
export function fakeCore(options: FakeOptions = {}): Core {
  return {
    check: (json) => JSON.stringify(problems(json)).replace(/^\[\]$/, ''),
    version: () => 'fake',
    canonical: (json) => JSON.stringify(JSON.parse(json)),
    open: (json, lanes, probes) => {
      const found = problems(json);
      if (found.length > 0) throw new Error(JSON.stringify(found));
      return new FakeEngine(JSON.parse(json) as FakeScenario, [...lanes], options, probes ?? false);
    },
  };
}

const isNonsense = (c: { set: string; to: unknown }): boolean =>
  c.set === 'nonsense' || c.to === 'nonsense';

function problems(json: string): Problem[] {
  try {
    const scenario = JSON.parse(json) as Partial<FakeScenario>;
    const found: Problem[] = [];
    if (scenario.version !== 1) found.push({ path: 'version', message: 'must be 1' });
    if (scenario.changes?.some(isNonsense))
      found.push({ path: 'changes', message: 'are nonsense' });
    if (!Array.isArray(scenario.queues) || scenario.queues.length === 0)
      found.push({ path: 'queues', message: 'needs at least one queue' });
    return found;
  } catch {
    return [{ path: '', message: 'is not JSON' }];
  }
}

class FakeEngine implements Engine {
  #scenario: FakeScenario;
  #lanes: readonly number[];
  #changes: { atS: number; set: string; to: unknown }[];
  #packets = 0;
  #options: FakeOptions;

  #probes: boolean;

  constructor(
    scenario: FakeScenario,
    lanes: readonly number[],
    options: FakeOptions,
    probes: boolean,
  ) {
    this.#probes = probes;
    this.#scenario = scenario;
    this.#lanes = lanes;
    this.#changes = [...(scenario.changes ?? [])];
    this.#options = options;
  }

  laneCount(): number {
    return this.#lanes.length;
  }
  now(): number {
    return this.#packets / PACKETS_PER_S;
  }
  advance(toS: number, maxPackets: number): number {
    const wanted = Math.max(0, Math.round(toS * PACKETS_PER_S) - this.#packets);
    const done = Math.min(wanted, Math.ceil(maxPackets / Math.max(1, this.laneCount())));
    this.#packets += done;
    this.#options.onWork?.(done);
    const { trapAtS } = this.#options;
    if (trapAtS !== undefined && this.now() >= trapAtS) throw new Error('unreachable');
    return this.now();
  }
  apply(json: string): string {
    const change = JSON.parse(json) as { atS: number; set: string; to: unknown };
    if (change.atS < this.now()) return JSON.stringify([{ path: 'atS', message: 'is past' }]);
    if (isNonsense(change)) return JSON.stringify([{ path: 'set', message: 'is unknown' }]);
    this.#changes = put(this.#changes, change);
    return '';
  }
  revise(json: string, numbers: Uint32Array, probes = false): string {
    const found = problems(json);
    if (found.length > 0) return JSON.stringify(found);
    const [former, changes] = [this.#changes, (JSON.parse(json) as FakeScenario).changes ?? []];
    const isNew = numbers.length > this.#lanes.length;
    this.#scenario = JSON.parse(json) as FakeScenario;
    this.#lanes = [...numbers];
    const text = (c: unknown): string => JSON.stringify(c);
    const at = changes.findIndex((c, i) => text(c) !== text(former[i]));
    const first = at < 0 ? changes.length : at;
    const before = this.now();
    const differS = Math.min(changes[first]?.atS ?? Infinity, former[first]?.atS ?? Infinity);
    if (differS < before)
      this.#packets = Math.floor(differS / SNAPSHOT_S) * SNAPSHOT_S * PACKETS_PER_S;
    if (isNew || (probes && !this.#probes)) this.#packets = 0;
    this.#probes ||= probes;
    this.#changes = [...changes];
    return '';
  }
  sampleCount(): number {
    return Math.floor(this.now() / SAMPLE_S + 1e-9);
  }
  sampleInterval(): number {
    return SAMPLE_S;
  }
  groupCount(): number {
    return 0;
  }
  hasReverse(): boolean {
    return false;
  }
  otherHops(): number {
    return 0;
  }
  columns(names: string, from: number): Float32Array {
    const samples = Array.from({ length: this.sampleCount() - from }, (_, i) => from + i);
    const column = (lane: number, name: string): number[] =>
      samples.map((i) => this.#value(lane, name, i * SAMPLE_S));
    const lanes = this.#lanes.map((_, lane) => names.split(' ').map((name) => column(lane, name)));
    return Float32Array.from(lanes.flat(2));
  }
  #value(lane: number, name: string, t: number): number {
    if (name.startsWith('delay'))
      return 10 * this.#lanes[lane] + this.#changes.filter((c) => c.atS <= t).length;
    if (name === 'sentBits' || name === 'capacityBits') return 1e4;
    return name === 'offered' ? PACKETS_PER_S * SAMPLE_S : 0;
  }
  summary(lane: number): string {
    const mean = 10 * this.#lanes[lane] + this.#changes.length;
    return JSON.stringify({
      queue: this.#scenario.queues[this.#lanes[lane]].kind,
      queueDelayMs: { mean, p50: mean, p95: mean, p99: mean, max: mean },
      utilization: 1,
      dropRate: 0,
      earlyDropRate: 0,
      overflowDropRate: 0,
      markRate: 0,
      jain: 1,
      packets: { offered: this.#packets, sent: this.#packets, dropped: 0, marked: 0 },
    });
  }
  window(lane: number): string {
    return this.summary(lane);
  }
  /** Every tenth packet of the span is dropped; the sentence names the lane. */
  replayEvents(lane: number, fromS: number, toS: number, most: number): Replay | undefined {
    const queue = this.#lanes[lane];
    if (queue === undefined) return undefined;
    const end = Math.min(Math.round(toS * PACKETS_PER_S), this.#packets);
    const drops: { atS: number; sentence: string }[] = [];
    let packet = 0;
    const { onWork, onFree } = this.#options;
    return {
      run: (maxPackets) => {
        const until = Math.min(end, packet + maxPackets);
        onWork?.(until - packet);
        for (; packet < until; packet++)
          if (packet >= fromS * PACKETS_PER_S && packet % 10 === 0)
            drops.push({ atS: packet / PACKETS_PER_S, sentence: `lane ${queue}` });
        return packet >= end;
      },
      json: () =>
        JSON.stringify({
          events: drops.slice(0, most),
          eventCount: drops.length,
          probes: [],
          probeCount: 0,
          buckets: [],
          sending: null,
        }),
      free: () => onFree?.(),
    };
  }
  digest(lane: number): string {
    return JSON.stringify([this.#lanes[lane], this.#packets, this.#changes]);
  }
  allDelays(lane: number): Float32Array {
    return Float32Array.of(10 * this.#lanes[lane], this.#packets);
  }
  delays(lane: number, fromS: number, toS: number): Float32Array {
    return Float32Array.of(10 * this.#lanes[lane], (toS - fromS) * PACKETS_PER_S);
  }
  /** One flow that delivers as many Mbit/s as the lane's number. */
  goodput(lane: number, fromSecond: number): Float32Array {
    const seconds = Array.from({ length: Math.floor(this.now()) }, (_, second) => second);
    const rows = seconds.slice(fromSecond).map((s) => [s, -1, 1, s, 0, this.#lanes[lane]]);
    return Float32Array.from(rows.flat());
  }
  windows(lane: number, fromSample: number): Float32Array {
    const samples = Array.from({ length: Math.floor(this.now() * 20) }, (_, sample) => sample);
    const rows = samples.slice(fromSample).map((i) => [i, 0, 10 + this.#lanes[lane], NaN]);
    return Float32Array.from(rows.flat());
  }
  /** The value of a number of the probe is the number of its row, and it has the lane's number as its first row. */
  probes(lane: number, names: string, from: number): Float32Array {
    if (!this.#probes) return new Float32Array(0);
    const rows = Array.from({ length: this.sampleCount() }, (_, row) => row).slice(from);
    const column = rows.map((row) => (row === 0 ? this.#lanes[lane] : row));
    return Float32Array.from(names.split(' ').flatMap(() => column));
  }
  free(): void {
    this.#options.onFree?.();
  }
}
