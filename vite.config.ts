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
      "img-src 'self' data: blob:",
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

/** The simulator is fetched beside the script that asks for it, not after it. */
function preloadSimulator(): Plugin {
  return {
    name: 'preload-simulator',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith('.wasm'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `./${file}`, as: 'fetch', crossorigin: true },
            injectTo: 'head',
          })),
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
    preloadSimulator(),
    contentSecurityPolicy(),
    documentation(),
  ],
  worker: { format: 'es' },
  build: {
    outDir: `${here}/web/dist`,
    emptyOutDir: true,
    target: ['chrome111', 'firefox114', 'safari16.4'],
    sourcemap: true,
  },
  server: { port: 5173 },
  preview: { port: 4173 },
  ssr: testing ? { resolve: { conditions: ['module', 'browser', 'development'] } } : {},
  test: {
    environment: 'node',
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts'] } },
      // Tests of the built wasm package, in Node: `npm test` runs them after building it.
      { extends: true, test: { name: 'wasm', include: ['tests/wasm/**/*.test.ts'] } },
    ],
  },
});
