import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './paths.js';
import { applied, passedIn, programOf, readRecipe, recipes, written } from './recipes.js';

const RECIPE = `# Add a lamp: 2 files by hand

A lamp shines. New file \`lamps/red.js\`:

\`\`\`js
export const red = 1;
\`\`\`

- It has a line in the list.
  In \`lamps/list.js\`,
  after \`import { blue } from './blue.js';\`:

  \`\`\`js
  import { red } from './red.js';
  \`\`\`

\`\`\`sh
npm run generate   # the pages
cargo test -p lamps red
\`\`\`
`;

test('a recipe has its files, its lines and its commands', () => {
  const { edits, commands, files } = readRecipe('lamp', RECIPE);
  expect(edits).toEqual([
    { path: 'lamps/red.js', place: 'new', line: '', text: 'export const red = 1;\n' },
    {
      path: 'lamps/list.js',
      place: 'after',
      line: "import { blue } from './blue.js';",
      text: "import { red } from './red.js';\n",
    },
  ]);
  expect(commands).toEqual(['npm run generate', 'cargo test -p lamps red']);
  expect(files).toBe(2);
});

test('a recipe that counts its files wrongly, tests nothing, or leaves a place open is refused', () => {
  const refused = (/** @type {string} */ from, /** @type {string} */ to) => () =>
    readRecipe('lamp', RECIPE.replace(from, to));
  expect(refused('2 files', '3 files')).toThrow('it has 2 files, and says “3 files by hand”');
  expect(refused('```sh', '```js')).toThrow('does not say where the block below it goes');
  expect(refused('after `', 'beside `')).toThrow('does not say where the block below it goes');
  expect(refused('cargo test -p lamps red', '')).not.toThrow();
  expect(refused(RECIPE.slice(RECIPE.indexOf('```sh')), '')).toThrow('no command tests it');
});

test('an edit goes beside its line, with the indentation of the line', () => {
  const before = 'a {\n  b,\n}\n';
  const edit = { path: 'x', place: /** @type {const} */ ('after'), line: 'b,', text: 'c,\n\n' };
  expect(applied(edit, before)).toBe('a {\n  b,\n  c,\n\n}\n');
  expect(applied({ ...edit, place: 'before', text: 'a: {\n  c,\n},\n' }, before)).toBe(
    'a {\n  a: {\n    c,\n  },\n  b,\n}\n',
  );
  expect(() => applied({ ...edit, line: 'd,' }, before)).toThrow('“d,” is there 0 times');
  expect(() => applied(edit, before + before)).toThrow('“b,” is there 2 times');
  expect(() => applied(edit, undefined)).toThrow('no such file');
  expect(() => applied({ ...edit, place: 'new' }, before)).toThrow('exists already');
});

test('commands run in the copy, and others are refused', () => {
  expect(programOf('cargo test -p aqm-sim nth')[1].join(' ')).toContain('-p aqm-sim nth');
  expect(programOf('npm test -- unit -- web/src/a')[1].at(-1)).toBe('web/src/a');
  expect(programOf('npm run generate')[1]).toContain('generate');
  expect(programOf('aqm check x.json')[1].slice(-2)).toEqual(['check', 'x.json']);
  expect(() => programOf('rm -r x')).toThrow('cannot run “rm -r x”');
});

test('passed tests are counted, so that a command without tests fails', () => {
  const none = 'test result: ok. 0 passed; 0 failed\n';
  expect(passedIn(none)).toBe(0);
  expect(passedIn(`${none}test result: ok. 3 passed; 0 failed\n`)).toBe(3);
  expect(passedIn('\n      Tests  12 passed (12)\n')).toBe(12);
  expect(passedIn('written')).toBeUndefined();
});

test('every recipe applies to the present tree, and CONTRIBUTING.md lists it', () => {
  const all = recipes();
  const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  for (const { name } of all) expect(guide).toContain(`](docs/recipes/${name}.md)`);
  expect(all.length).toBeGreaterThan(4);
  expect(written(all).size).toBeGreaterThan(15);
});
