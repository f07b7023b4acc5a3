import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Checkout, posixTest } from '../lib/testing.js';

const install = `
  const { installPackages } = await import('./scripts/build/npm.js');
  console.log(await installPackages());
`;

/** Behaves like npm: omits development packages if NODE_ENV is "production", unless --include=dev is given. */
const npm = `
  import { mkdirSync, writeFileSync } from 'node:fs';
  const all = process.env.NODE_ENV !== 'production' || process.argv.includes('--include=dev');
  for (const name of ['svelte', ...(all ? ['vite'] : [])]) {
    mkdirSync('node_modules/' + name, { recursive: true });
    writeFileSync('node_modules/' + name + '/package.json', '{}');
  }
`;

test('the packages that build the page are installed for any NODE_ENV', async () => {
  const checkout = new Checkout();
  checkout.write('npm.js', npm);
  Object.assign(checkout.env, { NODE_ENV: 'production', npm_execpath: './npm.js' });
  expect(await checkout.run(install)).toBe('installed\n');
  expect(await checkout.run(install)).toBe('up to date\n');
});

test('an installation without development packages is repeated', async () => {
  const checkout = new Checkout();
  checkout.write('npm.js', npm.replace('--include=dev', '--nothing'));
  Object.assign(checkout.env, { NODE_ENV: 'production', npm_execpath: './npm.js' });
  expect(await checkout.run(install)).toBe('installed\n');
  checkout.write('npm.js', npm);
  expect(await checkout.run(install)).toMatch(/^installed again/);
  expect(await checkout.run(install)).toBe('up to date\n');
});

test('another lockfile is installed again, and another script is not', async () => {
  const checkout = new Checkout();
  checkout.write('npm.js', npm);
  checkout.write('package-lock.json', '{}');
  checkout.env['npm_execpath'] = './npm.js';
  expect(await checkout.run(install)).toBe('installed\n');
  checkout.write('package.json', '{ "type": "module", "scripts": { "new": "node new.js" } }');
  expect(await checkout.run(install)).toBe('up to date\n');
  checkout.write('package-lock.json', '{ "packages": {} }');
  expect(await checkout.run(install)).toMatch(/^installed again/);
});

posixTest('a link to the packages of another checkout is used as it is', async () => {
  const checkout = new Checkout();
  checkout.write('npm.js', npm);
  checkout.env['npm_execpath'] = './npm.js';
  checkout.write('other/vite/package.json', '{}');
  symlinkSync(join(checkout.root, 'other'), join(checkout.root, 'node_modules'));
  expect(await checkout.run(install)).toBe('those of another checkout\n');
  expect(readdirSync(join(checkout.root, 'other'))).toEqual(['vite']);
});
