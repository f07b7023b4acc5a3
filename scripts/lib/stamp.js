// A stamp stores a hash of the inputs of a build, so that equal inputs are built once.

import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { root } from './paths.js';

/** Folders with results, not sources. */
const results = new Set(['node_modules', 'target', 'dist', 'pkg', 'batch-pkg']);

/** @param {string} path @returns {Generator<string>} every file at or below it, in a fixed order */
function* files(path) {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  const entries = readdirSync(path, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.isDirectory() && results.has(entry.name)) continue;
    yield* files(join(path, entry.name));
  }
}

/**
 * Returns a hash of names and contents.
 *
 * @param {string[]} inputs files and folders, from the repository's root or absolute
 * @param {...string} more other texts that the result depends on
 */
export function contentHash(inputs, ...more) {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of files(resolve(root, input))) {
      hash.update(relative(root, file).replaceAll(sep, '/')).update('\0');
      hash.update(readFileSync(file)).update('\0');
    }
  }
  for (const text of more) hash.update(text).update('\0');
  return hash.digest('hex');
}

/** @param {string} before the hash of the inputs @param {string[]} outputs */
const hashes = (before, outputs) => `${before} ${contentHash(outputs)}`;

/**
 * Returns whether the stamp matches the inputs, and the outputs are unchanged since the build.
 *
 * @param {string} stamp the stamp's file
 * @param {() => string} content hash of everything the result depends on
 * @param {string[]} outputs files and folders that were built
 */
export const isStamped = (stamp, content, outputs) =>
  existsSync(stamp) &&
  outputs.every((path) => existsSync(path)) &&
  readFileSync(stamp, 'utf8') === hashes(content(), outputs);

/**
 * Builds unless `isStamped`.
 *
 * @param {string} stamp
 * @param {() => string} content
 * @param {string[]} outputs
 * @param {() => Promise<string>} build returns a note for the step's line
 */
export async function unlessStamped(stamp, content, outputs, build) {
  if (isStamped(stamp, content, outputs)) return 'up to date';
  const before = content();
  rmSync(stamp, { force: true });
  const note = await build();
  // A change during the build may be missing in the result, so the stamp has the hash from before the build.
  if (content() !== before) return note;
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hashes(before, outputs));
  return note;
}
