import init, * as package_ from './batch-pkg/aqm_batch.js';
import address from './batch-pkg/aqm_batch_bg.wasm?url';

/** The functions and classes of the batch package (crates/aqm-batch). */
export type BatchPackage = Omit<typeof package_, 'default' | 'initSync' | 'start'>;

let loaded: Promise<BatchPackage> | undefined;

/**
 * Loads the package for many runs, once for each thread. Workers of the pool compute with it; the page reads papers and
 * plans with it. Fails if it cannot be fetched; the next call tries again.
 */
export function loadBatch(): Promise<BatchPackage> {
  loaded ??= init({ module_or_path: address }).then(
    () => package_,
    (error: unknown) => {
      loaded = undefined;
      throw error;
    },
  );
  return loaded;
}
