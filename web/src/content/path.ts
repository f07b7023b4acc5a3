import type { Buffer, Scenario } from '../sim/scenario';

/** Size of a full packet, bytes: what buffers and the bandwidth-delay product are counted in. */
const PACKET_BYTES = 1500;

/** What follows from the knobs, to stand beside them. */
export interface Derived {
  readonly bdpPackets: number;
  readonly bdpKilobytes: number;
  readonly bufferPackets: number;
  /** Of a full buffer, ms. */
  readonly largestDelayMs: number;
  /** What is left of the link for each TCP flow, Mbit/s; NaN without flows. */
  readonly fairShareMbps: number;
}

export function derive(scenario: Scenario): Derived {
  const { rateMbps, rttMs, buffer } = scenario.link;
  const bdpBytes = (rateMbps * 1e6 * (rttMs / 1e3)) / 8;
  const bytes = bufferBytes(buffer, rateMbps, rttMs);
  let [flows, unresponsive] = [0, 0];
  for (const group of scenario.traffic) {
    const { flows: count = 1 } = group;
    if (group.kind === 'bulk') flows += count;
    else unresponsive += count * group.rateMbps;
  }
  return {
    bdpPackets: bdpBytes / PACKET_BYTES,
    bdpKilobytes: bdpBytes / 1000,
    bufferPackets: bytes / PACKET_BYTES,
    largestDelayMs: (bytes * 8) / (rateMbps * 1e3),
    fairShareMbps: flows > 0 ? Math.max(0, rateMbps - unresponsive) / flows : NaN,
  };
}

export type BufferUnit = 'bdp' | 'packets' | 'ms' | 'bytes';

export function bufferUnit(buffer: Buffer): BufferUnit {
  if ('bdp' in buffer) return 'bdp';
  if ('ms' in buffer) return 'ms';
  return 'packets' in buffer ? 'packets' : 'bytes';
}

/** Its size in its own unit. */
export function bufferValue(buffer: Buffer): number {
  return Object.fromEntries(Object.entries(buffer))[bufferUnit(buffer)] as number;
}

function bufferBytes(buffer: Buffer, rateMbps: number, rttMs: number): number {
  if ('bytes' in buffer) return buffer.bytes;
  if ('packets' in buffer) return buffer.packets * PACKET_BYTES;
  const ms = 'ms' in buffer ? buffer.ms : buffer.bdp * rttMs;
  const packets = Math.ceil((ms * rateMbps * 1e3) / 8 / PACKET_BYTES);
  return Math.max(buffer.minPackets ?? 1, packets) * PACKET_BYTES;
}

/** The same buffer in another unit, to the two digits a slider has. */
export function convertBuffer(scenario: Scenario, unit: BufferUnit): Buffer {
  const { rateMbps, rttMs, buffer } = scenario.link;
  const bytes = bufferBytes(buffer, rateMbps, rttMs);
  const two = (value: number): number => Number(value.toPrecision(2));
  const ms = (bytes * 8) / (rateMbps * 1e3);
  switch (unit) {
    case 'packets':
      return { packets: Math.max(1, Math.round(bytes / PACKET_BYTES)) };
    case 'ms':
      return { ms: two(ms) };
    case 'bdp':
      return { bdp: two(ms / rttMs) };
    case 'bytes':
      return { bytes: Math.max(PACKET_BYTES, Math.round(bytes)) };
  }
}
