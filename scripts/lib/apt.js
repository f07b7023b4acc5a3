// Installs Debian packages if this process may do so without a password.

import { existsSync } from 'node:fs';
import { capture } from './run.js';
import { say } from './steps.js';

export const isRoot = process.getuid?.() === 0;

/**
 * Installs a package if possible, and prints a line first. The caller checks whether it worked.
 *
 * @param {string} name
 * @returns {Promise<string>} the output of apt-get
 */
export async function installPackage(name) {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return '';
  say(`  installs ${name} with apt-get`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const update = await capture('apt-get', ['update'], { env });
  const install = ['install', '-y', '--no-install-recommends', name];
  const { output } = await capture('apt-get', install, { env });
  return update.output + output;
}
