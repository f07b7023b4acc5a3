import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, toolsDir } from '../lib/paths.js';
import { capture, must } from '../lib/run.js';
import { say, Stop } from '../lib/steps.js';

/** The version to build. Any 0.15 on PATH is accepted. */
const wasmPack = { crate: 'wasm-pack', version: '0.15.1', fits: /^wasm-pack 0\.15\./ };

/**
 * The crate and the command of wasm-bindgen work together only if their versions are equal.
 *
 * @param {string} lock contents of Cargo.lock
 */
export function wasmBindgen(lock) {
  const version = lock.match(/^name = "wasm-bindgen"\r?\nversion = "([^"]+)"/m)?.[1];
  if (version === undefined)
    throw new Stop('Cargo.lock has no wasm-bindgen. Restore the file from git.');
  return {
    crate: 'wasm-bindgen-cli',
    version,
    fits: new RegExp(`^wasm-bindgen ${version.replaceAll('.', '\\.')}(\\s|$)`),
  };
}

/** @param {{ command: string, version: string }[]} tools */
const named = (tools) => tools.map((tool) => `${tool.command} ${tool.version}`).join(' and ');

/**
 * The message before a build of several minutes. A tool on PATH avoids the build.
 *
 * @param {{ command: string, version: string }[]} missing
 */
export const announcement = (missing) =>
  `  Builds ${named(missing)}, once. To skip this build, put ${missing.length > 1 ? 'them' : 'it'} on your PATH.`;

/**
 * Finds `wasm-pack` and `wasm-bindgen` on PATH if the versions match; otherwise builds them once into .tools.
 * The tools run for a second only, so a debug build is enough. It takes half the time.
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
      // The default features are only for downloads of other tools.
      ...['install', '--debug', '--no-default-features'],
      ...['--root', toolsDir, '--target-dir', target],
      // No --locked: the lockfile of wasm-bindgen-cli can contain versions that a mirror lacks.
      ...missing.map((tool) => `${tool.crate}@${tool.version}`),
    ],
    {
      // Without debug information and incremental state the build needs half the disk and a quarter less time.
      env: { CARGO_PROFILE_DEV_DEBUG: '0', CARGO_INCREMENTAL: '0' },
      cure: `${named(missing)} could not be built from the Rust registry. Fix the problem above, or put them on PATH.`,
    },
  );
  // The tools are built once, so the build folder is no longer needed.
  if (existsSync(target)) rmSync(target, { recursive: true, force: true });
  return `${names}, built into .tools`;
}
