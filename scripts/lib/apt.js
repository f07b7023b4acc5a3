// Packages of a Debian machine, where they may be installed without asking anybody.

import { existsSync } from 'node:fs';
import { capture } from './run.js';
import { say } from './steps.js';

export const isRoot = process.getuid?.() === 0;

/**
 * Installs a package where that is possible, and says so. Whether it worked is for the caller to see.
 *
 * @param {string} name
 * @returns {Promise<string>} what was printed
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
