import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { nodeModules } from './paths.js';
import { must } from './run.js';
import { contentHash, unlessStamped } from './stamp.js';

const stamp = join(nodeModules, '.aqm-installed');

/** Returns whether node_modules is a link to the folder of another checkout. */
const isLinked = () => lstatSync(nodeModules, { throwIfNoEntry: false })?.isSymbolicLink() === true;

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
    const npm = process.env['npm_execpath'];
    // Without this option and with NODE_ENV=production, npm would omit the packages that build the page.
    const install = ['ci', '--include=dev'];
    // npm sets its own path in the environment. Without it, npm is searched for on PATH.
    if (npm?.endsWith('.js')) await must(process.execPath, [npm, ...install], { cure });
    else await must('npm', install, { cure, shell: process.platform === 'win32' });
    return reinstall ? 'installed again: they differed from the lockfile' : 'installed';
  });
}
