import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './paths.js';
import { Checkout } from './testing.js';

/** @type {{ scripts: Record<string, string> }} */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Returns all packages that a module needs to load. @param {string} path @param {Set<string>} seen @returns {string[]} */
function packages(path, seen = new Set()) {
  if (seen.has(path)) return [];
  seen.add(path);
  const found = readFileSync(path, 'utf8').matchAll(
    /^(?:import|export)\b[^;]*?\bfrom '([^']+)'|^import '([^']+)'/gm,
  );
  return [...found].flatMap(([, from, alone]) => {
    const name = from ?? alone ?? '';
    if (name.startsWith('node:')) return [];
    if (name.startsWith('.')) return packages(join(dirname(path), name), seen);
    return [`${path}: ${name}`];
  });
}

test('every command loads before the packages are installed', () => {
  const paths = Object.values(scripts).map((script) => /^node (\S+)/.exec(script)?.[1]);
  expect(paths.length).toBeGreaterThan(8);
  for (const path of paths) expect(packages(join(root, path ?? 'unknown'))).toEqual([]);
});

test('npm test lists its checks in a folder without packages', () => {
  const checkout = new Checkout();
  const listed = execFileSync(process.execPath, ['scripts/test.js', '--list'], {
    cwd: checkout.root,
    encoding: 'utf8',
  });
  expect(listed).toContain('firefox');
});

/** The folders of scripts, and those that their files may import. @type {Record<string, string[]>} */
const rooms = {
  lib: [],
  build: ['lib'],
  oracles: ['lib'],
  browsers: ['lib', 'build'],
  bench: ['lib'],
};

test.each(Object.entries(rooms))('scripts/%s imports only the folders below it', (room, below) => {
  const scripts = join(root, 'scripts');
  const folder = join(scripts, room);
  const files = readdirSync(folder).filter((name) => /(?<!\.test)\.js$/.test(name));
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    const found = readFileSync(join(folder, file), 'utf8').matchAll(/\bfrom '(\.[^']+)'/g);
    for (const [, path = ''] of found) {
      const [used] = relative(scripts, join(folder, path)).split(sep);
      expect([room, ...below], `${room}/${file}: ${path}`).toContain(used);
    }
  }
});
