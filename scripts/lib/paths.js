import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The repository's root: every command runs there. */
export const root = join(import.meta.dirname, '..', '..');

/** Files that are built once for this checkout: `wasm-pack`, `wasm-bindgen`, stamps, logs. Git-ignored. */
export const toolsDir = join(root, '.tools');

export const nodeModules = join(root, 'node_modules');
/** The simulator of the live run. */
export const wasmPackage = join(root, 'web', 'src', 'wasm', 'pkg');
/** The simulator for many runs: papers and sweeps. */
export const batchPackage = join(root, 'web', 'src', 'wasm', 'batch-pkg');
export const dist = join(root, 'web', 'dist');
/** The page as one file. */
export const single = join(root, 'web', 'dist-single', 'aqm-playground.html');

/** rustup's folder of commands. A terminal that is older than the installation does not have it on PATH. */
export const cargoBin = join(process.env['CARGO_HOME'] ?? join(homedir(), '.cargo'), 'bin');

/** The environment of every child: project-local tools come before the machine's. */
export const childEnv = {
  ...process.env,
  PATH: [
    join(toolsDir, 'bin'),
    join(nodeModules, '.bin'),
    process.env['PATH'] ?? '',
    cargoBin,
  ].join(delimiter),
  // An explicit step installs a missing toolchain and reports it.
  RUSTUP_AUTO_INSTALL: '0',
  // Without what only a second build needs, a build from nothing is faster.
  ...(process.env['CI'] === undefined ? {} : { CARGO_INCREMENTAL: '0' }),
  // The output of children is collected and shown as plain text.
  NO_COLOR: '1',
  FORCE_COLOR: '0',
};
