import type { Trust } from './trust.generated';

/** Returns how far the numbers of each lane were checked. Loads the package for many runs at the first call. */
export async function trustOf(scenario: string): Promise<Trust> {
  const { loadBatch } = await import('../../wasm/batch-package');
  const batch = await loadBatch();
  return JSON.parse(batch.trustIn(scenario)) as Trust;
}
