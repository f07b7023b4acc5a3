import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  {
    ignores: [
      'target/',
      '.tools/',
      'web/dist/',
      'web/dist-single/',
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
  {
    files: ['web/src/core/{sim,document,batch}/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^svelte(/|$)', message: 'These rooms are plain TypeScript: no Svelte.' },
          ],
        },
      ],
    },
  },
  {
    // Scripts run before anything is installed, and print to a terminal.
    files: ['scripts/**', '*.config.js', '*.config.ts', 'e2e/**'],
    languageOptions: { globals: { ...globals.node } },
    rules: { 'no-console': 'off' },
  },
  {
    files: ['web/element/*.js', 'crates/aqm-python/**/*.js'],
    languageOptions: { globals: { ...globals.browser } },
  },
  {
    files: ['web/offline/*.js'],
    languageOptions: { globals: { ...globals.serviceworker } },
  },
  {
    files: [
      ...['scripts/**/*.js', '*.config.js', 'web/offline/*.js', 'web/element/*.js'],
      'crates/aqm-python/**/*.js',
    ],
    extends: [ts.configs.disableTypeChecked],
  },
);
