import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isRoot } from './apt.js';
import { Checkout } from './testing.js';

const possible = isRoot && existsSync('/usr/bin/apt-get');

test.runIf(possible)('a line is printed before a package is installed', async () => {
  const checkout = new Checkout();
  checkout.program('apt-get', 'echo "$1"');
  const said = await checkout.run(
    `const { installPackage } = await import('./scripts/lib/apt.js');
     console.log((await installPackage('valgrind')).trim());`,
  );
  expect(said).toBe('  installs valgrind with apt-get\nupdate\ninstall\n');
});
