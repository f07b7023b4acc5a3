import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The repository's root: every command runs there. */
export const root = join(import.meta.dirname, '..', '..');

/** What is built once for this checkout: `wasm-pack`, `wasm-bindgen`, stamps, logs. Git-ignored. */
export const toolsDir = join(root, '.tools');

export const nodeModules = join(root, 'node_modules');
export const wasmPackage = join(root, 'web', 'src', 'wasm', 'pkg');
export const dist = join(root, 'web', 'dist');

/** Where rustup puts its commands: found there too in a terminal older than the installation. */
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
  // A toolchain that is missing is installed by an explicit step, which can say so.
  RUSTUP_AUTO_INSTALL: '0',
  // What children print is collected, and shown as plain text.
  NO_COLOR: '1',
  FORCE_COLOR: '0',
};
