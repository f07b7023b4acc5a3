import type { Core } from '../sim/core';
import init, { canonical, check, Engine, version } from './pkg/aqm_wasm.js';
import binary from './pkg/aqm_wasm_bg.wasm?url';

/** Fetches and starts the simulator. The only file that names the generated package. */
export async function loadCore(): Promise<Core> {
  await init({ module_or_path: binary });
  return { check, canonical, version, open: (scenario) => new Engine(scenario) };
}
