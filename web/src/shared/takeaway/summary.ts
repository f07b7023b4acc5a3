import type { LaneReport } from '../../core/sim/measures.generated';
import type { Facts } from './facts';

/**
 * Returns the numbers of a run as JSON: the object that `aqm run --json` prints, with `about` for the link and the simulator. The units
 * are in the names of the members and in docs/measures.md.
 */
export function summaryJson(facts: Facts, lanes: readonly LaneReport[]): string {
  const { title, seed, untilS, link, version } = facts;
  const about = {
    link,
    simulator: `AQM Playground ${version}`,
    units:
      'milliseconds in members with Ms, seconds with S or seconds, Mbit/s with Mbps; rates and utilization are shares from 0 to 1',
  };
  return `${JSON.stringify({ version: 1, title, seed, untilS, lanes, about }, null, 2)}\n`;
}
