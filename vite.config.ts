import { createHash } from 'node:crypto';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { documentation } from './web/docs/plugin.ts';

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
 * Starts the first worker before the page's scripts arrive: a browser cannot start one while the page is being built.
 * `web/src/main.ts` takes it over. If its script fails to load, the page starts another worker and reports what it reports.
 */
function startEarly(): Plugin {
  return {
    name: 'start-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const script = Object.keys(bundle).find((name) => /\bworker-[^/]*\.js$/.test(name));
        if (script === undefined) throw new Error('The build has no file of the worker.');
        const code = `worker = new Worker('./${script}', { type: 'module' }); worker.onerror = () => { worker = undefined; };`;
        // Before the style sheets: an inline script waits for them.
        return html.replace('<title>', `<script>var ${code}</script>\n    $&`);
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
