import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './npm.js';
import { dist, root, toolsDir } from '../lib/paths.js';

const sources = join(root, 'web', 'element');

/**
 * Puts the npm package of the element together: its sources, the built page, the licences, and the version of the repository. Returns
 * the path of its tarball.
 *
 * @param {string} [folder] where the package and its tarball are put
 */
export async function packElement(folder = join(toolsDir, 'element')) {
  const content = join(folder, 'package');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(content, { recursive: true });
  cpSync(sources, content, { recursive: true });
  for (const licence of ['LICENSE-MIT', 'LICENSE-APACHE'])
    cpSync(join(root, licence), join(content, licence));
  // Maps of the sources are larger than the page.
  const filter = (/** @type {string} */ path) => !path.endsWith('.map');
  cpSync(dist, join(content, 'page'), { recursive: true, filter });
  const read = (/** @type {string} */ path) =>
    /** @type {Record<string, unknown>} */ (JSON.parse(readFileSync(path, 'utf8')));
  const { version } = read(join(root, 'package.json'));
  const described = { ...read(join(sources, 'package.json')), version };
  writeFileSync(join(content, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
  await npm(
    ['pack', content, '--pack-destination', folder],
    'npm could not pack the element. Fix the problem above, then run this command again.',
  );
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error(`npm pack made no file in ${folder}.`);
  return join(folder, tarball);
}
