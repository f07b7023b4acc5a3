import type { Queue } from '../document/scenario';
import { TARGETS_MS } from '../document/scenario.generated';

/** Returns the target delay of a discipline, ms; undefined if it has none. */
export function targetMs(queue: Queue): number | undefined {
  if ('targetMs' in queue && queue.targetMs !== undefined) return queue.targetMs;
  const defaults = TARGETS_MS[queue.kind];
  const variant = 'variant' in queue ? queue.variant : undefined;
  return defaults?.[variant ?? ''] ?? defaults?.[''];
}
