import init, * as package_ from './batch-pkg/aqm_batch.js';
import { batchBytes, batchFile } from './batch-file';

/** The functions and classes of the batch package (crates/aqm-batch). */
export type BatchPackage = Omit<typeof package_, 'default' | 'initSync' | 'start'>;

let loaded: Promise<BatchPackage> | undefined;

/**
 * Loads the package for many runs, once for each thread. Workers of the pool compute with it; the page reads papers and
 * plans with it. Fails if it cannot be fetched; the next call tries again.
 */
export function loadBatch(): Promise<BatchPackage> {
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
  return fnv(new Uint8Array(await batchBytes()));
}

/** Two FNV-1a hashes of 32 bits with different starts; the page may lack `crypto.subtle`, which needs https. */
function fnv(bytes: Uint8Array): string {
  let [a, b] = [0x811c9dc5, 0x01234567];
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x01000193);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
