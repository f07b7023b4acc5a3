import type { Core } from './core';
import { liveFile } from './live-file';
import init, { canonical, check, Engine, version } from './pkg/aqm_wasm.js';

/** Starts the simulator; fetches it if it is not given. Only this folder imports the generated package. */
export async function startCore(
  simulator: string | WebAssembly.Module | Promise<WebAssembly.Module> = liveFile(),
): Promise<Core> {
  await init({ module_or_path: simulator });
  return {
    check,
    canonical,
    version,
    open: (...given) => new Engine(...given),
  };
}
