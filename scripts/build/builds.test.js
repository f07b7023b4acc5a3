import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Checkout, posixTest } from '../lib/testing.js';
import { wasmInputs } from './wasm.js';

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
    `[ $1 = --version ] && echo wasm-pack 0.15.1
    w=${made.root}/web/src/wasm
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

/** Adds stubs of all other programs that the first start calls. */
function firstStart() {
  const made = simulatorCheckout();
  made.write('rust-toolchain.toml', '[toolchain]\nchannel = "1.95.0"\n');
  made.write('Cargo.lock', 'name = "wasm-bindgen"\nversion = "0.2.1"\n');
  made.program('rustc', 'if [ $1 = --print ]; then echo .; else echo "rustc 1.95.0 (x)"; fi');
  made.program('wasm-bindgen', 'echo wasm-bindgen 0.2.1');
  for (const name of ['cargo', 'cc']) made.program(name, 'exit 0');
  // Empties the folder as Vite does, and notes how the page is built.
  const noted = `require('node:fs').rmSync('web/dist/batch', { recursive: true, force: true });
    writeFileSync('web/dist/index.html', process.argv.slice(2).join(' '));`;
  made.write('packages/vite/bin/vite.js', vite(noted));
  made.write('packages/vite/bin/package.json', '{ "type": "commonjs" }');
  made.write('packages/vite/package.json', '{}');
  rmSync(join(made.root, 'node_modules'), { recursive: true });
  symlinkSync(join(made.root, 'packages'), join(made.root, 'node_modules'));
  return made;
}

posixTest('the first start builds the package for many runs when the page is there', async () => {
  const made = firstStart();
  const start = `
    const { existsSync, readFileSync } = await import('node:fs');
    const { buildLive } = await import('./scripts/build/prepare.js');
    const isThere = () => existsSync('web/dist/batch/aqm_batch_bg.wasm');
    const buildRest = await buildLive();
    console.log('Page:', readFileSync('web/dist/index.html', 'utf8'), isThere());
    await buildRest();
    console.log('Rest:', isThere());`;
  const first = await made.run(start);
  expect(first).toContain('Page: build --mode first false');
  expect(first).toContain('Rest: true');
  const second = await made.run(start);
  expect(second).toContain('Page: build false');
  expect(second).toContain('Rest: false');
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
  expect(inputs.join()).not.toMatch(
    /aqm-(reproduce|cli|trace|sweep|challenge|generate)|scenarios\//,
  );
  const batch = wasmInputs('aqm-batch');
  expect(batch).toContain('scenarios/papers');
  expect(batch).toContain('crates/aqm-papers/build.rs');
});
