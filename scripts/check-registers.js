// node scripts/check-registers.js: whether V8 gives the simulator's loop its better allocation of registers. For functions
// that are very large it takes a quicker one, and the loop would then run at half to three quarters of its speed, which no
// other test would notice. It takes no times: a function whose machine code has another size when the quicker one is
// forbidden is one that gets it. Needs the built wasm package.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wasmPackage } from './lib/paths.js';
import { codeSizes, differing } from './lib/registers.js';

/** Compile all functions at once and the best way, and tell of each. */
const TELL = ['--no-liftoff', '--no-wasm-lazy-compilation', '--trace-wasm-compilation-times'];
const NEVER_QUICK = '--no-turbo-use-mid-tier-regalloc-for-huge-functions';
const ALWAYS_QUICK = '--turbo-force-mid-tier-regalloc';

if (process.argv.includes('--compile')) compile();
else if (knows([...TELL, NEVER_QUICK, ALWAYS_QUICK])) compare();
else console.log('This version of V8 does not know the flags for it: nothing compared.');

function compile() {
  const file = readFileSync(join(wasmPackage, 'aqm_wasm_bg.wasm'));
  new WebAssembly.Module(file);
}

/** @param {string[]} flags */
function knows(flags) {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  return flags.every((flag) => known.includes(flag.replace(/^--(no-)?/, '--')));
}

function compare() {
  const script = fileURLToPath(import.meta.url);
  /** @param {string[]} flags */
  const sizes = (...flags) =>
    codeSizes(
      execFileSync(process.execPath, [...TELL, ...flags, script, '--compile'], {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      }),
    );
  const usual = sizes();
  if (differing(usual, sizes(ALWAYS_QUICK)).length === 0) {
    console.log(
      'This version of V8 does not tell one allocation from the other: nothing compared.',
    );
    return;
  }
  const huge = differing(usual, sizes(NEVER_QUICK));
  console.log(
    `Of ${usual.size} functions ${huge.length} are too large for V8's better allocation.`,
  );
  if (huge.length === 0) return;
  console.log(`Too large: ${huge.map((index) => `function ${index}`).join(', ')}.`);
  console.log('See "Where the rest goes" in docs/performance.md.');
  process.exitCode = 1;
}
