import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const here = import.meta.dirname;
const testing = process.env['VITEST'] !== undefined;

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
