import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { batchPackage, root, toolsDir, wasmPackage } from '../lib/paths.js';
import { must } from '../lib/run.js';
import { contentHash, isStamped, unlessStamped } from '../lib/stamp.js';

/** The wasm packages of the page, the larger one first, and their folders. */
const folders = { 'aqm-batch': batchPackage, 'aqm-wasm': wasmPackage };

/** @typedef {keyof typeof folders} Package */
/** @typedef {'release' | 'draft'} Quality */

/** @type {readonly Package[]} */
const all = ['aqm-batch', 'aqm-wasm'];

/**
 * Builds wasm packages into web/src/wasm. A release is fully optimised. A draft, for `npm run dev`,
 * computes the same numbers a little slower and builds much faster.
 *
 * @param {Quality} quality
 */
export async function buildWasm(quality = 'release', crates = all) {
  // cargo runs one of the builds after the other. wasm-opt, which uses one core, runs beside the second one.
  const results = await Promise.all(crates.map((crate) => buildPackage(crate, quality)));
  return results.find((result) => result !== 'up to date') ?? 'up to date';
}

/**
 * Compiles the packages that are not up to date, so that wasm-pack finds them compiled. wasm-pack itself may be built meanwhile.
 *
 * @param {Quality} quality
 */
export async function compileWasm(quality = 'release', crates = all) {
  const stale = crates.filter((crate) => !isBuilt(crate, quality));
  for (const crate of stale)
    await must(
      'cargo',
      ['build', '--package', crate, '--lib', '--release', ...target, '--locked'],
      {
        env: quality === 'release' ? {} : draftProfile,
        cure: `${crate} could not be compiled. Fix the problem above.`,
      },
    );
  return stale.length > 0 ? 'compiled' : 'up to date';
}

/** Returns whether a package is up to date. @param {Package} crate @param {Quality} quality */
export const isBuilt = (crate, quality = 'release') => isStamped(...stampOf(crate, quality));

/** @param {Package} crate @param {Quality} quality @returns {[stamp: string, content: () => string, outputs: string[]]} */
function stampOf(crate, quality) {
  const files = ['.js', '.d.ts', '_bg.wasm'].map((end) => `${crate.replace('-', '_')}${end}`);
  return [
    join(toolsDir, 'stamps', crate),
    () => contentHash(wasmInputs(crate), quality, optimiser()),
    files.map((file) => join(folders[crate], file)),
  ];
}

/** @param {Package} crate @param {Quality} quality */
function buildPackage(crate, quality) {
  const release = quality === 'release';
  const folder = folders[crate];
  return unlessStamped(...stampOf(crate, quality), async () => {
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

/**
 * Returns what a package is built from: its crate and the crates below it, without their tests; the files that they embed;
 * the build itself.
 *
 * @param {string} crate
 */
export function wasmInputs(crate) {
  const crates = cratesOf(crate);
  return [
    ...crates.flatMap((name) => [`crates/${name}/Cargo.toml`, `crates/${name}/src`]),
    ...[...new Set(crates.flatMap((name) => [...embeddedBy(name), ...listedBy(name)]))].sort(),
    ...['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml'],
    'scripts/build/wasm.js',
  ];
}

/** Returns a crate and the crates of this repository that it uses, in a fixed order. @param {string} crate */
function cratesOf(crate) {
  const found = new Set([crate]);
  for (const name of found) {
    const manifest = readFileSync(join(root, 'crates', name, 'Cargo.toml'), 'utf8');
    const used = manifest.match(/^\[dependencies\]$([^]*?)(?=^\[|$(?![^]))/m)?.[1] ?? '';
    for (const [other] of used.matchAll(/^aqm-[a-z]+/gm)) found.add(other);
  }
  return [...found].sort();
}

/** Returns the build script of a crate and the folders that it lists, from the repository's root. @param {string} crate */
function listedBy(crate) {
  const script = join('crates', crate, 'build.rs');
  if (!existsSync(join(root, script))) return [];
  const folders = readFileSync(join(root, script), 'utf8').matchAll(/\.join\("(\.\.\/[^"]+)"\)/g);
  return [script, ...[...folders].map(([, folder = '']) => join('crates', crate, folder))];
}

/** Returns the files that a crate's sources embed, from the repository's root. @param {string} crate */
function embeddedBy(crate) {
  const folder = join(root, 'crates', crate, 'src');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return sources
    .filter((source) => source.endsWith('.rs'))
    .flatMap((source) => {
      const path = join(folder, source);
      const files = readFileSync(path, 'utf8').matchAll(/\binclude_(?:str|bytes)!\(\s*"([^"]+)"/g);
      return [...files].map(([, file = '']) => relative(root, resolve(dirname(path), file)));
    });
}

/** Returns the version of `wasm-opt`, which is in the npm package binaryen. @returns {string} */
function optimiser() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return lock.packages['node_modules/binaryen'].version;
}

const target = ['--target', 'wasm32-unknown-unknown'];

/** A release without link-time optimisation, in a separate folder. */
const draftProfile = {
  CARGO_TARGET_DIR: join(process.env['CARGO_TARGET_DIR'] ?? join(root, 'target'), 'draft'),
  CARGO_PROFILE_RELEASE_LTO: 'off',
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '16',
};
