import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, toolsDir, wasmPackage } from './paths.js';
import { must } from './run.js';
import { contentHash, unlessStamped } from './stamp.js';

/** What the engine is built from. */
export const engineInputs = [
  'crates',
  'Cargo.toml',
  'Cargo.lock',
  'rust-toolchain.toml',
  'scenarios',
];

const crate = join('crates', 'aqm-wasm');

/**
 * Builds the wasm package into web/src/wasm/pkg. A release is optimised to the last; a draft, for
 * `npm run dev`, computes the same numbers a little slower and builds much faster.
 *
 * @param {'release' | 'draft'} quality
 */
export function buildWasm(quality = 'release') {
  const outputs = ['aqm_wasm.js', 'aqm_wasm.d.ts', 'aqm_wasm_bg.wasm'].map((name) =>
    join(wasmPackage, name),
  );
  const content = () => contentHash([...engineInputs, 'scripts/lib/wasm.js'], quality, optimiser());
  return unlessStamped(join(toolsDir, 'stamps', 'wasm'), content, outputs, async () => {
    rmSync(wasmPackage, { recursive: true, force: true });
    await must(
      'wasm-pack',
      [
        ...['build', crate, '--mode', 'no-install', '--target', 'web', '--release', '--no-pack'],
        ...['--out-dir', relative(join(root, crate), wasmPackage)],
        ...(quality === 'draft' ? ['--no-opt'] : []),
        ...['--', '--locked'],
      ],
      {
        env: quality === 'draft' ? draftProfile : {},
        cure: 'The wasm package could not be built: see above.',
      },
    );
    return quality === 'draft' ? 'built, unoptimised' : 'built';
  });
}

/** The version of `wasm-opt`, which is in npm's package of binaryen. @returns {string} */
function optimiser() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return lock.packages['node_modules/binaryen'].version;
}

/** A release without link-time optimisation, in a folder of its own so that the two don't mix. */
const draftProfile = {
  CARGO_TARGET_DIR: join(process.env['CARGO_TARGET_DIR'] ?? join(root, 'target'), 'draft'),
  CARGO_PROFILE_RELEASE_LTO: 'off',
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '16',
};
