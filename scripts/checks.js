import { buildCommand } from './build/aqm.js';
import { installPackage } from './lib/apt.js';
import { ensureBrowser } from './browsers/chromium.js';
import { findFirefox } from './browsers/firefox.js';
import { testNs3 } from './oracles/ns3.js';
import { buildPage, buildSingle } from './build/page.js';
import { testNotebook, testPython } from './build/python.js';
import { freePort } from './lib/port.js';
import { testRecipes } from './lib/recipes.js';
import { capture, nodeTool } from './lib/run.js';
import { Stop } from './lib/steps.js';
import { testTc } from './oracles/tc.js';
import { testTestbed } from './oracles/testbed.js';
import { buildTools } from './build/tools.js';
import { buildWasm, compileWasm } from './build/wasm.js';
import { hasWebkit, WEBKIT_PACKAGES } from './browsers/webkit.js';

/**
 * @typedef {object} Check
 * @property {string} name as in `npm test -- NAME`
 * @property {string} what it does, in a few words
 * @property {boolean} [rust] needs the Rust toolchain
 * @property {boolean} [npm] needs the npm packages
 * @property {'debug' | 'release'} [builds] the folder of target/ that it builds in: cargo runs one build in each
 * @property {boolean} [urgent] starts as soon as possible, and gets the processor before the checks that it does not need
 * @property {boolean} [alone] runs by itself, because it measures time
 * @property {string[]} [after] the checks whose results it needs
 * @property {(more: string[]) => Promise<string | void>} run `more`: arguments for the tool that the check runs
 */

/**
 * Runs the tool of a check; its output is shown if it fails.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {import('./lib/run.js').Options} [options]
 */
async function verify(program, args, options) {
  const { code, output } = await capture(program, args, options);
  if (code !== 0) throw new Stop(`${program} ended with exit code ${code}.`, output);
  return output;
}

/** @param {string} text @param {RegExp} pattern with one group: a number */
const sum = (text, pattern) =>
  [...text.matchAll(pattern)].reduce((all, match) => all + Number(match[1]), 0);

/** @param {string} project @param {string[]} more */
async function vitest(project, more) {
  const output = await verify(
    ...nodeTool('vitest/vitest.mjs', [
      'run',
      '--config',
      'vite.config.ts',
      '--project',
      project,
      ...more,
    ]),
  );
  return `${sum(output, /^\s*Tests\s.*?(\d+) passed/gm)} tests`;
}

/** Path of the command that the `command` check builds. */
let aqm = '';

/** Path of the browser that the `browser` check finds. */
let chromium = '';

/** Arguments of cargo for a bench of the simulator. */
const bench = ['bench', '--locked', '--package', 'aqm-sim', '--bench'];

/**
 * All checks. Each is after the checks that it needs, and those that e2e needs come first: it takes the longest, and the
 * others run beside it, at a lower priority.
 *
 * @type {Check[]}
 */
