// npm run generate: rewrites the files that are generated from the definitions in crates/aqm-scenario,
// the digests of the scenarios, and the plans of the papers.

import './lib/check-node.js';
import { must } from './lib/run.js';
import { checkRust } from './lib/rust.js';
import { command, step } from './lib/steps.js';

await command(async () => {
  await step('Rust toolchain', checkRust);
  let written = '';
  await step('generated files', async () => {
    written = await must(
      'cargo',
      ['run', '--locked', '--quiet', '--release', '-p', 'aqm-cli', '--', 'generate'],
      {
        cure: 'The files could not be generated: see above.',
      },
    );
  });
  console.log(`\n${written.trim()}`);
});
