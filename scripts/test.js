// npm test [-- NAME... [-- ARGUMENTS]]: runs every check, or the named checks and the checks that they need.
// npm test -- --list lists all checks.
// Continues after a failure, prints all results at the end, and fails if any check failed.

import './lib/check-node.js';
import { checks } from './checks.js';
import { installPackages } from './build/npm.js';
import { withNiceness } from './lib/run.js';
import { checkRust } from './build/rust.js';
import { schedule } from './lib/schedule.js';
import { command, seconds, step, Stop } from './lib/steps.js';

/** @typedef {{ name: string, result: 'passed' | 'failed' | 'skipped', note: string, ms: number }} Outcome */

/** Nice value of the checks beside an urgent one: a third of its share of the processor. */
const LATER = 5;

await command(async () => {
  if (process.argv[2] === '--list') {
    for (const { name, what } of checks) console.log(`${name.padEnd(10)} ${what}`);
    return;
  }
  const { names, more } = parse(process.argv.slice(2));
  const chosen = withNeeds(names);
  if (chosen.some((check) => check.rust)) await step('Rust toolchain', checkRust);
  if (chosen.some((check) => check.npm)) await step('npm packages', installPackages);

  console.log('');
  const urgent = chosen.filter((check) => check.urgent);
  const first = withNeeds(urgent.map((check) => check.name));
  const outcomes = await schedule(chosen, (check, needs) =>
    withNiceness(urgent.length === 0 || first.includes(check) ? 0 : LATER, () =>
      outcome(check, names.includes(check.name) ? more : [], needs),
    ),
  );
  report(outcomes);
  if (outcomes.some(({ result }) => result !== 'passed')) process.exit(1);
});

/** @param {string[]} args */
function parse(args) {
  const dashes = args.indexOf('--');
  const names = dashes === -1 ? args : args.slice(0, dashes);
  const more = dashes === -1 ? [] : args.slice(dashes + 1);
  const known = checks.map((check) => check.name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Stop(`There is no check ${unknown.join(', ')}. The checks are: ${known.join(', ')}.`);
  }
  if (more.length > 0 && names.length !== 1) {
    throw new Stop('Arguments after -- need exactly one check: npm test -- NAME -- ARGUMENTS.');
  }
  return { names: names.length === 0 ? known : names, more };
}

/** Returns the named checks and all checks that they depend on, in order. @param {string[]} names */
function withNeeds(names) {
  const wanted = new Set(names);
  for (const check of checks.toReversed()) {
    if (wanted.has(check.name)) for (const name of check.after ?? []) wanted.add(name);
  }
  return checks.filter((check) => wanted.has(check.name));
}

/**
 * @param {import('./checks.js').Check} check
 * @param {string[]} more
 * @param {Outcome[]} needs the outcomes of the checks that it needs
 * @returns {Promise<Outcome>}
 */
async function outcome(check, more, needs) {
  const broken = needs.find(({ result }) => result !== 'passed');
  if (broken !== undefined) {
    return { name: check.name, result: 'skipped', note: `needs ${broken.name}`, ms: 0 };
  }
  const started = Date.now();
  /** @type {Outcome['result']} */
  let result = 'passed';
  let note = check.what;
  try {
    await step(check.name, async () => {
      const came = await check.run(more);
      if (came !== undefined) note += `: ${came}`;
      return note;
    });
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.log(`  ${error.message}`);
    result = 'failed';
  }
  return { name: check.name, result, note, ms: Date.now() - started };
}

/** @param {Outcome[]} outcomes */
function report(outcomes) {
  console.log('');
  for (const { name, result, note, ms } of outcomes) {
    console.log(`${result.padEnd(8)} ${name.padEnd(10)} ${seconds(ms).padStart(8)}  ${note}`);
  }
  /** @param {Outcome['result']} wanted */
  const count = (wanted) => outcomes.filter(({ result }) => result === wanted).length;
  const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : '';
  console.log(`\n${count('passed')} passed, ${count('failed')} failed${skipped}`);
}
