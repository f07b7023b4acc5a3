import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { nodeModules } from '../lib/paths.js';
import { must } from '../lib/run.js';
import { contentHash, unlessStamped } from '../lib/stamp.js';

const stamp = join(nodeModules, '.aqm-installed');

/** Returns whether node_modules is a link to the folder of another checkout. */
const isLinked = () => lstatSync(nodeModules, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/**
 * Runs npm and returns what it prints.
 *
 * @param {string[]} args
 * @param {string} cure the sentence for the user when it fails
 */
export function npm(args, cure) {
  const script = process.env['npm_execpath'];
  // npm sets its own path in the environment. Without it, npm is searched for on PATH.
  if (script?.endsWith('.js')) return must(process.execPath, [script, ...args], { cure });
  return must('npm', args, { cure, shell: process.platform === 'win32' });
}

/**
 * Installs the npm packages of package-lock.json unless they are up to date. The folder of another checkout is used as it is,
 * because npm would empty it.
 */
export async function installPackages() {
  if (isLinked()) return 'those of another checkout';
  // The lockfile repeats the dependencies of package.json, and npm refuses one that differs. Scripts change nothing here.
  const content = () =>
    contentHash(
      ['package-lock.json', '.npmrc'],
      `${process.platform} ${process.arch} ${process.versions.modules}`,
    );
  // An installation without development packages lacks these.
  const outputs = [join(nodeModules, 'vite', 'package.json')];
  return unlessStamped(stamp, content, outputs, async () => {
    const reinstall = existsSync(nodeModules);
    const cure =
      'npm could not install the packages of package-lock.json. Fix the problem above, then run this command again.';
    // Without this option and with NODE_ENV=production, npm would omit the packages that build the page.
    await npm(['ci', '--include=dev'], cure);
    return reinstall ? 'installed again: they differed from the lockfile' : 'installed';
  });
}
