// npm run generate: rewrites the files that are generated from the tables in the crates,
// the digests of the scenarios, the plans of the papers, and the Flent data file that the page's tests read.

import './lib/check-node.js';
import { must } from './lib/run.js';
import { checkRust } from './build/rust.js';
import { command, step } from './lib/steps.js';

await command(async () => {
  await step('Rust toolchain', checkRust);
  let written = '';
  /** @param {string[]} args */
  const aqm = (...args) =>
    must('cargo', ['run', '--locked', '--quiet', '--release', '-p', 'aqm-cli', '--', ...args], {
      cure: 'The files could not be generated: see above.',
    });
  await step('generated files', async () => {
    written = await aqm('generate');
    const example = 'web/src/live/measured/testing/run';
    await aqm('run', `${example}.json`, '--flent', `${example}.flent.gz`);
  });
  console.log(`\n${written.trim()}`);
});
