import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { documentation } from './web/docs/plugin.ts';
import { offline } from './web/offline/plugin.ts';
import { contentSecurityPolicy } from './web/policy/plugin.ts';
import { packagesFrom, single } from './web/single/plugin.ts';

const here = import.meta.dirname;
const testing = process.env['VITEST'] !== undefined;

/**
 * Adds the first statement of the built page. It starts the first worker; `web/src/main.ts` takes it over. Chromium starts a
 * worker only while the main thread is free, so a later start would wait until the page is built. If the worker's script
 * fails to load, the page starts another worker.
 */
function startEarly(): Plugin {
  return {
    name: 'start-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const script = Object.keys(bundle).find((name) => /(^|\/)worker-[^/]*\.js$/.test(name));
        if (script === undefined) throw new Error('The build has no file of the worker.');
        const worker = `worker = new Worker('./${script}', { type: 'module' }); worker.onerror = () => { worker = undefined; };`;
        // Before the style sheets, because an inline script waits for those above it.
        return html.replace('<title>', () => `<script>var ${worker}</script>\n    <title>`);
      },
    },
  };
}

export default defineConfig(({ mode }) => ({
  root: `${here}/web`,
  // Relative addresses, so that the built folder works under any path of any host.
  base: './',
  publicDir: mode === 'single' ? false : 'public',
  cacheDir: `${here}/node_modules/.vite`,
  plugins: [
    svelte({
      configFile: `${here}/svelte.config.js`,
      // Unit tests run in Node, but with Svelte's client runtime, which the page uses.
      dynamicCompileOptions: () => (testing ? { generate: 'client' } : undefined),
    }),
    ...(mode === 'single'
      ? single()
      : [startEarly(), contentSecurityPolicy(), documentation(), mode !== 'first' && offline()]),
  ],
  resolve: {
    // The first `npm start` builds the package for many runs while the page plays.
    alias:
      mode === 'first'
        ? [{ find: /^.*\/batch-package$/, replacement: `${here}/web/src/wasm/batch-later.ts` }]
        : [],
  },
  worker: {
    // Browsers start no module worker from code in a page from disk.
    format: mode === 'single' ? 'iife' : 'es',
    plugins: () => (mode === 'single' ? [packagesFrom('in-worker')] : []),
  },
  build: {
    outDir: mode === 'single' ? `${here}/web/dist-single` : `${here}/web/dist`,
    emptyOutDir: true,
    // With minor versions: without them the style sheets lack prefixes that Chrome 114 needs.
    target: ['chrome114.0', 'firefox125.0', 'safari17.0'],
    sourcemap: mode !== 'single',
    cssCodeSplit: mode !== 'single',
    // Browsers that cannot preload modules lose little: the first load has one script.
    modulePreload: { polyfill: false },
    // What the first view needs is one file: many small ones are larger when they are compressed.
    rolldownOptions: {
      output: {
        codeSplitting: mode !== 'single' && { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
  },
  server: { port: 5173 },
  preview: { port: 4173 },
  ssr: testing ? { resolve: { conditions: ['module', 'browser', 'development'] } } : {},
  test: {
    environment: 'node',
    // The checks run side by side, and the machine may be busy: a test that takes 4 s alone took over a minute. The limit only ends
    // a test that hangs.
    testTimeout: 300_000,
    // One process loads the modules of the page once, for all files: alone, each file would load them again, which takes longer than
    // its tests. A test that replaces something of the page or of Node puts it back.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    // Pictures for files read the colours from it.
    css: { include: [/tokens\.css/] },
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'scripts',
          include: ['../scripts/**/*.test.js'],
        },
      },
      // Tests of the built wasm package in Node. `npm test` runs them after it has built the package.
      { extends: true, test: { name: 'wasm', include: ['tests/wasm/**/*.test.ts'] } },
    ],
  },
}));
