import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Checkout, posixTest } from './testing.js';
import { wasmInputs } from '../build/wasm.js';

const [page, simulator] = [
  `const { buildPage } = await import('./scripts/build/page.js'); console.log(await buildPage());`,
  `const { buildWasm } = await import('./scripts/build/wasm.js'); console.log(await buildWasm());`,
];
const engine = 'web/src/wasm/pkg/aqm_wasm_bg.wasm';

/** A stub of Vite: the built page contains the present engine. `more` is code that runs afterwards. */
const vite = (more = '') => `
  const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
  mkdirSync('web/dist/assets', { recursive: true });
  writeFileSync('web/dist/index.html', '<title>');
  writeFileSync('web/dist/assets/engine.wasm', readFileSync('${engine}'));
  ${more}
`;

function checkout() {
  const made = new Checkout();
  made.write('node_modules/vite/bin/package.json', '{ "type": "commonjs" }');
  made.write('node_modules/vite/bin/vite.js', vite());
  made.write(engine, 'release');
  return made;
}

test('a page with a missing file is built again', async () => {
  const made = checkout();
  expect(await made.run(page)).toBe('built into web/dist\n');
  expect(await made.run(page)).toBe('up to date\n');
  rmSync(join(made.root, 'web/dist/assets'), { recursive: true });
  expect(await made.run(page)).toBe('built into web/dist\n');
  made.write('web/dist/index.html', 'something else');
  expect(await made.run(page)).toBe('built into web/dist\n');
  expect(await made.run(page)).toBe('up to date\n');
});

test('a new engine builds the page again', async () => {
  const made = checkout();
  made.write(engine, 'draft');
  await made.run(page);
  made.write(engine, 'release');
  expect(await made.run(page)).toBe('built into web/dist\n');
  expect(readFileSync(join(made.root, 'web/dist/assets/engine.wasm'), 'utf8')).toBe('release');
});

test('an engine that changes during the build of the page is reported, and the page is built again', async () => {
  const made = checkout();
  made.write('node_modules/vite/bin/vite.js', vite(`writeFileSync('${engine}', 'draft');`));
  expect(await made.run(page)).toMatch(/while the page was being built. End `npm run dev`/);
  made.write('node_modules/vite/bin/vite.js', vite());
  made.write(engine, 'release');
  expect(await made.run(page)).toBe('built into web/dist\n');
});

test('a source that changes during the build of the page builds it again', async () => {
  const made = checkout();
  made.write('web/index.html', 'one');
  made.write('node_modules/vite/bin/vite.js', vite("writeFileSync('web/index.html', 'two');"));
  expect(await made.run(page)).toBe('built into web/dist\n');
  made.write('web/index.html', 'one');
  expect(await made.run(page)).toBe('built into web/dist\n');
});

/** A checkout that builds the simulator with stubs of its tools. */
function simulatorCheckout() {
  const made = new Checkout();
  for (const crate of ['aqm-wasm', 'aqm-batch']) {
    made.write(`crates/${crate}/Cargo.toml`, '[dependencies]\naqm-sim.workspace = true\n');
    made.write(`crates/${crate}/src/lib.rs`, '');
  }
  made.write('crates/aqm-sim/Cargo.toml', '');
  made.write('crates/aqm-sim/src/lib.rs', 'include_str!("../../../scenarios/embedded.json");');
  made.write(
    'package-lock.json',
    '{ "packages": { "node_modules/binaryen": { "version": "1" } } }',
  );
  made.program(
    'wasm-pack',
    `w=${made.root}/web/src/wasm
    # Both packages are built at the same time, so each call makes the files of its own.
    case $2 in */aqm-wasm) p=$w/pkg/aqm_wasm;; *) p=$w/batch-pkg/aqm_batch;; esac
    /bin/mkdir -p \${p%/*}; for f in .js .d.ts _bg.wasm; do : > $p$f; done`,
  );
  made.write('node_modules/binaryen/bin/wasm-opt', '');
  return made;
}

posixTest('another version of wasm-opt builds the simulator again', async () => {
  const made = simulatorCheckout();
  expect(await made.run(simulator)).toBe('built\n');
  expect(await made.run(simulator)).toBe('up to date\n');
  made.write(
    'package-lock.json',
    '{ "packages": { "node_modules/binaryen": { "version": "2" } } }',
  );
  expect(await made.run(simulator)).toBe('built\n');
});

posixTest('only what a crate embeds builds the simulator again', async () => {
  const made = simulatorCheckout();
  await made.run(simulator);
  made.write('scenarios/papers/plan.json', '{}');
  made.write('crates/aqm-sim/tests/engine.rs', 'fn main() {}');
  made.write('crates/aqm-cli/src/main.rs', 'fn main() {}');
  expect(await made.run(simulator)).toBe('up to date\n');
  made.write('scenarios/embedded.json', '{ "a": 1 }');
  expect(await made.run(simulator)).toBe('built\n');
});

test('the packages of the page are built from their crates and what these embed', () => {
  const inputs = wasmInputs('aqm-wasm');
  expect(inputs).toContain('crates/aqm-scenario/src');
  expect(inputs.join()).not.toMatch(/aqm-(reproduce|cli|trace)|scenarios\//);
  const batch = wasmInputs('aqm-batch');
  expect(batch).toContain('scenarios/papers');
  expect(batch).toContain('crates/aqm-papers/build.rs');
});
