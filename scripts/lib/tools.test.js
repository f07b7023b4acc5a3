import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './paths.js';
import { Checkout, posixTest } from './testing.js';
import { bindgenVersion } from './tools.js';

const lock = readFileSync(join(root, 'Cargo.lock'), 'utf8');

test('the version of wasm-bindgen is found with any line ends', () => {
  const version = bindgenVersion(lock);
  expect(version).toMatch(/^0\.2\.\d+$/);
  expect(bindgenVersion(lock.replaceAll('\n', '\r\n'))).toBe(version);
  expect(() => bindgenVersion('[[package]]')).toThrow('Restore the file from git');
});

test('the tool has the version of the packages', () => {
  const tool = lock.match(/^name = "wasm-bindgen-cli-support"\nversion = "([^"]+)"/m)?.[1];
  expect(tool).toBe(bindgenVersion(lock));
});

posixTest('the tool is built once for each version', async () => {
  const made = new Checkout();
  const build = `await (await import('./scripts/lib/tools.js')).buildBindgen(); console.log('ready');`;
  made.write('Cargo.lock', 'name = "wasm-bindgen"\nversion = "0.2.1"\n');
  made.program('cargo', 'exit 1');
  expect(await made.run(build)).toContain('wasm-bindgen 0.2.1 could not be built');
  const says = (/** @type {string} */ version) =>
    made.program('aqm-bindgen', `echo aqm-bindgen ${version}`, '.tools/bin');
  says('0.2.1');
  expect(await made.run(build)).toBe('ready\n');
  made.write('Cargo.lock', 'name = "wasm-bindgen"\nversion = "0.2.2"\n');
  expect(await made.run(build)).toContain('wasm-bindgen 0.2.2 could not be built');
});

const cloned = existsSync(join(root, '.git'));

test.skipIf(!cloned)('git converts neither line ends nor binary files', () => {
  const attributes = (/** @type {string} */ file) =>
    execFileSync('git', ['check-attr', 'text', 'eol', '--', file], { cwd: root, encoding: 'utf8' });
  expect(attributes('Cargo.lock')).toMatch(/text: auto\n.*eol: lf/);
  expect(attributes('docs/images/playground.png')).toMatch(/text: unset/);
  expect(attributes('a/trace.gz')).toMatch(/text: unset/);
});
