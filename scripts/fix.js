// npm run fix: applies the automatic fixes of every formatter and linter.

import './lib/check-node.js';
import { existsSync } from 'node:fs';
import { installPackages } from './build/npm.js';
import { wasmPackage } from './lib/paths.js';
import { must, nodeTool } from './lib/run.js';
import { checkRust } from './build/rust.js';
import { command, step } from './lib/steps.js';

await command(async () => {
  await step('npm packages', installPackages);
  await step('Rust toolchain', checkRust);
  await step('rustfmt', async () => {
    await must('cargo', ['fmt', '--all'], {
      cure: 'rustfmt found what it cannot read: see above.',
    });
  });
  await step('ESLint', async () => {
    await must(...nodeTool('eslint/bin/eslint.js', ['--fix', '.']), {
      cure: existsSync(wasmPackage)
        ? 'ESLint found what only you can repair: see above.'
        : 'The types of the simulator are missing. Run npm start once, then this command again.',
    });
  });
  await step('Prettier', async () => {
    await must(...nodeTool('prettier/bin/prettier.cjs', ['--write', '--log-level', 'warn', '.']), {
      cure: 'Prettier found what it cannot read: see above.',
    });
  });
});
