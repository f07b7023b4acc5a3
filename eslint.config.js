import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/**
 * The folders of the page, and the folders that each must not import (see ARCHITECTURE.md):
 * ui -> nothing local; charts -> charts; sim, batch -> wasm; state, content -> sim;
 * seeds -> everything but wasm, panels and views; views -> charts, content, sim; panels -> views, state, charts, ui, content, styles, sim;
 * the sections papers, sweep, stability -> everything but panels and each other.
 */
const sections = ['papers', 'sweep', 'stability'];
const forbidden = {
  ui: ['wasm', 'sim', 'state', 'charts', 'panels', 'content', 'views'],
  charts: ['wasm', 'sim', 'state', 'panels', 'ui', 'content', 'views'],
  sim: ['state', 'charts', 'panels', 'ui', 'content', 'views'],
  batch: ['state', 'charts', 'panels', 'ui', 'content', 'views'],
  state: ['wasm', 'charts', 'panels', 'ui', 'views'],
  content: ['wasm', 'charts', 'panels', 'ui', 'views'],
  views: ['wasm', 'panels', 'ui'],
  seeds: ['wasm', 'panels', 'views', ...sections],
  panels: ['wasm', ...sections],
  ...Object.fromEntries(
    sections.map((one) => [one, ['panels', ...sections.filter((other) => other !== one)]]),
  ),
};

/** @type {import('eslint').Linter.Config[]} */
const rooms = Object.entries(forbidden).map(([room, others]) => ({
  files: [`web/src/${room}/**`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^(\\.\\./)+(${others.join('|')})/`,
            message: `${room}/ must not import from ${others.join(', ')} (see ARCHITECTURE.md).`,
          },
          ...(room === 'sim' || room === 'batch'
            ? [{ regex: '^svelte(/|$)', message: `${room}/ is plain TypeScript: no Svelte.` }]
            : []),
        ],
      },
    ],
  },
}));

export default defineConfig(
  {
    ignores: [
      'target/',
      '.tools/',
      'web/dist/',
      'web/src/wasm/pkg/',
      'web/src/wasm/batch-pkg/',
      '**/*.generated.*',
      'test-results/',
      'playwright-report/',
    ],
  },
  js.configs.recommended,
  ...ts.configs.recommendedTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      'no-console': 'error',
      'max-lines': ['error', { max: 700 }],
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // TypeScript checks this, including the DOM's types.
      'no-undef': 'off',
    },
  },
  {
    files: ['web/src/**'],
    languageOptions: { globals: { ...globals.browser } },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  ...rooms,
  {
    // Scripts run before anything is installed, and print to a terminal.
    files: ['scripts/**', '*.config.js', '*.config.ts', 'e2e/**'],
    languageOptions: { globals: { ...globals.node } },
    rules: { 'no-console': 'off' },
  },
  {
    files: ['web/offline/*.js'],
    languageOptions: { globals: { ...globals.serviceworker } },
  },
  {
    files: ['scripts/**/*.js', '*.config.js', 'web/offline/*.js'],
    extends: [ts.configs.disableTypeChecked],
  },
);
