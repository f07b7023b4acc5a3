import { readFileSync } from 'node:fs';
import { startCore } from '../../src/wasm';
import { initSync } from '../../src/wasm/batch-pkg/aqm_batch.js';

const binary = (file: string) => readFileSync(new URL(`../../src/wasm/${file}`, import.meta.url));

/** The package of the live run. A test that imports this file can also use its exports directly. */
export const core = await startCore(new WebAssembly.Module(binary('pkg/aqm_wasm_bg.wasm')));

/** Loads the package of the pool, so that its exports can be used. */
export const loadBatch = (): void =>
  void initSync({ module: binary('batch-pkg/aqm_batch_bg.wasm') });
