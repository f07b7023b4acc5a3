// Finds Chromium for the end-to-end tests: the machine's, Playwright's own, or one installed for the tests.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackage, isRoot } from '../lib/apt.js';
import { capture, nodeTool } from '../lib/run.js';
import { Stop } from '../lib/steps.js';

/** Chromium without windows, as a Debian package and as a command: the tests take two thirds of the processor time with it. */
const SHELL = 'chromium-headless-shell';

/** Chromium's sandbox does not start as root. */
export const browserArgs = [
  ...(isRoot ? ['--no-sandbox'] : []),
  // No requests except the page's.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
];

/** @returns {Generator<string>} paths where a Chromium may be, the first choice first */
function* candidates() {
  const chosen = process.env['AQM_CHROMIUM'];
  if (chosen !== undefined) {
    yield chosen;
    return;
  }
  const names = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of names) yield join(folder, name);
  }
  const programs = ['Google Chrome', 'Chromium'];
  for (const name of programs) yield `/Applications/${name}.app/Contents/MacOS/${name}`;
  for (const folder of [process.env['PROGRAMFILES'], process.env['LOCALAPPDATA']]) {
    if (folder !== undefined) yield join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe');
  }
}

/** Starts the program: some packages install a command that only prints how to get the browser. @param {string} path */
function starts(path) {
  if (!existsSync(path)) return false;
  if (process.platform === 'win32') return true; // There, --version opens a window.
  try {
    return /chrom/i.test(
      execFileSync(path, ['--version'], { stdio: 'pipe', timeout: 30_000 }).toString(),
    );
  } catch {
    return false;
  }
}

/** @returns {Promise<string | null>} path of a Chromium that starts */
export async function findBrowser() {
  for (const path of candidates()) if (starts(path)) return path;
  if (process.env['AQM_CHROMIUM'] !== undefined) return null;
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return starts(path) ? path : null;
}

/** @param {string | null} path */
const isShell = (path) => path !== null && /headless.shell/.test(path);

/** Finds a Chromium, preferably the shell, or installs one. @returns {Promise<string>} */
export async function ensureBrowser() {
  if (process.env['AQM_CHROMIUM'] !== undefined && (await findBrowser()) === null) {
    throw new Stop(`AQM_CHROMIUM is not a Chromium that starts: ${process.env['AQM_CHROMIUM']}`);
  }
  if (process.env['AQM_CHROMIUM'] === undefined && !isShell(await findBrowser()))
    await installPackage(SHELL);
  const output = [];
  for (const install of [null, fromPlaywright, fromApt]) {
    if (install !== null) output.push(await install());
    const path = await findBrowser();
    if (path !== null) return path;
  }
  throw new Stop(
    'The end-to-end tests need Chromium. Install Chromium or Chrome, or run `npx playwright install --with-deps chromium`, or set AQM_CHROMIUM to the path of a Chromium.',
    output.join('\n'),
  );
}

async function fromPlaywright() {
  // --with-deps would ask for a password. As root, apt's Chromium brings the libraries.
  const { output } = await capture(
    ...nodeTool('@playwright/test/cli.js', ['install', 'chromium']),
    {
      env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
    },
  );
  return output;
}

const fromApt = () => installPackage('chromium');
