// The recipes in docs/recipes: what each adds to the tree, and a check that applies all of them to a copy.
//
// A recipe is Markdown for a person. The last words above a code block say where it goes:
//
//     New file `PATH`:                    the block is the whole file
//     In `PATH`, after `LINE`:            the block is added below this line, with its indentation
//     In `PATH`, before `LINE`:           the same, above it
//
// A block of `sh` has the commands that must succeed afterwards. "8 files by hand" is compared with the number of files.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { batchPackage, nodeModules, root, wasmPackage } from './paths.js';
import { capture, nodeTool } from './run.js';
import { Stop } from './steps.js';
import { files } from './tree.js';

/**
 * @typedef {object} Edit
 * @property {string} path
 * @property {'new' | 'after' | 'before'} place
 * @property {string} line the line beside which the text goes
 * @property {string} text
 *
 * @typedef {object} Recipe
 * @property {string} name
 * @property {Edit[]} edits
 * @property {string[]} commands
 * @property {number} files that it tells to write by hand
 */

/** Where a block goes, by the last words of the paragraph above it. @param {string} words @returns {Omit<Edit, 'text'>} */
function placeOf(words) {
  const file = /\bnew file `([^`]+)`:$/i.exec(words)?.[1];
  if (file !== undefined) return { path: file, place: 'new', line: '' };
  const found = /\bin `([^`]+)`, (after|before) (`+)(.+?)\3:$/i.exec(words);
  if (found === null)
    throw new Stop(`“${words.slice(-80)}” does not say where the block below it goes.`);
  const [, path = '', place, , line = ''] = found;
  return { path, place: place === 'before' ? 'before' : 'after', line: line.trim() };
}

/** @param {string} name @param {string} markdown @returns {Recipe} */
export function readRecipe(name, markdown) {
  /** @type {Recipe} */
  const recipe = { name, edits: [], commands: [], files: 0 };
  const block = /^( *)(`{3,})(\w*)\n([\s\S]*?\n)\1\2$/gm;
  let end = 0;
  for (const { 0: whole, 1: indent = '', 3: language, 4: body = '', index } of markdown.matchAll(
    block,
  )) {
    const above = markdown.slice(end, index).trimEnd();
    end = index + whole.length;
    const text = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    if (language === 'sh') {
      const lines = text.split('\n').map((line) => line.replace(/\s+#.*/, '').trim());
      recipe.commands.push(...lines.filter((line) => line !== ''));
      continue;
    }
    const words = above.split(/\n\s*\n/).at(-1) ?? '';
    recipe.edits.push({ ...placeOf(words.replaceAll(/\s+/g, ' ')), text });
  }
  recipe.files = Number(/\b(\d+)\s+files?\s+by\s+hand\b/.exec(markdown)?.[1] ?? Number.NaN);
  const written = new Set(recipe.edits.map(({ path }) => path)).size;
  if (recipe.files !== written)
    throw new Stop(`${name}: it has ${written} files, and says “${recipe.files} files by hand”.`);
  if (recipe.commands.length === 0) throw new Stop(`${name}: no command tests it.`);
  return recipe;
}

/**
 * Returns the file after an edit.
 *
 * @param {Edit} edit
 * @param {string | undefined} before undefined: there is no such file
 */
export function applied({ path, place, line, text }, before) {
  if (place === 'new') {
    if (before !== undefined) throw new Stop(`${path}: this file exists already.`);
    return text;
  }
  if (before === undefined) throw new Stop(`${path}: there is no such file.`);
  const lines = before.split('\n');
  const found = lines.flatMap((one, i) => (one.trim() === line ? [i] : []));
  if (found.length !== 1 || found[0] === undefined)
    throw new Stop(`${path}: the line “${line}” is there ${found.length} times.`);
  const indent = /^\s*/.exec(lines[found[0]] ?? '')?.[0] ?? '';
  const added = text.replace(/\n$/, '').replaceAll(/^(?=.)/gm, indent);
  lines.splice(found[0] + (place === 'after' ? 1 : 0), 0, ...added.split('\n'));
  return lines.join('\n');
}

const recipesDir = join(root, 'docs', 'recipes');
/** The copy, and below it what is built there. Both stay, so that the next check builds only what changed. */
const copy = join(root, 'target', 'recipes', 'tree');
const target = join(root, 'target', 'recipes', 'target');

/** Returns the recipes whose names are given, or all. @param {string[]} names */
export function recipes(names = []) {
  const all = readdirSync(recipesDir).flatMap((file) => /^(.*)\.md$/.exec(file)?.[1] ?? []);
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined)
    throw new Stop(`There is no recipe ${unknown}. The recipes are: ${all.join(', ')}.`);
  return all
    .filter((name) => names.length === 0 || names.includes(name))
    .map((name) => readRecipe(name, readFileSync(join(recipesDir, `${name}.md`), 'utf8')));
}

/** Returns the files that the recipes write, by path. @param {Recipe[]} chosen */
export function written(chosen) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const { name, edits } of chosen) {
    for (const edit of edits) {
      const source = join(root, edit.path);
      const before = existsSync(source) ? readFileSync(source, 'utf8') : undefined;
      try {
        texts.set(edit.path, applied(edit, texts.get(edit.path) ?? before));
      } catch (error) {
        throw error instanceof Stop ? new Stop(`Recipe ${name}: ${error.message}`) : error;
      }
    }
  }
  return texts;
}

