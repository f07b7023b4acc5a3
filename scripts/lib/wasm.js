import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, toolsDir, wasmPackage } from './paths.js';
import { must } from './run.js';
import { contentHash, unlessStamped } from './stamp.js';

/** The inputs of the engine's build. */
export const engineInputs = [
  'crates',
  'Cargo.toml',
  'Cargo.lock',
  'rust-toolchain.toml',
  'scenarios',
];

const crate = join('crates', 'aqm-wasm');

/**
 * Builds the wasm package into web/src/wasm/pkg. A release is fully optimised. A draft, for `npm run dev`,
 * computes the same numbers a little slower and builds much faster.
 *
 * @param {'release' | 'draft'} quality
 */
export function buildWasm(quality = 'release') {
  const release = quality === 'release';
  const names = ['aqm_wasm.js', 'aqm_wasm.d.ts', 'aqm_wasm_bg.wasm'];
  const outputs = names.map((name) => join(wasmPackage, name));
  const inputs = [...engineInputs, 'scripts/lib/wasm.js'];
  const content = () => contentHash(inputs, quality, optimiser());
  return unlessStamped(join(toolsDir, 'stamps', 'wasm'), content, outputs, async () => {
    rmSync(wasmPackage, { recursive: true, force: true });
    await must(
      'wasm-pack',
      [
        ...['build', crate, '--mode', 'no-install', '--target', 'web', '--release', '--no-pack'],
        ...['--out-dir', relative(join(root, crate), wasmPackage)],
        ...(release ? [] : ['--no-opt']),
        ...['--', '--locked'],
      ],
      {
        env: release ? {} : draftProfile,
        cure: 'The wasm package could not be built. Fix the problem above.',
      },
    );
    return release ? 'built' : 'built, unoptimised';
  });
}

/** Returns the version of `wasm-opt`, which is in the npm package binaryen. @returns {string} */
function optimiser() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return lock.packages['node_modules/binaryen'].version;
}

/** A release without link-time optimisation, in a separate folder. */
const draftProfile = {
  CARGO_TARGET_DIR: join(process.env['CARGO_TARGET_DIR'] ?? join(root, 'target'), 'draft'),
  CARGO_PROFILE_RELEASE_LTO: 'off',
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '16',
};
