// Builds and tests the Python package (crates/aqm-python) in a virtual environment of this checkout.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { installPackage } from '../lib/apt.js';
import { childEnv, root, single, toolsDir } from '../lib/paths.js';
import { capture, must } from '../lib/run.js';
import { contentHash, unlessStamped } from '../lib/stamp.js';
import { Stop } from '../lib/steps.js';

const crate = join(root, 'crates', 'aqm-python');
const requirements = join(crate, 'requirements-test.txt');
const notebookRequirements = join(crate, 'requirements-notebook.txt');
const environment = join(toolsDir, 'python');
const bin = join(environment, process.platform === 'win32' ? 'Scripts' : 'bin');
const python = join(bin, 'python');
const stamps = join(toolsDir, 'stamps');
/** The page in the package: what `aqm.show` sends to the browser. */
const packedPage = join(crate, 'python', 'aqm', 'page', 'aqm-playground.html.gz');
/** Folder of the wheels and the source package. */
export const packages = join(root, 'target', 'python');

const quiet = ['--quiet', '--disable-pip-version-check'];
const manifest = ['--manifest-path', join(crate, 'Cargo.toml')];
const env = {
  VIRTUAL_ENV: environment,
  PATH: [bin, childEnv.PATH].join(delimiter),
  // Modules are compiled when they are first imported, and nothing is written beside the sources.
  PYTHONPYCACHEPREFIX: join(toolsDir, 'pycache'),
};
const install = ['-m', 'pip', 'install', ...quiet, '--no-compile'];

/** Returns the command of a Python that the tests can use, if there is one. @returns {Promise<string | undefined>} */
async function usablePython() {
  for (const command of ['python3', 'python']) {
    const test = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))';
    if ((await capture(command, ['-c', test])).code === 0) return command;
  }
  return undefined;
}

/** Returns the command of a Python that the tests can use; installs one if possible. */
async function findPython() {
  const found = await usablePython();
  if (found !== undefined) return found;
  const output = await installPackage('python3-venv');
  const installed = await usablePython();
  if (installed !== undefined) return installed;
  throw new Stop(
    'The Python package needs Python 3.11 or later with venv and pip. Install it, for example with `apt-get install python3 python3-venv`, then run this command again.',
    output,
  );
}

/** Makes the virtual environment with the packages of requirements-test.txt, once. */
async function prepareEnvironment() {
  if (!existsSync(python)) await findPython();
  const content = () => contentHash([requirements]);
  await unlessStamped(join(stamps, 'python'), content, [python], async () => {
    const cure = 'The Python packages could not be installed: see above.';
    await must(await findPython(), ['-m', 'venv', '--clear', environment], { cure });
    await must(python, [...install, '-r', requirements], { cure });
    return 'installed';
  });
}

/** Puts the page as one file into the package. */
export function packPage() {
  mkdirSync(join(packedPage, '..'), { recursive: true });
  const packed = gzipSync(readFileSync(single), { level: 9 });
  if (!existsSync(packedPage) || !readFileSync(packedPage).equals(packed))
    writeFileSync(packedPage, packed);
}

/** Builds a wheel, with the page in it. Returns its path. @param {string} folder */
export async function buildWheel(folder = packages) {
  await prepareEnvironment();
  packPage();
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name.endsWith('.whl')) rmSync(join(folder, name));
  const cure = 'The Python package could not be built: see above.';
  const args = ['build', '--release', '--locked', '--out', folder, ...manifest];
  await must(join(bin, 'maturin'), args, { env, cure });
  const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) throw new Error(`maturin made no wheel in ${folder}.`);
  return join(folder, wheel);
}

/** Builds the source package, with the page in it. Returns its path. @param {string} folder */
export async function buildSourcePackage(folder = packages) {
  await prepareEnvironment();
  packPage();
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name.endsWith('.tar.gz')) rmSync(join(folder, name));
  const cure = 'The source package could not be built: see above.';
  await must(join(bin, 'maturin'), ['sdist', '--out', folder, ...manifest], { env, cure });
  const name = readdirSync(folder).find((name) => name.endsWith('.tar.gz'));
  if (name === undefined) throw new Error(`maturin made no source package in ${folder}.`);
  return join(folder, name);
}

/**
 * Builds the package and runs its tests.
 *
 * @param {string} command path of the aqm command, whose tables the tests compare
 * @param {string[]} more arguments for pytest
 */
export async function testPython(command, more) {
  await prepareEnvironment();
  const own = { ...env, PYTHONPATH: join(crate, 'python'), AQM_COMMAND: command };
  await must(
    join(bin, 'maturin'),
    ['develop', '--release', '--locked', '--skip-install', ...manifest],
    { env: own, cure: 'The Python package could not be built: see above.' },
  );
  const pytest = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', join(crate, 'tests'), ...more];
  const { code, output } = await capture(python, pytest, { env: own });
  if (code !== 0) throw new Stop('The tests of the Python package failed.', output);
  return `${output.match(/(\d+) passed/)?.[1] ?? '0'} tests`;
}

/**
 * Installs a wheel, and uses it in a real JupyterLab.
 *
 * @param {string} chromium path of the browser
 * @returns {Promise<string>} what came of it
 */
export async function testNotebook(chromium) {
  await prepareEnvironment();
  const lab = join(bin, process.platform === 'win32' ? 'jupyter-lab.exe' : 'jupyter-lab');
  const content = () => contentHash([requirements, notebookRequirements]);
  let missing = '';
  try {
    await unlessStamped(join(stamps, 'jupyterlab'), content, [lab], async () => {
      const { code, output } = await capture(python, [...install, '-r', notebookRequirements]);
      if (code !== 0) throw new Stop('JupyterLab could not be installed.', output);
      return 'installed';
    });
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    missing = error.output.trim().split('\n').at(-1) ?? '';
  }
  if (missing !== '') return `skipped: needs JupyterLab, which pip cannot install: ${missing}`;
  const wheel = await buildWheel(join(toolsDir, 'wheel'));
  const target = join(toolsDir, 'wheel', 'installed');
  rmSync(target, { recursive: true, force: true });
  await must(python, [...install, '--no-deps', '--target', target, wheel], {
    cure: 'The wheel could not be installed: see above.',
  });
  const { code, output } = await capture(process.execPath, ['scripts/browsers/notebook.js'], {
    env: { ...env, AQM_CHROMIUM: chromium, AQM_PYTHON: python, PYTHONPATH: target },
  });
  if (code !== 0) throw new Stop('The test in JupyterLab failed.', output);
  return output.trim();
}
