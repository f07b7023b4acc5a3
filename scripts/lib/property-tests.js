import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.js';

/**
 * Returns the names of the property tests in a Rust file: the functions of its `proptest!` blocks. Helper functions in such a
 * block have no attribute, and are left out.
 *
 * @param {string} text formatted by rustfmt, so a block ends with a brace at the indent of its first line
 */
export function propertyTests(text) {
  /** @type {string[]} */
  const names = [];
  for (const [, , block] of text.matchAll(/^([ ]*)proptest! \{\n([\s\S]*?)^\1\}$/gm)) {
    for (const [, name] of (block ?? '').matchAll(/#\[test\]\n\s*fn (\w+)/g)) {
      if (name !== undefined) names.push(name);
    }
  }
  return names;
}

/**
 * Returns the property tests of each package that has any, by package.
 *
 * @param {string} [folder] with a folder for each package
 */
export function allPropertyTests(folder = join(root, 'crates')) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const crate of readdirSync(folder).sort()) {
    const names = readdirSync(join(folder, crate), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.rs'))
      .sort()
      .flatMap((path) => propertyTests(readFileSync(join(folder, crate, path), 'utf8')));
    if (names.length > 0) found.set(crate, names);
  }
  return found;
}
