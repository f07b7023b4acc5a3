import type { Change } from './protocol';

/** The parts of a scenario the page has knobs for. Everything else is carried along untouched. */
export interface Scenario {
  readonly version: 1;
  readonly title?: string;
  readonly about?: string;
  readonly seed?: number;
  readonly durationS: number;
  readonly warmupS?: number;
  readonly link: Link;
  readonly queues: readonly Queue[];
  readonly traffic: readonly Traffic[];
  readonly changes?: readonly Change[];
}

export interface Link {
  readonly rateMbps: number;
  readonly rttMs: number;
  readonly buffer: Buffer;
}

/** One of `bdp`, `packets`, `ms` or `bytes`. */
export interface Buffer {
  readonly bdp?: number;
  readonly packets?: number;
  readonly ms?: number;
  readonly bytes?: number;
  readonly minPackets?: number;
}

export interface Queue {
  readonly kind: string;
  readonly variant?: string;
  readonly ecn?: boolean;
  readonly targetMs?: number;
  readonly [parameter: string]: unknown;
}

export interface Traffic {
  readonly kind: string;
  readonly flows?: number;
  readonly cc?: string;
  readonly ecn?: boolean;
  readonly rateMbps?: number;
  readonly rttMs?: number;
  readonly [parameter: string]: unknown;
}

/** The value of `changes[].set` for each knob. */
export const path = {
  rate: 'link.rateMbps',
  rtt: 'link.rttMs',
  buffer: 'link.buffer',
  queue: (lane: number) => `queues.${lane}`,
  parameter: (lane: number, name: string) => `queues.${lane}.${name}`,
  traffic: (group: number, name: 'flows' | 'cc' | 'ecn' | 'rateMbps' | 'rttMs') =>
    `traffic.${group}.${name}`,
  burst: 'burst',
};

function write(value: unknown, steps: readonly string[], to: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return to;
  if (Array.isArray(value)) {
    const index = Number(step);
    return index < value.length ? value.with(index, write(value[index], rest, to)) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  return { ...record, [step]: write(record[step], rest, to) };
}

/** The scenario as it stands after `changes`. Bursts pass and leave nothing behind. */
export function after(scenario: Scenario, changes: readonly Change[]): Scenario {
  return changes.reduce<Scenario>(
    (s, c) => (c.set === path.burst ? s : (write(s, c.set.split('.'), c.to) as Scenario)),
    scenario,
  );
}
