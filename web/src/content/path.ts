import { betweenMs, otherHops, passed } from '../sim/hops';
import { type Buffer, isTcp, type Scenario } from '../sim/scenario';
import { rangeOf } from '../sim/ranges';
import { type BufferUnit } from './buffer';
import { packets, quantity } from './format';
import { isReverse, loadMbps } from './traffic';

/** Size of a full packet, bytes; the unit of buffers and the bandwidth-delay product in packets. */
const PACKET_BYTES = 1500;

/** Values computed from the controls and shown beside them. */
export interface Derived {
  readonly bdpKilobytes: number;
  /** Whole packets of full size. */
  readonly bdpPackets: number;
  /** The size in its own unit: packets of any size, or kB. */
  readonly bufferSize: string;
  /** Delay of a full buffer, or of all full buffers of a path with several hops, ms. */
  readonly largestDelayMs: number;
}

/**
 * `nowMbps`: the rate in force, if a schedule sets it. The buffer keeps the size for the scenario's rate. With several hops the
 * bandwidth-delay product is that of the slowest one over the whole path, and a packet can wait in every full buffer.
 */
export function derive({ link }: Scenario, nowMbps = link.rateMbps): Derived {
  const { rateMbps, rttMs, buffer } = link;
  const hops = otherHops(link).map(({ hop }) => hop);
  const slowestMbps = Math.min(nowMbps, ...hops.map((hop) => hop.rateMbps));
  const bdpBytes = (slowestMbps * 1e6 * ((rttMs + betweenMs(link)) / 1e3)) / 8;
  const bytes = bufferBytes(buffer, rateMbps, rttMs);
  const elsewhereMs = hops.map(
    (hop) => (bufferBytes(hop.buffer, hop.rateMbps, rttMs) * 8) / (hop.rateMbps * 1e3),
  );
  const size = 'bytes' in buffer ? `${quantity(bytes / 1000)} kB` : packets(bytes / PACKET_BYTES);
  return {
    bdpKilobytes: bdpBytes / 1000,
    bdpPackets: Math.round(bdpBytes / PACKET_BYTES),
    bufferSize: hops.length > 0 ? `in ${hops.length + 1} full buffers` : size,
    largestDelayMs:
      nowMbps > 0 ? elsewhereMs.reduce((sum, ms) => sum + ms, (bytes * 8) / (nowMbps * 1e3)) : NaN,
  };
}

/** Returns whether the way back has a bottleneck of its own. */
export const hasReverse = ({ link }: Scenario): boolean => (link.reverse ?? null) !== null;

/** Returns a scenario whose path and queues are those of the reverse bottleneck; undefined without one. */
export function reverseOf({ link, queues, ...rest }: Scenario): Scenario | undefined {
  const { reverse, rttMs } = link;
  if (!reverse) return undefined;
  const { rateMbps, buffer, queue } = reverse;
  return { ...rest, link: { rateMbps, rttMs, buffer }, queues: queue ? [queue] : queues };
}

/** Returns the size of the buffer in packets of full size; nothing for a buffer that is counted in bytes. */
export const bufferPackets = ({ link: { rateMbps, rttMs, buffer } }: Scenario): number[] =>
  'bytes' in buffer ? [] : [bufferBytes(buffer, rateMbps, rttMs) / PACKET_BYTES];

/**
 * Returns the fair share of each TCP flow, with the groups that send at `atS`, Mbit/s; NaN without flows. `nowMbps`: the
 * rate in force. With several hops it is the least of their shares.
 */
export function fairShareMbps(
  { link, traffic }: Scenario,
  atS: number,
  nowMbps = link.rateMbps,
): number {
  const rates = otherHops(link).map(({ hop }) => hop.rateMbps);
  rates.splice((link.hopsBefore ?? []).length, 0, nowMbps);
  const shares = rates.map((mbps, i) => {
    const here = traffic.filter((group) => {
      const [first, last] = passed(group, link);
      return !isReverse(group) && first <= i + 1 && last >= i + 1;
    });
    return shareMbps(here, atS, mbps);
  });
  const known = shares.filter((share) => !Number.isNaN(share));
  return known.length > 0 ? Math.min(...known) : NaN;
}

/** Returns the fair share of each TCP flow of these groups at a link of this rate, Mbit/s; NaN without flows. */
function shareMbps(traffic: Scenario['traffic'], atS: number, mbps: number): number {
  let [flows, left] = [0, mbps];
  for (const group of traffic) {
    const load = loadMbps(group, atS);
    if (load === undefined) flows += group.flows ?? 1;
    else if (!isTcp(group.kind)) left -= load;
  }
  // 1 - 0.7 - 0.3 is not 0, so the rest is rounded to whole bit/s.
  return flows > 0 ? Math.max(0, Math.round(left * 1e6)) / 1e6 / flows : NaN;
}

function bufferBytes(buffer: Buffer, rateMbps: number, rttMs: number): number {
  if ('bytes' in buffer) return buffer.bytes;
  if ('packets' in buffer) return buffer.packets * PACKET_BYTES;
  const [ms, times] = 'ms' in buffer ? [buffer.ms, 1] : [rttMs, buffer.bdp];
  // Rounds like the simulator: whole bit/s, whole nanoseconds, whole packets.
  const bits = Math.round(rateMbps * 1e6) * (Math.round(ms * 1e6) / 1e9) * times;
  const needed = Math.round(bits / 8 / PACKET_BYTES);
  return Math.max(buffer.minPackets ?? 1, needed, 1) * PACKET_BYTES;
}

/**
 * Returns the same buffer in another unit, with as few digits as keep its packets; undefined if the unit's limits exclude
 * it.
 */
export function convertBuffer(scenario: Scenario, unit: BufferUnit): Buffer | undefined {
  const { rateMbps, rttMs, buffer } = scenario.link;
  const bytes = bufferBytes(buffer, rateMbps, rttMs);
  const ms = (bytes * 8) / (rateMbps * 1e3);
  const exact = { packets: bytes / PACKET_BYTES, bytes, ms, bdp: ms / rttMs }[unit];
  const whole = unit === 'packets' || unit === 'bytes';
  const [least, most] = rangeOf(`link.buffer.${unit}`).limits;
  // A slider sets two significant digits; more are used if two would change the number of packets.
  const written = [2, 3, 4, 5, 6, 7, 8].map((digits) =>
    whole ? Math.max(least, Math.round(exact)) : Number(exact.toPrecision(digits)),
  );
  const same = (value: number): boolean =>
    packetsOf(bufferBytes({ [unit]: value } as unknown as Buffer, rateMbps, rttMs)) ===
    packetsOf(bytes);
  const value = written.find(same) ?? written.at(-1)!;
  return value >= least && value <= most ? ({ [unit]: value } as unknown as Buffer) : undefined;
}

const packetsOf = (bytes: number): number => Math.round(bytes / PACKET_BYTES);
