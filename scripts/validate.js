// npm run validate [-- ORACLE... OPTIONS]: computes the results of validation in docs/validation, and renders the pages from
// them. All arguments go to `aqm validate`: docs/command.md lists them. Without arguments, and with `stories`, it first checks the
// numbers of all stories with five seeds.

import './lib/check-node.js';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildCommand } from './build/aqm.js';
import { childEnv, root } from './lib/paths.js';
import { must } from './lib/run.js';
import { checkRust } from './build/rust.js';
import { command, step, Stop } from './lib/steps.js';

await command(async () => {
  await step('Rust toolchain', checkRust);
  let aqm = '';
  await step('aqm', async () => void (aqm = await buildCommand()));
  const [what] = process.argv.slice(2);
  if (what === undefined || what === 'stories') {
    await step('numbers of stories, seeds 1 to 5', async () => {
      const files = readdirSync(join(root, 'stories')).filter((file) => file.endsWith('.md'));
      const paths = files.map((file) => join('stories', file));
      await must(aqm, ['story', '--seeds', '5', '--failed', ...paths], {
        cure: 'A number of a story is out of its bounds: see above.',
      });
    });
  }
  if (what === 'stories') return;
  try {
    const options = { cwd: root, env: childEnv, stdio: /** @type {const} */ ('inherit') };
    execFileSync(aqm, ['validate', ...process.argv.slice(2)], options);
  } catch {
    throw new Stop('The results were not written: see above.');
  }
});
