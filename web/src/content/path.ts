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
  const flows = scenario.traffic
    .filter((t) => t.kind === 'bulk')
    .reduce((sum, t) => sum + (t.flows ?? 1), 0);
  const unresponsive = scenario.traffic
    .filter((t) => t.kind !== 'bulk')
    .reduce((sum, t) => sum + (t.flows ?? 1) * (t.rateMbps ?? 0), 0);
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
  return (['bdp', 'packets', 'ms'] as const).find((u) => buffer[u] !== undefined) ?? 'bytes';
}

function bufferBytes(buffer: Buffer, rateMbps: number, rttMs: number): number {
  if (buffer.bytes !== undefined) return buffer.bytes;
  const bytesPerMs = (rateMbps * 1e3) / 8;
  const wanted =
    buffer.packets ??
    ((buffer.ms ?? (buffer.bdp ?? 0) * rttMs) * bytesPerMs) / PACKET_BYTES;
  return Math.max(buffer.minPackets ?? 1, wanted) * PACKET_BYTES;
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
