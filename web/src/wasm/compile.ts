import binary from './pkg/aqm_wasm_bg.wasm?url';

/** Fetches and compiles the simulator. The page does that while it builds itself; its workers get the result. */
export async function compileSimulator(): Promise<WebAssembly.Module> {
  const response = await fetch(binary);
  if (!response.ok) throw new Error(`${response.url}: HTTP status ${response.status}`);
  // Some servers do not know the type of the file, without which it is not compiled as it arrives.
  const streams = response.headers.get('content-type') === 'application/wasm';
  return streams
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}
