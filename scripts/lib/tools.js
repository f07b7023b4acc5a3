import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, toolsDir } from './paths.js';
import { capture, must } from './run.js';
import { say, Stop } from './steps.js';

/** The version that is built; any other 0.15 on PATH is as good. */
const wasmPack = { crate: 'wasm-pack', version: '0.15.1', fits: /^wasm-pack 0\.15\./ };

/**
 * The crate and the command of wasm-bindgen speak one language only when of one version.
 *
 * @param {string} lock what Cargo.lock holds
 */
export function wasmBindgen(lock) {
  const version = lock.match(/^name = "wasm-bindgen"\r?\nversion = "([^"]+)"/m)?.[1];
  if (version === undefined) throw new Stop('Cargo.lock has no wasm-bindgen: restore it from git.');
  return {
    crate: 'wasm-bindgen-cli',
    version,
    fits: new RegExp(`^wasm-bindgen ${version.replaceAll('.', '\\.')}(\\s|$)`),
  };
}

/** @param {{ command: string, version: string }[]} tools */
const named = (tools) => tools.map((tool) => `${tool.command} ${tool.version}`).join(' and ');

/**
 * Said before the minutes that it takes, so that it can be done without.
 *
 * @param {{ command: string, version: string }[]} missing
 */
export const announcement = (missing) =>
  `  Builds ${named(missing)}, once; put ${missing.length > 1 ? 'them' : 'it'} on your PATH to save the wait.`;

/**
 * `wasm-pack` and `wasm-bindgen`: from PATH where the versions fit, else built into .tools, once.
 * A debug build is enough for tools that run for a second, and takes half the time.
 */
export async function buildTools() {
  const bindgen = wasmBindgen(readFileSync(join(root, 'Cargo.lock'), 'utf8'));
  const wanted = [
    { command: 'wasm-pack', ...wasmPack },
    { command: 'wasm-bindgen', ...bindgen },
  ];
  const missing = [];
  for (const tool of wanted) {
    const { output } = await capture(tool.command, ['--version']);
    if (!tool.fits.test(output)) missing.push(tool);
  }
  const names = `wasm-pack, wasm-bindgen ${bindgen.version}`;
  if (missing.length === 0) return names;

  say(announcement(missing));
  const target = join(toolsDir, 'target');
  await must(
    'cargo',
    [
      ...['install', '--debug', '--root', toolsDir, '--target-dir', target],
      // Not --locked: the lockfile that wasm-bindgen-cli ships can name versions a mirror lacks.
      ...missing.map((tool) => `${tool.crate}@${tool.version}`),
    ],
    {
      // No debug information, no incremental state: half the disk, a quarter less time.
      env: { CARGO_PROFILE_DEV_DEBUG: '0', CARGO_INCREMENTAL: '0' },
      cure: `${named(missing)} could not be built from the Rust registry: see above, or put them on PATH.`,
    },
  );
  // Built once: what they were built from is of no more use.
  if (existsSync(target)) rmSync(target, { recursive: true, force: true });
  return `${names}, built into .tools`;
}
