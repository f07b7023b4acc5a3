import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, toolsDir } from './paths.js';
import { capture, must } from './run.js';
import { Stop } from './steps.js';

/** The program of `crates/aqm-bindgen`. */
export const bindgen = join(
  toolsDir,
  'bin',
  process.platform === 'win32' ? 'aqm-bindgen.exe' : 'aqm-bindgen',
);

/**
 * Returns the version of wasm-bindgen: the packages and the program that writes their JavaScript work together only if
 * theirs are equal.
 *
 * @param {string} lock contents of Cargo.lock
 */
export function bindgenVersion(lock) {
  const version = lock.match(/^name = "wasm-bindgen"\r?\nversion = "([^"]+)"/m)?.[1];
  if (version === undefined)
    throw new Stop('Cargo.lock has no wasm-bindgen. Restore the file from git.');
  return version;
}

/** The check or the build that runs or has run. @type {Promise<void> | undefined} */
let ready;

/** Builds `aqm-bindgen` into .tools unless it is there with the right version. */
export function buildBindgen() {
  ready ??= build();
  // The caller may await it later. The next call tries again.
  ready.catch(() => (ready = undefined));
  return ready;
}

async function build() {
  const version = bindgenVersion(readFileSync(join(root, 'Cargo.lock'), 'utf8'));
  const { output } = await capture(bindgen, ['--version']);
  if (output.trim() === `aqm-bindgen ${version}`) return;
  // A folder of its own, because other builds run at the same time.
  const target = join(toolsDir, 'target');
  const from = [
    '--path',
    join('crates', 'aqm-bindgen'),
    '--root',
    toolsDir,
    '--target-dir',
    target,
  ];
  // It runs for a second only, so a debug build is enough: it takes half the time.
  await must('cargo', ['install', '--debug', '--locked', '--force', ...from], {
    // Without debug information and incremental state the build needs half the disk and a quarter less time.
    env: { CARGO_PROFILE_DEV_DEBUG: '0', CARGO_INCREMENTAL: '0' },
    cure: `The tool of wasm-bindgen ${version} could not be built from the Rust registry. Fix the problem above.`,
  });
  rmSync(target, { recursive: true, force: true });
}
