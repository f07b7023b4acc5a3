import { installPackages } from './npm.js';
import { buildPage } from './page.js';
import { root } from './paths.js';
import { checkRust } from './rust.js';
import { step, Stop } from './steps.js';
import { buildTools } from './tools.js';
import { buildWasm } from './wasm.js';

/** Everything a build needs, from a fresh clone. */
export async function prepare() {
  // To Vite they are parts of an address. Without this it would say so when all else is built.
  const character = root.match(/[#?]/)?.[0];
  if (character !== undefined)
    throw new Stop(
      `The page cannot be built in a folder with "${character}" in its path (${root}): move it elsewhere, then run this command again.`,
    );
  // Rust first: what has to be installed by hand is said before anything is waited for.
  await step('Rust toolchain', checkRust);
  await step('npm packages', installPackages);
  await step('wasm tools', buildTools);
}

/** From a fresh clone to a static folder that any web host can publish. */
export async function buildAll() {
  await prepare();
  await step('simulator', () => buildWasm('release'));
  await step('page', buildPage);
}
