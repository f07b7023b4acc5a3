import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, toolsDir } from '../lib/paths.js';
import { capture, must } from '../lib/run.js';
import { say, Stop } from '../lib/steps.js';

/** The version to build. Any 0.15 on PATH is accepted. */
const wasmPack = {
  version: '0.15.1',
  // The default features are only for downloads of other tools.
  source: ['--no-default-features', 'wasm-pack@0.15.1'],
  fits: /^wasm-pack 0\.15\./,
};

/**
 * The crate and the command of wasm-bindgen work together only if their versions are equal. The command is built from a crate of our
 * own, because wasm-bindgen-cli takes three times as long: it has servers and test runners.
 *
 * @param {string} lock contents of Cargo.lock
 */
export function wasmBindgen(lock) {
  const version = lock.match(/^name = "wasm-bindgen"\r?\nversion = "([^"]+)"/m)?.[1];
  if (version === undefined)
    throw new Stop('Cargo.lock has no wasm-bindgen. Restore the file from git.');
  return {
    version,
    source: ['--path', 'scripts/build/bindgen'],
    fits: new RegExp(`^wasm-bindgen ${version.replaceAll('.', '\\.')}(\\s|$)`),
  };
}

/** Without debug information, checks, unwinding and incremental state the build needs half the disk and a third less time. */
const quickly = {
  CARGO_INCREMENTAL: '0',
  CARGO_PROFILE_DEV_DEBUG: '0',
  CARGO_PROFILE_DEV_DEBUG_ASSERTIONS: 'false',
  CARGO_PROFILE_DEV_OVERFLOW_CHECKS: 'false',
  CARGO_PROFILE_DEV_PANIC: 'abort',
};

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
  for (const tool of missing)
    await must(
      'cargo',
      // No --locked: the lockfile of wasm-pack can contain versions that a mirror lacks. An older command may be that of another crate.
      ['install', '--debug', '--force', '--root', toolsDir, '--target-dir', target, ...tool.source],
      {
        env: quickly,
        cure: `${named([tool])} could not be built from the Rust registry. Fix the problem above, or put it on PATH.`,
      },
    );
  // The tools are built once, so the build folder is no longer needed.
  if (existsSync(target)) rmSync(target, { recursive: true, force: true });
  return `${names}, built into .tools`;
}
