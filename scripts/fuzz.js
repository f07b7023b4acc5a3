// npm run fuzz [-- --minutes 5]: repeats the property tests of the crates with new seeds until the time is over, or until one
// fails. Before that, the page's readers of measured runs get 100,000 hostile files each, with a new seed.
// npm run fuzz -- --seed 123: runs them once with this seed, to repeat a failure.

import './lib/check-node.js';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { allPropertyTests } from './lib/property-tests.js';
import { must, nodeTool, withNiceness } from './lib/run.js';
import { checkRust } from './build/rust.js';
import { command, say, step, Stop } from './lib/steps.js';

await command(async () => {
  const { minutes, seed } = options();
  await step('Rust toolchain', checkRust);
  const tests = [...allPropertyTests()];
  const packages = tests.flatMap(([name]) => ['--package', name]);
  const names = tests.flatMap(([, of]) => of);
  /** @param {string} seed @param {string[]} args */
  const cargo = (seed, ...args) =>
    must(
      'cargo',
      ['test', '--locked', '--no-fail-fast', '--tests', '--all-features', ...packages, ...args],
      {
        env: { PROPTEST_RNG_SEED: seed },
        cure: `A property test failed. Repeat it with \`npm run fuzz -- --seed ${seed}\`; the files in proptest-regressions repeat the shortened case.`,
      },
    );

  await withNiceness(10, async () => {
    await step('build', async () => void (await cargo('0', '--no-run')));
    const hostile = seed ?? String(randomInt(2 ** 31));
    await step(`hostile files, seed ${hostile}`, async () => {
      await must(
        ...nodeTool('vitest/vitest.mjs', ['run', '--project', 'unit', 'import/mutation.test.ts']),
        {
          env: { AQM_MUTATIONS: '100000', AQM_MUTATION_SEED: hostile },
          cure: `A reader of measured runs failed. Repeat it with \`npm run fuzz -- --seed ${hostile}\`.`,
        },
      );
      return '100,000 for each reader';
    });
    const end = Date.now() + minutes * 60_000;
    let runs = 0;
    do {
      const drawn = seed ?? String(randomInt(2 ** 47));
      await step(`seed ${drawn}`, async () => {
        const output = await cargo(drawn, '--', ...names);
        const passed = [...output.matchAll(/^test result: ok\. (\d+) passed/gm)];
        const count = passed.reduce((sum, match) => sum + Number(match[1]), 0);
        if (count < names.length)
          throw new Stop(`Only ${count} of ${names.length} property tests ran.`, output);
        return `${count} tests`;
      });
      runs += 1;
    } while (seed === undefined && Date.now() < end);
    say(`\n${names.length} property tests passed with ${runs === 1 ? '1 seed' : `${runs} seeds`}.`);
  });
});

function options() {
  const usage = 'Usage: npm run fuzz [-- --minutes NUMBER | --seed WHOLE-NUMBER].';
  try {
    const { values } = parseArgs({
      options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string' } },
    });
    const minutes = Number(values.minutes);
    if (!(minutes > 0))
      throw new Stop(`--minutes is ${values.minutes}; expected a number above 0. ${usage}`);
    if (values.seed !== undefined && !/^\d{1,18}$/.test(values.seed))
      throw new Stop(`--seed is ${values.seed}; expected a whole number. ${usage}`);
    return { minutes, seed: values.seed };
  } catch (error) {
    if (error instanceof Stop) throw error;
    throw new Stop(`${error instanceof Error ? error.message : error} ${usage}`);
  }
}
