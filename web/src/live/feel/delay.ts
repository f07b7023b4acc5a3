import type { Scenario } from '../../core/document/scenario';
import { type LaneColumns, samplesUntil } from '../../core/sim/series';

/** A queue without a packet for this long counts as empty, s. */
const EMPTY_S = 1;

/**
 * Returns the mean queue delay of a traffic group at a time, ms: that of the latest 10 ms in which one of its packets left the queue.
 * 0 if none did for a second.
 */
export function queueDelayAt(columns: LaneColumns, group: number, nowS: number): number {
  const { values, stepS, ...column } = columns.groupDelays[group] ?? columns.delayMean;
  const count = samplesUntil({ values, stepS, ...column }, nowS);
  for (let i = count - 1; i >= Math.max(0, count - Math.round(EMPTY_S / stepS)); i--)
    if (Number.isFinite(values[i])) return values[i];
  return 0;
}

/** Returns the round-trip time of a traffic group without queues, ms. */
export function pathDelayOf({ link, traffic }: Scenario, group: number): number {
  const own = traffic[group];
  return (own && 'rttMs' in own ? own.rttMs : undefined) ?? link.rttMs;
}
