import { installPackages } from './npm.js';
import { buildPage, buildSingle } from './page.js';
import { root } from '../lib/paths.js';
import { checkRust } from './rust.js';
import { step, Stop } from '../lib/steps.js';
import { buildTools } from './tools.js';
import { buildWasm } from './wasm.js';

/** Installs and builds everything that a build needs, from a fresh clone. */
export async function prepare() {
  // Vite treats these characters as parts of an address, and would fail only at the end of the build.
  const character = root.match(/[#?]/)?.[0];
  if (character !== undefined)
    throw new Stop(
      `The page cannot be built in a folder with "${character}" in its path (${root}). Move the folder, then run this command again.`,
    );
  // Rust first, because the user may have to install it by hand.
  await step('Rust toolchain', checkRust);
  await step('npm packages', installPackages);
  await step('wasm tools', buildTools);
}

/** Builds a static folder for any web host, from a fresh clone. */
export async function buildAll() {
  await prepare();
  await step('simulator', () => buildWasm('release'));
  await step('page', buildPage);
}

/** Builds the page as one file, from a fresh clone. */
export async function buildOneFile() {
  await prepare();
  await step('simulator', () => buildWasm('release'));
  await step('single file', buildSingle);
}
