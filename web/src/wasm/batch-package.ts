import init, * as package_ from './batch-pkg/aqm_batch.js';
import { batchBytes, batchFile } from './batch-file';
import { hashOf } from './hash';

/** The functions and classes of the batch package (crates/aqm-batch). */
export type BatchPackage = Omit<typeof package_, 'default' | 'initSync' | 'start'>;

let loaded: Promise<BatchPackage> | undefined;

/**
 * Loads the package for many runs, once for each thread. Workers of the pool compute with it; the page reads papers and
 * plans with it. Fails if it cannot be fetched; the next call tries again. `_waiting`: batch-later.ts calls it while the package
 * is being built.
 */
export function loadBatch(_waiting?: () => void): Promise<BatchPackage> {
  loaded ??= init({ module_or_path: batchFile() }).then(
    () => package_,
    (error: unknown) => {
      loaded = undefined;
      throw error;
    },
  );
  return loaded;
}

/**
 * Returns a hash of the package's code, 16 hexadecimal digits: results of another hash come from another simulator, also if
 * its version number is the same.
 */
export async function batchHash(): Promise<string> {
  return hashOf(await batchBytes());
}
