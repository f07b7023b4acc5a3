// npm run build:element: the npm package of the custom element, with the built page in it.

import './lib/check-node.js';
import { packElement } from './build/element.js';
import { buildAll } from './build/prepare.js';
import { command, step } from './lib/steps.js';

await command(async () => {
  await buildAll();
  let tarball = '';
  await step('element', async () => {
    tarball = await packElement();
    return 'packed';
  });
  console.log(`\nThe package is ${tarball}. To use it, run: npm install ${tarball}`);
});
