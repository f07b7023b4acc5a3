import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nodeModules } from './paths.js';
import { must } from './run.js';
import { contentHash, unlessStamped } from './stamp.js';

const stamp = join(nodeModules, '.aqm-installed');

/** Installs the npm packages of package-lock.json, unless they are. */
export function installPackages() {
  const content = () =>
    contentHash(
      ['package.json', 'package-lock.json', '.npmrc'],
      `${process.platform} ${process.arch} ${process.versions.modules}`,
    );
  // Not there after an installation that left out what the page is built and tested with.
  const outputs = [join(nodeModules, 'vite', 'package.json')];
  return unlessStamped(stamp, content, outputs, async () => {
    const reinstall = existsSync(nodeModules);
    const cure =
      'npm could not install the packages of package-lock.json: see above, then run this command again.';
    const npm = process.env['npm_execpath'];
    // Also where NODE_ENV says "production" and npm would leave out what builds the page.
    const install = ['ci', '--include=dev'];
    // Run by npm, it tells where it is; run by hand, it is looked for.
    if (npm?.endsWith('.js')) await must(process.execPath, [npm, ...install], { cure });
    else await must('npm', install, { cure, shell: process.platform === 'win32' });
    return reinstall ? 'installed again: they were not those of the lockfile' : 'installed';
  });
}
