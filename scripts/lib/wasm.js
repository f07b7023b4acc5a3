import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { batchPackage, root, toolsDir, wasmPackage } from './paths.js';
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

/** @typedef {{ crate: string, folder: string }} Package */

/** The wasm packages of the page. @type {Package[]} */
const packages = [
  { crate: 'aqm-wasm', folder: wasmPackage },
  { crate: 'aqm-batch', folder: batchPackage },
];

/**
 * Builds the wasm packages into web/src/wasm. A release is fully optimised. A draft, for `npm run dev`,
 * computes the same numbers a little slower and builds much faster.
 *
 * @param {'release' | 'draft'} quality
 */
export async function buildWasm(quality = 'release') {
  const results = [];
  for (const one of packages) results.push(await buildPackage(one, quality));
  return results.find((result) => result !== 'up to date') ?? 'up to date';
}

/** @param {Package} one @param {'release' | 'draft'} quality */
function buildPackage({ crate, folder }, quality) {
  const release = quality === 'release';
  const name = crate.replace('-', '_');
  const names = [`${name}.js`, `${name}.d.ts`, `${name}_bg.wasm`];
  const outputs = names.map((file) => join(folder, file));
  const inputs = [...engineInputs, 'scripts/lib/wasm.js'];
  const content = () => contentHash(inputs, quality, optimiser());
  return unlessStamped(join(toolsDir, 'stamps', crate), content, outputs, async () => {
    rmSync(folder, { recursive: true, force: true });
    const path = join('crates', crate);
    await must(
      'wasm-pack',
      [
        ...['build', path, '--mode', 'no-install', '--target', 'web', '--release', '--no-pack'],
        ...['--out-dir', relative(join(root, path), folder)],
        ...(release ? [] : ['--no-opt']),
        ...['--', '--locked'],
      ],
      {
        env: release ? {} : draftProfile,
        cure: `The wasm package of ${crate} could not be built. Fix the problem above.`,
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
