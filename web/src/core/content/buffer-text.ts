import { otherHops } from '../document/hops';
import type { Scenario } from '../document/scenario';
import { bufferBytes, PACKET_BYTES } from '../model/buffer';
import { packets, quantity } from './format';

/** Returns the size of the buffer in its own unit: packets of any size, or kB. With several hops, how many buffers there are. */
export function bufferText({ link }: Scenario): string {
  const { buffer, rateMbps, rttMs } = link;
  const others = otherHops(link).length;
  if (others > 0) return `in ${others + 1} full buffers`;
  const bytes = bufferBytes(buffer, rateMbps, rttMs);
  return 'bytes' in buffer ? `${quantity(bytes / 1000)} kB` : packets(bytes / PACKET_BYTES);
}
