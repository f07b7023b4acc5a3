import { expect, test } from 'vitest';
import { Checkout } from './testing.js';

/** What the command line and PORT come to. @param {string[]} args @param {string} [port] */
async function options(args, port) {
  const checkout = new Checkout();
  if (port !== undefined) checkout.env['PORT'] = port;
  return checkout.run(
    `const { serverOptions } = await import('./scripts/lib/server.js');
     console.log(JSON.stringify(serverOptions('start')));`,
    ...args,
  );
}

test('a port comes from the command line, else from PORT', async () => {
  expect(await options([])).toBe('{}\n');
  expect(await options([], '')).toBe('{}\n');
  expect(await options([], '8080')).toBe('{"port":8080}\n');
  expect(await options(['--port', '9000', '--host'], '8080')).toBe('{"port":9000,"host":true}\n');
});

test('what is no port is said before anything is built, and where it was named', async () => {
  for (const port of ['4173.5', '80', '65536', 'http', '-1'])
    expect(await options([`--port=${port}`])).toMatch(
      new RegExp(`^\n--port names no port .*: ${port}\nUsage: npm start --`),
    );
  expect(await options([], '4173.5')).toMatch(/^\nthe environment variable PORT names no port/);
  expect(await options(['--port='])).toMatch(/^\n--port names no port/);
  expect(await options(['--prot', '1'])).toMatch(/^\nUsage: .*PORT/);
});
