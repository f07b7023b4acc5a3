import { expect, test } from 'vitest';
import { Checkout } from './testing.js';

/** Returns the options for a command line and PORT. @param {string[]} args @param {string} [port] */
async function options(args, port) {
  const checkout = new Checkout();
  if (port !== undefined) checkout.env['PORT'] = port;
  return checkout.run(
    `const { serverOptions } = await import('./scripts/lib/server.js');
     console.log(JSON.stringify(serverOptions('start')));`,
    ...args,
  );
}

test('a port on the command line overrides PORT', async () => {
  expect(await options([])).toBe('{}\n');
  expect(await options([], '')).toBe('{}\n');
  expect(await options([], '8080')).toBe('{"port":8080}\n');
  expect(await options(['--port', '9000', '--host'], '8080')).toBe('{"port":9000,"host":true}\n');
});

test('an invalid port is reported with its origin before the build', async () => {
  for (const port of ['4173.5', '80', '65536', 'http', '-1'])
    expect(await options([`--port=${port}`])).toMatch(
      new RegExp(`^\n--port is "${port}"; expected a port .*\nUsage: npm start --`),
    );
  expect(await options([], '4173.5')).toMatch(
    /^\nthe environment variable PORT is "4173.5"; expected a port/,
  );
  expect(await options(['--port='])).toMatch(/^\n--port is ""; expected a port/);
  expect(await options(['--prot', '1'])).toMatch(/^\nUsage: .*PORT/);
});
