import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export { root } from './paths.js';

/** Folders with what was installed or built. */
const results =
  /^(node_modules|target|dist|dist-single|pkg|batch-pkg|\.git|\.tools|test-results|playwright-report)$/;

/**
 * Returns the files of a checkout, without what was installed or built in it.
 *
 * @param {string} folder
 * @returns {string[]} paths from `folder`, with slashes
 */
export function files(folder, below = '') {
  if (!existsSync(join(folder, below))) return [];
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    if (results.test(entry.name)) return [];
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? files(folder, path) : entry.isFile() ? [path] : [];
  });
}
