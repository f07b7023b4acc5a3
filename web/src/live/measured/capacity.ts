import { type RateInForce, rateAt } from '../../core/document/rate';
import type { Scenario } from '../../core/document/scenario';

/** Returns the mean bandwidth between two times of the simulation, Mbit/s. */
export type Capacity = (fromS: number, toS: number) => number;

/** Returns the capacity of a scenario: with its timed changes and its schedule of the bandwidth. */
export function capacityOf(scenario: Scenario): Capacity {
  let latest: RateInForce | undefined;
  const at = (s: number): RateInForce =>
    latest && latest.sinceS <= s && s < latest.untilS ? latest : (latest = rateAt(scenario, s));
  return (fromS, toS) => {
    let megabits = 0;
    for (let s = Math.max(0, fromS); s < toS;) {
      const { rateMbps, untilS } = at(s);
      // A rate holds for some time; a millisecond more if rounding hides it.
      const end = Math.min(toS, untilS > s ? untilS : s + 0.001);
      megabits += rateMbps * (end - s);
      s = end;
    }
    return megabits / (toS - Math.max(0, fromS));
  };
}
