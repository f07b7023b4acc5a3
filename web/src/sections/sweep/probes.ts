import type { Wanted } from '../../core/batch';
import type { Expansion } from './expansion';

/** Number of runs that are probed. */
const PROBES = 4;

/** Returns runs to probe: each stands for an equal part of the work. */
export function probes({ rows, cells, seeds }: Expansion): readonly Wanted[] {
  const whole = rows.reduce((sum, { weight }) => sum + weight, 0);
  let sum = 0;
  const found: Wanted[] = [];
  for (const { cell, lane, weight } of rows) {
    sum += weight;
    // A row with more than one part of the work stands for all of them.
    while (found.length < PROBES && sum >= ((found.length + 0.5) / PROBES) * whole)
      found.push({ scenario: cells[cell].scenario, lane, seed: seeds[0], weight });
  }
  return found;
}
