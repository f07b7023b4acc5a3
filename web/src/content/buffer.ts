import type { Buffer } from '../sim/scenario';

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
