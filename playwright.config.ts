import { defineConfig, devices } from '@playwright/test';
import { browserArgs, findBrowser } from './scripts/browsers/chromium.js';

// `npm test` sets a free port; otherwise the tests use the default port.
const port = Number(process.env['AQM_E2E_PORT'] ?? 4317);
// The page is served under a sub-path, because it must work under any path.
const address = `http://127.0.0.1:${port}/some/where/`;

const executablePath = await findBrowser();

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  reporter: [['list']],
  // Tests spend much of their time waiting. Two workers need two thirds of the time, and pass on a busy machine too.
  workers: 2,
  // A test that passes only at the second attempt is named in the summary of `npm test`, as something to mend.
  retries: 1,
  forbidOnly: process.env['CI'] !== undefined,
  // Limits that only end a test that hangs. No test has its own: a machine with 20 tasks for each core is 20 times as slow.
  timeout: 900_000,
  expect: { timeout: 100_000 },
  use: {
    baseURL: address,
    actionTimeout: 100_000,
    launchOptions: { args: browserArgs, ...(executablePath === null ? {} : { executablePath }) },
    // Tests intercept requests, and a service worker would answer them. The test of the page without a network allows it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Traces take a sixth of the time. To record one, use --trace on.
    trace: 'off',
  },
  // Tests without a tag run on the desktop. `looksRight` in e2e/support/axe.ts checks the other theme and width in the same page.
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
      name: 'phone',
      grep: /@phone\b/,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
  ],
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --host 127.0.0.1 --port ${port} --strictPort --base /some/where/`,
    url: address,
    reuseExistingServer: false,
  },
});
