// npm run validate [-- ORACLE... OPTIONS]: computes the results of validation in docs/validation, and renders the pages from
// them. All arguments go to `aqm validate`: docs/command.md lists them.

import './lib/check-node.js';
import { execFileSync } from 'node:child_process';
import { buildCommand } from './lib/aqm.js';
import { childEnv, root } from './lib/paths.js';
import { checkRust } from './lib/rust.js';
import { command, step, Stop } from './lib/steps.js';

await command(async () => {
  await step('Rust toolchain', checkRust);
  let aqm = '';
  await step('aqm', async () => void (aqm = await buildCommand()));
  try {
    const options = { cwd: root, env: childEnv, stdio: /** @type {const} */ ('inherit') };
    execFileSync(aqm, ['validate', ...process.argv.slice(2)], options);
  } catch {
    throw new Stop('The results were not written: see above.');
  }
});
