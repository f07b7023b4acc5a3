/**
 * The package for many runs at the first `npm start`: it is built while the page plays, and then lies in the folder `batch` of
 * the page. vite.config.ts puts this module in the place of batch-package.ts.
 */
import type * as batch from './batch-pkg/aqm_batch.js';
import { hashOf } from './hash';

export type BatchPackage = Omit<typeof batch, 'default' | 'initSync' | 'start'>;

/** Time between two looks, ms. */
const LOOK_MS = 1000;

/** Seen from the scripts of the page. A constant, because Vite replaces a literal by the address of a file that exists now. */
const FOLDER = '../batch/';
const address = (name: string): string => new URL(FOLDER + name, import.meta.url).href;
const CODE = 'aqm_batch_bg.wasm';

/** Returns once the package is built. `waiting` is called before each new look. */
export async function built(waiting?: () => void): Promise<void> {
  // A server may answer with the page instead of an error.
  const isThere = (answer: Response): boolean =>
    answer.ok && answer.headers.get('content-type') === 'application/wasm';
  while (!(await fetch(address(CODE), { method: 'HEAD' }).then(isThere, () => false))) {
    waiting?.();
    await new Promise((settle) => setTimeout(settle, LOOK_MS));
  }
}

let loaded: Promise<BatchPackage> | undefined;

/** As in batch-package.ts; waits until the package is built. */
export function loadBatch(waiting?: () => void): Promise<BatchPackage> {
  loaded ??= built(waiting).then(async () => {
    const code = (await import(/* @vite-ignore */ address('aqm_batch.js'))) as typeof batch;
    await code.default({ module_or_path: address(CODE) });
    return code;
  });
  loaded.catch(() => (loaded = undefined));
  return loaded;
}

/** As in batch-package.ts. */
export async function batchHash(): Promise<string> {
  await built();
  return hashOf(await (await fetch(address(CODE))).arrayBuffer());
}
