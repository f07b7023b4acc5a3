// npm run build:python: the Python package as a wheel and as a source package, both with the page in them.

import './lib/check-node.js';
import { buildOneFile } from './build/prepare.js';
import { buildSourcePackage, buildWheel } from './build/python.js';
import { command, step } from './lib/steps.js';

await command(async () => {
  await buildOneFile();
  let wheel = '';
  await step('source package', async () => void (await buildSourcePackage()));
  await step('wheel', async () => void (wheel = await buildWheel()));
  console.log(
    `\ntarget/python has both. To install the wheel, run: pip install '${wheel}[notebook]'`,
  );
});
