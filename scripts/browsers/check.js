// node scripts/browsers/check.js firefox|webkit: journeys through the built page in that browser.

import { join } from 'node:path';
import { preview } from 'vite';
import { Firefox, findFirefox } from './firefox.js';
import { runJourneys } from './journeys.js';
import { root } from '../lib/paths.js';
import { hasWebkit, Webkit, WEBKIT_PACKAGES } from './webkit.js';

/** @type {Record<string, { start: () => Promise<import('./journeys.js').Browser | string>, each: number }>} */
const browsers = {
  // Four scenarios, because the check should take under 40 s.
  Firefox: {
    start: async () => {
      const found = findFirefox();
      return found === null
        ? 'no Firefox found or installed; name one in AQM_FIREFOX'
        : Firefox.start(found);
    },
    each: 13,
  },
  // Two scenarios: with them WebKit took more than twice the processor time of Firefox.
  WebKit: {
    start: async () =>
      hasWebkit()
        ? Webkit.start()
        : `needs ${WEBKIT_PACKAGES[0]} (apt install ${WEBKIT_PACKAGES.join(' ')})`,
    each: 39,
  },
};

const name = Object.keys(browsers).find((one) => one.toLowerCase() === process.argv[2]);
const chosen = browsers[name ?? ''];
if (chosen === undefined) throw new Error('Name a browser: firefox or webkit.');
const browser = await chosen.start();
if (typeof browser === 'string') {
  console.log(`skipped: ${browser}`);
} else {
  const server = await preview({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    preview: { host: '127.0.0.1', port: 0 },
  });
  try {
    const ran = await runJourneys(browser, server.resolvedUrls?.local[0] ?? '', chosen.each);
    console.log(`${ran} in ${name} ${browser.version}`);
  } finally {
    await browser.close();
    await server.close();
  }
}
