// Installs Debian packages if this process may do so without a password.

import { existsSync } from 'node:fs';
import { capture } from './run.js';
import { say } from './steps.js';

export const isRoot = process.getuid?.() === 0;

/** The last installation: apt-get runs one at a time. @type {Promise<unknown>} */
let last = Promise.resolve();

/**
 * Installs a package if possible, and prints a line first. The caller checks whether it worked.
 *
 * @param {string} name
 * @returns {Promise<string>} the output of apt-get
 */
export function installPackage(name) {
  const installed = last.then(() => install(name));
  last = installed;
  return installed;
}

/** @param {string} name */
async function install(name) {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return '';
  say(`  installs ${name} with apt-get`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const update = await capture('apt-get', ['update'], { env });
  const args = ['install', '-y', '--no-install-recommends', name];
  const { output } = await capture('apt-get', args, { env });
  return update.output + output;
}
