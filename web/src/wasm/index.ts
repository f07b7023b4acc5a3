import type { Core } from '../sim/core';
import { canonical, check, Engine, initSync, version } from './pkg/aqm_wasm.js';

/** Starts the simulator. This folder alone names the generated package. */
export function startCore(simulator: WebAssembly.Module): Core {
  initSync({ module: simulator });
  return { check, canonical, version, open: (scenario, lanes) => new Engine(scenario, lanes) };
}
