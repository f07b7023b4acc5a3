import address from './pkg/aqm_wasm_bg.wasm?url';

/** Returns what the generated package loads the simulator from. The single file (web/single) has another version of this module. */
export const liveFile = (): string | Promise<WebAssembly.Module> => address;