/**
 * Makes the copy: the tree with these texts. It leaves equal files alone, so that cargo does not build them again.
 *
 * @param {Map<string, string>} texts
 */
function makeCopy(texts) {
  const wanted = new Set([...files(root), ...texts.keys()]);
  for (const path of files(copy)) if (!wanted.has(path)) rmSync(join(copy, path));
  for (const path of wanted) {
    const content = Buffer.from(texts.get(path) ?? readFileSync(join(root, path)));
    const to = join(copy, path);
    if (existsSync(to) && readFileSync(to).equals(content)) continue;
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, content);
  }
  for (const from of [nodeModules, wasmPackage, batchPackage]) {
    const to = join(copy, relative(root, from));
    if (existsSync(from) && !existsSync(to)) symlinkSync(from, to, 'junction');
  }
}

/** Builds of the copy: without optimisation, because most of the time would go into the compiler. */
const env = { CARGO_TARGET_DIR: target, CARGO_PROFILE_DEV_DEBUG: 'false' };

/**
 * Returns the program and the arguments that run a command of a recipe in the copy.
 *
 * @param {string} command
 * @returns {[string, string[]]}
 */
export function programOf(command) {
  const [program = '', ...args] = command.split(/\s+/);
  const aqm = ['run', '--locked', '--quiet', '-p', 'aqm-cli', '--'];
  if (command === 'npm run generate') return ['cargo', [...aqm, 'generate', '--definitions']];
  if (program === 'aqm') return ['cargo', [...aqm, ...args]];
  if (program === 'cargo' && args[0] === 'test')
    return ['cargo', ['test', '--locked', '--profile', 'dev', ...args.slice(1)]];
  const unit = /^npm test -- unit -- (.+)$/.exec(command)?.[1];
  if (unit === undefined) throw new Stop(`The check of recipes cannot run “${command}”.`);
  const vitest = ['run', '--config', 'vite.config.ts', '--project', 'unit', ...unit.split(/\s+/)];
  return nodeTool('vitest/vitest.mjs', vitest);
}

/** Returns how many tests passed, by the output of cargo or vitest; undefined if a command runs no tests. @param {string} output */
export function passedIn(output) {
  const found = [
    ...output.matchAll(/^test result: ok\. (\d+) passed|^\s*Tests\s.*?(\d+) passed/gm),
  ];
  if (found.length === 0) return undefined;
  return found.reduce((sum, [, rust, page]) => sum + Number(rust ?? page), 0);
}

/** Runs a program in the copy, and returns what it printed. @param {string} what @param {[string, string[]]} program */
async function run(what, [program, args]) {
  const { code, output } = await capture(program, args, { env, cwd: copy });
  if (code !== 0) throw new Stop(`${what} ended with exit code ${code}.`, output);
  return output;
}

/** Checks the types of those files of the page that the recipes write. @param {string[]} paths */
async function checkTypes(paths) {
  const files = paths.filter((path) => /^web\/src\/.*\.ts$/.test(path));
  if (files.length === 0) return;
  const config = { extends: './tsconfig.web.json', include: [], files };
  writeFileSync(join(copy, 'tsconfig.recipes.json'), JSON.stringify(config));
  const tsc = nodeTool('typescript/bin/tsc', ['-p', 'tsconfig.recipes.json']);
  await run(`The check of the types of ${files.join(', ')}`, tsc);
}

/**
 * Applies recipes to a copy of the tree, and runs the commands that they name there.
 *
 * @param {string[]} names of recipes; none: all
 */
export async function testRecipes(names) {
  const chosen = recipes(names);
  const texts = written(chosen);
  makeCopy(texts);
  let tests = 0;
  const isFirst = (/** @type {string} */ command) => Number(command === 'npm run generate');
  const commands = chosen.flatMap((recipe) => recipe.commands);
  for (const command of new Set(commands.toSorted((a, b) => isFirst(b) - isFirst(a)))) {
    const of = chosen.filter((recipe) => recipe.commands.includes(command));
    const what = `Recipe ${of.map(({ name }) => name).join(', ')}: “${command}”`;
    const output = await run(what, programOf(command));
    const passed = passedIn(output);
    if (passed === 0) throw new Stop(`${what} runs no test.`, output);
    tests += passed ?? 0;
  }
  await checkTypes([...texts.keys()]);
  const counts = chosen.map(({ name, files }) => `${name} ${files}`).join(', ');
  return `${tests} tests; files by hand: ${counts}`;
}
