import address from './batch-pkg/aqm_batch_bg.wasm?url';

/** Returns what the generated package loads itself from. The single file (web/single) has another version of this module. */
export const batchFile = (): string | Promise<WebAssembly.Module> => address;

/** Returns the code of the package. The browser has it in its cache once the package is loaded. */
export async function batchBytes(): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.arrayBuffer();
}
