// Builds and tests the Python package (crates/aqm-python) in a virtual environment of this checkout.

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackage } from './apt.js';
import { childEnv, root, toolsDir } from './paths.js';
import { capture, must } from './run.js';
import { contentHash, unlessStamped } from './stamp.js';
import { Stop } from './steps.js';

const crate = join(root, 'crates', 'aqm-python');
const requirements = join(crate, 'requirements-test.txt');
const environment = join(toolsDir, 'python');
const bin = join(environment, process.platform === 'win32' ? 'Scripts' : 'bin');
const python = join(bin, 'python');

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
    'The tests of the Python package need Python 3.11 or later with venv and pip. Install it, for example with `apt-get install python3 python3-venv`, then run this command again.',
    output,
  );
}

/** Installs the packages of requirements-test.txt, once. */
async function install() {
  const cure = 'The Python packages could not be installed: see above.';
  await must(await findPython(), ['-m', 'venv', '--clear', environment], { cure });
  const quiet = ['--quiet', '--disable-pip-version-check'];
  await must(python, ['-m', 'pip', 'install', ...quiet, '-r', requirements], { cure });
  return 'installed';
}

/**
 * Builds the package and runs its tests.
 *
 * @param {string} command path of the aqm command, whose tables the tests compare
 * @param {string[]} more arguments for pytest
 */
export async function testPython(command, more) {
  const stamp = join(toolsDir, 'stamps', 'python');
  if (!existsSync(python)) await findPython();
  await unlessStamped(stamp, () => contentHash([requirements]), [python], install);
  const env = {
    VIRTUAL_ENV: environment,
    PATH: [bin, childEnv.PATH].join(delimiter),
    PYTHONPATH: join(crate, 'python'),
    PYTHONDONTWRITEBYTECODE: '1',
    AQM_COMMAND: command,
  };
  const manifest = ['--manifest-path', join(crate, 'Cargo.toml')];
  await must(
    join(bin, 'maturin'),
    ['develop', '--release', '--locked', '--skip-install', ...manifest],
    { env, cure: 'The Python package could not be built: see above.' },
  );
  const pytest = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', join(crate, 'tests'), ...more];
  const { code, output } = await capture(python, pytest, { env });
  if (code !== 0) throw new Stop('The tests of the Python package failed.', output);
  return `${output.match(/(\d+) passed/)?.[1] ?? '0'} tests`;
}
