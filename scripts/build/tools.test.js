import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/paths.js';
import { announcement, wasmBindgen } from './tools.js';

test('the version of wasm-bindgen is found with any line ends', () => {
  const lock = readFileSync(join(root, 'Cargo.lock'), 'utf8');
  const { version } = wasmBindgen(lock);
  expect(version).toMatch(/^0\.2\.\d+$/);
  expect(wasmBindgen(lock.replaceAll('\n', '\r\n')).version).toBe(version);
  expect(() => wasmBindgen('[[package]]')).toThrow('Restore the file from git');
});

test('the command of wasm-bindgen has the version of the crate', () => {
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
  const manifest = read('scripts/build/bindgen/Cargo.toml');
  const { version } = wasmBindgen(read('Cargo.lock'));
  expect(manifest).toContain(`\nversion = "${version}"\n`);
  expect(manifest).toContain(`\nwasm-bindgen-cli-support = "=${version}"\n`);
});

test('the message before a build names the versions', () => {
  const bindgen = { command: 'wasm-bindgen', version: '0.2.1' };
  expect(announcement([bindgen])).toBe(
    '  Builds wasm-bindgen 0.2.1, once. To skip this build, put it on your PATH.',
  );
  expect(announcement([{ command: 'wasm-pack', version: '0.15.1' }, bindgen])).toContain(
    'wasm-pack 0.15.1 and wasm-bindgen 0.2.1',
  );
});

const cloned = existsSync(join(root, '.git'));

test.skipIf(!cloned)('git converts neither line ends nor binary files', () => {
  const attributes = (/** @type {string} */ file) =>
    execFileSync('git', ['check-attr', 'text', 'eol', '--', file], { cwd: root, encoding: 'utf8' });
  expect(attributes('Cargo.lock')).toMatch(/text: auto\n.*eol: lf/);
  expect(attributes('docs/images/playground.png')).toMatch(/text: unset/);
  expect(attributes('a/trace.gz')).toMatch(/text: unset/);
});
