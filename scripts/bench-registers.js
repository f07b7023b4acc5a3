// node scripts/bench-registers.js: whether V8 gives the simulator's loop its better allocation of registers. For functions
// that are very large it takes a quicker one, and the loop would then be half as fast, which no other test would
// notice. Run with V8 forced to the quicker one and without, in turns: the ratio is near 2 as long as the loop is not too
// large, and 1 from then on. Fails in between. Needs the built wasm package.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CASES, inNode } from './bench-engine.js';

/** What has V8 take the quicker one for all functions. */
const FLAG = '--turbo-force-mid-tier-regalloc';
const LOWEST_RATIO = 1.4;
const ROUNDS = 3;
const RUNS = 6;

if (process.argv.includes('--run')) console.log(await shortestRun());
else if (knowsFlag()) compare();
else console.log(`This version of V8 does not know ${FLAG}: nothing compared.`);

/** Of several, so that the code is compiled; in ms. */
async function shortestRun() {
  const run = await inNode();
  const [oneFlow] = CASES;
  if (oneFlow === undefined) throw new Error('there is no case to run');
  return Math.min(...Array.from({ length: RUNS }, () => run(oneFlow).ms));
}

function knowsFlag() {
  return execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' }).includes(FLAG);
}

function compare() {
  const script = fileURLToPath(import.meta.url);
  /** @param {string[]} flags */
  const time = (flags) =>
    Number(execFileSync(process.execPath, [...flags, script, '--run'], { encoding: 'utf8' }));
  const turns = Array.from({ length: ROUNDS }, () => ({ quicker: time([FLAG]), better: time([]) }));
  const quicker = Math.min(...turns.map((turn) => turn.quicker));
  const better = Math.min(...turns.map((turn) => turn.better));
  const ratio = quicker / better;
  console.log(`The loop is ${ratio.toFixed(2)} times as fast as with the quicker allocation.`);
  if (ratio < LOWEST_RATIO) {
    console.log('It has become too large for the better one: see docs/performance.md.');
    process.exitCode = 1;
  }
}
