import { readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** What the page opens with: `web/src/content/opener.ts`. */
const opener = 'scenarios/bufferbloat.json';
/** Further inputs of the build. */
const ownInputs = [
  ...['scripts/lib/wasm.js', 'scripts/lib/opening.js', 'scripts/lib/image.js'],
  'web/src/sim/protocol.ts',
];

/**
 * Builds the wasm package into web/src/wasm/pkg. A release is fully optimised. A draft, for `npm run dev`,
 * computes the same numbers a little slower and builds much faster. It contains the whole simulator only.
 *
 * @param {'release' | 'draft'} quality
 */
export function buildWasm(quality = 'release') {
  const release = quality === 'release';
  const outputs = [
    ...['aqm_wasm.js', 'aqm_wasm.d.ts', 'aqm_wasm_bg.wasm'],
    ...(release ? ['aqm_opening.wasm'] : []),
  ].map((name) => join(wasmPackage, name));
  const content = () => contentHash([...engineInputs, ...ownInputs], quality, optimiser());
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
    if (!release) return 'built, unoptimised';
    await buildOpening();
    return 'built';
  });
}

/** The simulator that the page begins with. */
async function buildOpening() {
  // Only here: binaryen is large, and npm has to have installed it.
  const { onlyFor } = await import('./opening.js');
  const whole = readFileSync(join(wasmPackage, 'aqm_wasm_bg.wasm'));
  const scenario = JSON.parse(readFileSync(join(root, opener), 'utf8'));
  // As the page asks for it: `web/src/sim/opening.ts`.
  const asked = { ...scenario, changes: [], title: undefined, about: undefined };
  writeFileSync(join(wasmPackage, 'aqm_opening.wasm'), await onlyFor(whole, JSON.stringify(asked)));
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
