import { betweenMs, otherHops, passed } from '../document/hops';
import { isTcp, type Scenario } from '../document/scenario';
import { bufferBytes, PACKET_BYTES } from './buffer';
import { isReverse, loadMbps } from './traffic';

/** Values computed from the controls and shown beside them. */
export interface Derived {
  readonly bdpKilobytes: number;
  /** Whole packets of full size. */
  readonly bdpPackets: number;
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
  return {
    bdpKilobytes: bdpBytes / 1000,
    bdpPackets: Math.round(bdpBytes / PACKET_BYTES),
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
