// Statements of the documents that can be compared with the tree.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './paths.js';
import { files } from './tree.js';

const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
/** The text without blocks of code, in which a recipe has what it writes. @param {string} path */
const prose = (path) => read(path).replaceAll(/^( *)(`{3,})(?:.*\n)*?\1\2$/gm, '');

const all = files(root);
/** Documents about this repository. Others name files of their readers. */
const about = all.filter((path) =>
  /^(ARCHITECTURE|CONTRIBUTING)\.md$|^docs\/(recipes|decisions)\/|^(web\/src|scripts|crates)\/.*README\.md$/.test(
    path,
  ),
);

test('links between the documents lead to files', () => {
  const dead = all
    // The remarks are parts of pages one folder above.
    .filter((path) => path.endsWith('.md') && !path.startsWith('docs/validation/remarks/'))
    .flatMap((path) => {
      const links = prose(path)
        .replaceAll(/`[^`\n]+`/g, '')
        .matchAll(/\]\((?!https?:|#|mailto:)([^)\s#]+)/g);
      return [...links]
        .filter(([, target = '']) => !existsSync(join(root, dirname(path), target)))
        .map(([, target]) => `${path}: ${target}`);
    });
  expect(dead).toEqual([]);
});

test('files that the documents name exist', () => {
  expect(about.length).toBeGreaterThan(20);
  const missing = about.flatMap((document) => {
    // What a recipe writes does not exist yet.
    const text = prose(document).replaceAll(/\bnew file\s`[^`]+`/gi, '');
    const names = text.matchAll(
      /`([\w./-]+\.(?:rs|ts|js|svelte|json|txt|css|toml|html|py|sh|md|yml))`/g,
    );
    return [...names]
      .filter(([, name]) => !all.some((path) => `/${path}`.endsWith(`/${name}`)))
      .map(([, name]) => `${document}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('the README of the controls lists every component', () => {
  const readme = all.find((path) => path.endsWith('/ui/README.md')) ?? '';
  const listed = [...read(readme).matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  const components = readdirSync(join(root, dirname(readme)))
    .filter((file) => file.endsWith('.svelte'))
    .map((file) => file.slice(0, -'.svelte'.length));
  expect(listed.toSorted()).toEqual(components.toSorted());
});