export const checks = [
  {
    name: 'simulator',
    what: 'build of the wasm tools and packages',
    rust: true,
    npm: true,
    builds: 'release',
    run: async () => {
      // The compiler of a crate with link-time optimisation uses one core.
      await Promise.all([buildTools(), compileWasm()]);
      return buildWasm('release');
    },
  },
  {
    name: 'fmt',
    what: 'rustfmt',
    rust: true,
    run: async () =>
      void (await verify('cargo', ['fmt', '--all', '--check', '--', '--color', 'never'])),
  },
  {
    name: 'prettier',
    what: 'Prettier',
    npm: true,
    run: async () =>
      void (await verify(
        ...nodeTool('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']),
      )),
  },
  {
    name: 'scripts',
    what: 'tests of these scripts',
    npm: true,
    run: (more) => vitest('scripts', more),
  },
  {
    name: 'command',
    what: 'build of the aqm command',
    rust: true,
    builds: 'release',
    run: async () => void (aqm = await buildCommand()),
  },
  {
    name: 'browser',
    what: 'Chromium for the end-to-end tests',
    urgent: true,
    npm: true,
    run: async () => (chromium = await ensureBrowser()),
  },
  {
    name: 'page',
    what: 'production build of the page',
    npm: true,
    after: ['simulator'],
    run: buildPage,
  },
  {
    name: 'single',
    what: 'build of the page as one file',
    npm: true,
    // One build of the page at a time: two would take as long, and delay the first test.
    after: ['simulator', 'page'],
    run: buildSingle,
  },
  {
    name: 'e2e',
    what: 'the production build in Chromium',
    urgent: true,
    npm: true,
    after: ['page', 'single', 'command', 'browser'],
    run: async (more) => {
      const output = await verify(...nodeTool('@playwright/test/cli.js', ['test', ...more]), {
        env: {
          AQM_CHROMIUM: chromium,
          AQM_COMMAND: aqm,
          AQM_E2E_PORT: String(await freePort()),
        },
      });
      const flaky = sum(output, /^\s*(\d+) flaky/gm);
      const names = /^\s*\d+ flaky\n((?:\s+\[.*\n)*)/m.exec(output)?.[1] ?? '';
      const again = flaky > 0 ? `, ${flaky} more at the second attempt only:\n${names}` : '';
      return `${sum(output, /^\s*(\d+) passed/gm)} tests${again}`;
    },
  },
  {
    name: 'clippy',
    what: 'Clippy, no warnings',
    rust: true,
    builds: 'debug',
    run: async () => {
      const deny = ['--', '-D', 'warnings'];
      const all = ['--workspace', '--all-targets', '--all-features'];
      await verify('cargo', ['clippy', '--locked', ...all, ...deny]);
      // Code for 32-bit pointers is compiled only for this target.
      const packages = ['--package', 'aqm-wasm', '--package', 'aqm-batch'];
      const page = [...packages, '--target', 'wasm32-unknown-unknown'];
      await verify('cargo', ['clippy', '--locked', ...page, '--all-features', ...deny]);
    },
  },
  {
    name: 'rust',
    what: 'tests of the crates',
    rust: true,
    builds: 'debug',
    run: async (more) => {
      const output = await verify('cargo', [
        'test',
        '--locked',
        '--no-fail-fast',
        '--workspace',
        '--all-features',
        ...more,
      ]);
      return `${sum(output, /^test result: ok\. (\d+) passed/gm)} tests`;
    },
  },
  {
    name: 'recipes',
    what: 'the recipes of docs/recipes, applied to a copy of the tree',
    rust: true,
    npm: true,
    run: testRecipes,
  },
  {
    name: 'release',
    what: 'generated files and digests of all scenarios, by the release build',
    after: ['command'],
    run: async () => void (await verify(aqm, ['generate', '--check'])),
  },
  {
    name: 'wasm',
    what: 'tests of the wasm package, in Node',
    npm: true,
    after: ['simulator'],
    run: (more) => vitest('wasm', more),
  },
  {
    name: 'unit',
    what: 'unit tests of the page',
    npm: true,
    run: (more) => vitest('unit', more),
  },
  {
    name: 'types',
    what: 'svelte-check and tsc',
    npm: true,
    after: ['simulator'],
    run: async () => {
      await verify(
        ...nodeTool('svelte-check/bin/svelte-check', [
          ...['--tsconfig', 'tsconfig.web.json', '--fail-on-warnings', '--output', 'human'],
        ]),
      );
      await verify(...nodeTool('typescript/bin/tsc', ['-p', 'tsconfig.node.json']));
    },
  },
  {
    name: 'lint',
    what: 'ESLint, no warnings',
    npm: true,
    after: ['simulator'],
    run: async () =>
      void (await verify(...nodeTool('eslint/bin/eslint.js', ['--max-warnings', '0', '.']))),
  },
  {
    name: 'testbed',
    what: 'a short run with the TCP of this kernel',
    after: ['command'],
    run: () => testTestbed(aqm),
  },
  {
    name: 'ns3',
    what: 'the exported program for ns-3 against the simulator, where libns3-dev is installed',
    after: ['command'],
    run: () => testNs3(aqm),
  },
  {
    name: 'tc',
    what: 'the exported script for tc in network namespaces, where the machine allows it',
    after: ['command'],
    run: () => testTc(aqm),
  },
  {
    name: 'python',
    what: 'the Python package, with a cluster of two processes',
    rust: true,
    builds: 'release',
    after: ['command'],
    run: (more) => testPython(aqm, more),
  },
  {
    name: 'notebook',
    what: 'the page in a real JupyterLab, from a wheel',
    rust: true,
    npm: true,
    builds: 'release',
    after: ['single', 'python', 'browser'],
    run: () => testNotebook(chromium),
  },
  {
    name: 'instructions',
    what: 'instructions per packet, and build of the benches',
    rust: true,
    builds: 'release',
    run: async () => {
      const { code } = await capture('valgrind', ['--version']);
      if (code !== 0) await installPackage('valgrind');
      const counted = await verify('cargo', [...bench, 'instructions']);
      await verify('cargo', [...bench, 'engine', '--no-run']);
      if (/not installed/.test(counted))
        return 'valgrind is missing, so no instructions were counted';
    },
  },
  {
    name: 'firefox',
    what: 'journeys in Firefox, where one is found or can be installed',
    npm: true,
    after: ['page', 'single'],
    run: async () => {
      if (findFirefox() === null) await installPackage('firefox-esr');
      return (await verify(process.execPath, ['scripts/browsers/check.js', 'firefox'])).trim();
    },
  },
  {
    name: 'webkit',
    what: 'journeys in WebKit, where its driver is found or can be installed',
    npm: true,
    after: ['page', 'single'],
    run: async () => {
      if (!hasWebkit()) for (const name of WEBKIT_PACKAGES) await installPackage(name);
      return (await verify(process.execPath, ['scripts/browsers/check.js', 'webkit'])).trim();
    },
  },
  {
    name: 'speed',
    what: 'the engine against the reference engine',
    alone: true,
    rust: true,
    after: ['instructions'],
    run: async () => void (await verify('cargo', [...bench, 'engine', '--', '1'])),
  },
];
