/**
 * How the page of the single file gets its packages and workers: both are in the file, because a page from disk may request nothing.
 * plugin.ts puts this module in the place of web/src/wasm/live-file.ts and batch-file.ts.
 */

/** Element with the package: base64 of its gzipped code. */
const LIVE = 'aqm-live';
const BATCH = 'aqm-batch';

/** Returns the content of an element: base64 of gzipped bytes. */
export async function unpacked(id: string): Promise<ArrayBuffer> {
  const text = document.getElementById(id)?.textContent;
  if (text === undefined || text === null) throw new Error(`The file has no part ${id}.`);
  const packed = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

const modules = new Map<string, Promise<WebAssembly.Module>>();

/** Returns a compiled package; page and workers share the code. */
function compiled(id: string): Promise<WebAssembly.Module> {
  const known = modules.get(id);
  if (known) return known;
  const module = unpacked(id).then((bytes) => WebAssembly.compile(bytes));
  module.catch(() => modules.delete(id));
  modules.set(id, module);
  return module;
}

export const liveFile = (): Promise<WebAssembly.Module> => compiled(LIVE);
export const batchFile = (): Promise<WebAssembly.Module> => compiled(BATCH);
export const batchBytes = (): Promise<ArrayBuffer> => unpacked(BATCH);

/** What the page sends to a worker first: its package, or why there is none. */
export type Delivery = { readonly package: WebAssembly.Module } | { readonly missing: string };

type InlineWorker = new (options?: { name?: string }) => Worker;

/** Starts a worker from the code in the file, and sends it the package. */
export function startWorker(
  Code: InlineWorker,
  needs: 'live' | 'batch',
  options?: { name?: string },
): Worker {
  const worker = new Code(options);
  (needs === 'live' ? liveFile() : batchFile()).then(
    (module) => worker.postMessage({ package: module } satisfies Delivery),
    (error: unknown) => worker.postMessage({ missing: String(error) } satisfies Delivery),
  );
  return worker;
}
