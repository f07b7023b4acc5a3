// Whether V8 gives the simulator's loop its better allocation of registers. For functions that are very large it takes a
// quicker one, and the loop would then be half as fast, which no other test would notice: the ratio of the two is
// near 2 as long as the loop is not too large, and 1 from then on. `node scripts/registers.js` prints it.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CASES, inNode } from './bench-engine.js';

/** What has V8 take the quicker one for all functions. */
const FLAG = '--turbo-force-mid-tier-regalloc';
const ROUNDS = 3;
const RUNS = 6;

/** Runs a case several times, so that its code is compiled, and prints the shortest time in ms. */
async function measure() {
  const run = await inNode();
  const [oneFlow] = CASES;
  if (oneFlow === undefined) throw new Error('there is no case to run');
  const times = Array.from({ length: RUNS }, () => run(oneFlow).ms);
  console.log(Math.min(...times));
}

/**
 * How many times as fast the loop is as with the quicker allocation, at best of some turns; undefined if this V8 cannot
 * be told to take that.
 *
 * @returns {number | undefined}
 */
export function registerRatio() {
  const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  if (!options.includes(FLAG)) return undefined;
  /** @param {string[]} flags */
  const time = (flags) =>
    Number(
      execFileSync(process.execPath, [...flags, fileURLToPath(import.meta.url), '--run'], {
        encoding: 'utf8',
      }),
    );
  const turns = Array.from({ length: ROUNDS }, () => ({ quicker: time([FLAG]), better: time([]) }));
  /** @param {'quicker' | 'better'} which */
  const shortest = (which) => Math.min(...turns.map((turn) => turn[which]));
  return shortest('quicker') / shortest('better');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--run')) await measure();
  else console.log(registerRatio() ?? `this V8 does not know ${FLAG}`);
}
