import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { documentation } from './web/docs/plugin.ts';
import { opener } from './web/src/content/opener.ts';
import { opening } from './web/src/sim/opening.ts';

const here = import.meta.dirname;
const testing = process.env['VITEST'] !== undefined;

/**
 * The built page promises the browser what it promises the reader: nothing is loaded from, or sent
 * to, any other host. An inline script in index.html is allowed by its hash.
 */
function contentSecurityPolicy(): Plugin {
  const policy = (html: string) => {
    const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)];
    const hashes = inline.map(
      ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
    );
    return [
      "default-src 'self'",
      ["script-src 'self' 'wasm-unsafe-eval'", ...hashes].join(' '),
      "style-src 'self' 'unsafe-inline'",
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; ');
  };
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: policy(html) },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}

/**
 * The first statement of the built page: the worker starts, gets the simulator as soon as it is compiled, and begins the
 * run that the page opens with, while the page's own scripts are on their way and keep the main thread busy.
 * `web/src/sim/early.ts` takes all of it over.
 */
function startEarly(): Plugin {
  const asked = JSON.stringify(opening(opener)).replaceAll('<', '\\u003c');
  const statement = (worker: string, whole: string, forOpening: string, reader: string): string =>
    [
      `const worker = new Worker('./${worker}', { type: 'module' });`,
      // A link opens something else.
      'const link = location.hash;',
      `const simulator = WebAssembly.compileStreaming(fetch(link ? './${whole}' : './${forOpening}'));`,
      // What reads it is not in the page's script.
      `if (link) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: './${reader}' }));`,
      'simulator.then((compiled) => worker.postMessage(compiled), () => {});',
      `const asked = link ? [] : ${asked};`,
      'const answers = [];',
      'worker.onmessage = (event) => answers.push(event);',
      'for (const message of asked) worker.postMessage(message);',
      'self.early = { worker, simulator, asked, answers };',
      // A script that did not arrive is asked for again.
      'worker.onerror = () => delete self.early;',
    ].join(' ');
  return {
    name: 'start-early',
    apply: 'build',
    // What this run needs of the simulator: scripts/lib/opening.js.
    buildStart() {
      const source = readFileSync(`${here}/web/src/wasm/pkg/aqm_opening.wasm`);
      this.emitFile({ type: 'asset', name: 'aqm_opening.wasm', source });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const named = (pattern: RegExp): string => {
          const file = Object.keys(bundle).find((name) => pattern.test(name));
          if (file === undefined)
            throw new Error(`the page is built without a file like ${pattern}`);
          return file;
        };
        const code = statement(
          named(/\bworker-.*\.js$/),
          named(/\baqm_wasm_bg-.*\.wasm$/),
          named(/\baqm_opening-.*\.wasm$/),
          named(/\bread-link-.*\.js$/),
        );
        // Before the style sheets, for which it would wait.
        return html.replace('<title>', `<script>{ ${code} }</script>\n    $&`);
      },
    },
  };
}

/**
 * Nearly all functions of the first load run at once: compiled while they arrive, beside the main thread, they need not be
 * compiled one by one on it. Chromium heeds the comment; for others it is one.
 */
function compileOnArrival(): Plugin {
  return {
    name: 'compile-on-arrival',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const first = new Set(
          chunks
            .filter((chunk) => chunk.isEntry)
            .flatMap((chunk) => [chunk.fileName, ...chunk.imports]),
        );
        for (const chunk of chunks) {
          if (!first.has(chunk.fileName)) continue;
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
          // Its map has been written already.
          const map = bundle[`${chunk.fileName}.map`];
          if (map?.type === 'asset')
            map.source = String(map.source).replace('"mappings":"', '"mappings":";');
        }
      },
    },
  };
}

/**
 * Svelte guards what belongs to pages rendered on a server with a variable, so that others leave it out of their bundle.
 * Rollup sees that it never changes; Rolldown does not, so here it is a constant.
 */
function withoutHydration(): Plugin {
  return {
    name: 'without-hydration',
    apply: 'build',
    transform: {
      filter: { id: /\/svelte\/src\/internal\/client\/dom\/hydration\.js$/ },
      handler(code) {
        const constant = code
          .replace('export let hydrating = false;', 'export const hydrating = false;')
          .replace('\thydrating = value;', '');
        if (!constant.includes('const hydrating') || constant.includes('hydrating = value'))
          throw new Error('Svelte says in another way whether it hydrates');
        return { code: constant, map: null };
      },
    },
  };
}

export default defineConfig({
  root: `${here}/web`,
  // Relative addresses: the built folder works under any path of any host.
  base: './',
  cacheDir: `${here}/node_modules/.vite`,
  plugins: [
    svelte({
      configFile: `${here}/svelte.config.js`,
      // Unit tests meet Svelte's client runtime, the one the page runs on, though they run in Node.
      dynamicCompileOptions: () => (testing ? { generate: 'client' } : undefined),
    }),
    startEarly(),
    compileOnArrival(),
    withoutHydration(),
    contentSecurityPolicy(),
    documentation(),
  ],
  worker: { format: 'es' },
  build: {
    outDir: `${here}/web/dist`,
    emptyOutDir: true,
    // With its minor version, or the style sheets miss the prefixes that one needs.
    target: ['chrome114.0', 'firefox125.0', 'safari17.0'],
    sourcemap: true,
    // The page names one script: a browser that cannot preload modules has none to be helped with.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Compressed, a number is shorter than the name of a constant and its definition.
      optimization: { inlineConst: { mode: 'all' } },
      // What the first load needs in one script and one style sheet: they compress better than in two.
      output: { codeSplitting: { groups: [{ name: 'page', tags: ['$initial'] }] } },
    },
  },
  server: { port: 5173 },
  preview: { port: 4173 },
  ssr: testing ? { resolve: { conditions: ['module', 'browser', 'development'] } } : {},
  test: {
    environment: 'node',
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'scripts',
          include: ['../scripts/**/*.test.js'],
          // Each starts several processes, on a machine that may have other things to do.
          testTimeout: 60_000,
        },
      },
      // Tests of the built wasm package, in Node: `npm test` runs them after building it.
      { extends: true, test: { name: 'wasm', include: ['tests/wasm/**/*.test.ts'] } },
    ],
  },
});
