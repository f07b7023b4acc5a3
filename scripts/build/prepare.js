import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { batchPackage, dist, root } from '../lib/paths.js';
import { together, withNiceness } from '../lib/run.js';
import { step, Stop } from '../lib/steps.js';
import { installPackages } from './npm.js';
import { buildFirstPage, buildPage, buildSingle } from './page.js';
import { checkRust } from './rust.js';
import { buildTools } from './tools.js';
import { buildWasm, compileWasm, isBuilt } from './wasm.js';

/** Nice value of a build while the page plays. */
const LATER = 10;

/**
 * Installs what a build needs, and builds the packages of the simulator, from a fresh clone.
 *
 * @param {import('./wasm.js').Quality} quality
 * @param {readonly import('./wasm.js').Package[]} [crates]
 */
export async function buildSimulator(quality, crates) {
  // Vite treats these characters as parts of an address, and would fail only at the end of the build.
  const character = root.match(/[#?]/)?.[0];
  if (character !== undefined)
    throw new Stop(
      `The page cannot be built in a folder with "${character}" in its path (${root}). Move the folder, then run this command again.`,
    );
  // The compiler of a crate with link-time optimisation uses one core.
  const compiled = step('Rust toolchain', checkRust).then(() =>
    together([
      step('wasm tools', buildTools),
      step('compiler', () => compileWasm(quality, crates)),
    ]),
  );
  await together([compiled, step('npm packages', installPackages)]);
  await step('simulator', () => buildWasm(quality, crates));
}

/** Builds a static folder for any web host, from a fresh clone. */
export async function buildAll() {
  await buildSimulator('release');
  await step('page', buildPage);
}

/** Builds the page as one file, from a fresh clone. */
export async function buildOneFile() {
  await buildSimulator('release');
  await step('single file', buildSingle);
}

/**
 * Builds the page as far as the live run needs it. Returns a function that builds the rest while the page plays: the package for
 * many runs, unless it is up to date. The page loads it from the folder `batch` (web/src/wasm/batch-later.ts).
 */
export async function buildLive() {
  if (isBuilt('aqm-batch')) {
    await buildAll();
    return async () => undefined;
  }
  await buildSimulator('release', ['aqm-wasm']);
  await step('page', buildFirstPage);
  return async () => {
    await step('many runs', () => withNiceness(LATER, () => buildWasm('release', ['aqm-batch'])));
    const folder = join(dist, 'batch');
    rmSync(folder, { recursive: true, force: true });
    cpSync(batchPackage, `${folder}-new`, { recursive: true });
    // At once, so that the page never loads a half of it.
    renameSync(`${folder}-new`, folder);
  };
}
