import type { Queue } from '../sim/scenario';
import { TARGETS_MS } from '../sim/scenario.generated';

/** The queue delay that a discipline aims at, ms, if it aims at one. */
export function targetMs(queue: Queue): number | undefined {
  if ('targetMs' in queue && queue.targetMs !== undefined) return queue.targetMs;
  const defaults = TARGETS_MS[queue.kind];
  const variant = 'variant' in queue ? queue.variant : undefined;
  return defaults?.[variant ?? ''] ?? defaults?.[''];
}
