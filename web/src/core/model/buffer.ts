import { rangeOf } from '../document/ranges';
import type { Buffer, Scenario } from '../document/scenario';

/** Size of a full packet, bytes; the unit of buffers and the bandwidth-delay product in packets. */
export const PACKET_BYTES = 1500;

/** The units in which a buffer can be given. */
export type BufferUnit = 'bdp' | 'packets' | 'ms' | 'bytes';

export function bufferUnit(buffer: Buffer): BufferUnit {
  if ('bdp' in buffer) return 'bdp';
  if ('ms' in buffer) return 'ms';
  return 'packets' in buffer ? 'packets' : 'bytes';
}

/** Returns the size of a buffer in its own unit. */
export function bufferValue(buffer: Buffer): number {
  return Object.fromEntries(Object.entries(buffer))[bufferUnit(buffer)] as number;
}

/** Returns the size of a buffer in bytes, as the simulator computes it. */
export function bufferBytes(buffer: Buffer, rateMbps: number, rttMs: number): number {
  if ('bytes' in buffer) return buffer.bytes;
  if ('packets' in buffer) return buffer.packets * PACKET_BYTES;
  const [ms, times] = 'ms' in buffer ? [buffer.ms, 1] : [rttMs, buffer.bdp];
  // Rounds like the simulator: whole bit/s, whole nanoseconds, whole packets.
  const bits = Math.round(rateMbps * 1e6) * (Math.round(ms * 1e6) / 1e9) * times;
  const needed = Math.round(bits / 8 / PACKET_BYTES);
  return Math.max(buffer.minPackets ?? 1, needed, 1) * PACKET_BYTES;
}

/** Returns the size of the buffer in packets of full size; nothing for a buffer that is counted in bytes. */
export const bufferPackets = ({ link: { rateMbps, rttMs, buffer } }: Scenario): number[] =>
  'bytes' in buffer ? [] : [bufferBytes(buffer, rateMbps, rttMs) / PACKET_BYTES];

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
