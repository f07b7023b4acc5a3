import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSupported } from './check-node.js';
import { root } from './paths.js';

/** @param {string} name */
const read = (name) => readFileSync(join(root, name), 'utf8');
/** @type {{ packages: Record<string, { engines?: { node?: string } }> }} */
const lock = JSON.parse(read('package-lock.json'));

/** Whether a range contains a version, for the forms of ranges in the lockfile. @param {string} range @param {string} version */
function takes(range, version) {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return range.split('||').some((part) => {
    const match = /^\s*(\^|>=|)\s*(\d+)(?:\.(\d+))?(?:\.(\d+))?\s*$/.exec(part);
    if (!match) throw new Error(`unknown form of a range: ${part}`);
    const [, sign, ...least] = match;
    const [a = 0, b = 0, c = 0] = least.map((text) => Number(text ?? 0));
    if (sign !== '>=' && major !== a) return false;
    return major !== a ? major > a : minor !== b ? minor > b : patch >= c;
  });
}

const lowest = ['20.19.0', '22.13.0', '24.0.0'];
const others = ['18.20.0', '20.18.3', '21.7.3', '22.12.0', '23.11.0', '20.20.2', '22.99.0'];

test('every package runs on the required versions of Node', () => {
  for (const [name, { engines }] of Object.entries(lock.packages))
    for (const version of lowest)
      expect(takes(engines?.node ?? '>=0', version), `${name} on Node ${version}`).toBe(true);
});

test('package.json, the lockfile, the README and the check require the same versions', () => {
  const range = JSON.parse(read('package.json')).engines.node;
  expect(lock.packages['']?.engines?.node).toBe(range);
  for (const version of [...lowest, ...others, '26.1.0'])
    expect(isSupported(version), version).toBe(takes(range, version));
  const words = '20 (from 20.19), 22 (from 22.13), or 24 and later';
  expect(read('README.md')).toContain(words);
  expect(read('scripts/lib/check-node.js')).toContain(words);
});
