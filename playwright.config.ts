import { defineConfig, devices } from '@playwright/test';
import { browserArgs, findBrowser } from './scripts/lib/browser.js';

// `npm test` names a free port; a test run by hand takes the usual one.
const port = Number(process.env['AQM_E2E_PORT'] ?? 4317);
// Served under a sub-path: the page must not care where it lives.
const address = `http://127.0.0.1:${port}/some/where/`;

const executablePath = await findBrowser();

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  reporter: [['list']],
  // Much of a test is waiting. Two at a time take two thirds of the time, and pass on a busy machine, too.
  workers: 2,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: address,
    launchOptions: { args: browserArgs, ...(executablePath === null ? {} : { executablePath }) },
    screenshot: 'only-on-failure',
    // A trace takes a sixth of the time: --trace on records one of a test that fails.
    trace: 'off',
  },
  // A test says by its tags where else than on the desktop it runs: @phone only there, @looks everywhere.
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone\b/,
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 1024, height: 768 },
        colorScheme: 'light',
      },
    },
    {
      name: 'dark',
      grep: /@looks\b/,
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 1024, height: 768 },
        colorScheme: 'dark',
      },
    },
    {
      name: 'phone',
      grep: /@(phone|looks)\b/,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
  ],
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --host 127.0.0.1 --port ${port} --strictPort --base /some/where/`,
    url: address,
    reuseExistingServer: false,
  },
});
