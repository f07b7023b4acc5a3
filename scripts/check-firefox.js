// Runs every scenario with a golden digest in the built page in Firefox, and compares the digests.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { preview } from 'vite';
import { Firefox, findFirefox } from './lib/firefox.js';
import { root } from './lib/paths.js';

/** @param {string} path below scenarios */
const read = (path) => readFileSync(join(root, 'scenarios', path), 'utf8');

/**
 * Runs in the page: opens the scenario through the dialog, runs it to its end, and returns a digest for each lane.
 *
 * @param {string} text
 */
async function digestsOf(text) {
  const MOST_MS = 120_000;
  const begin = performance.now();
  /** @template T @param {() => T | null | undefined | false} found @param {string} what @returns {Promise<T>} */
  const until = async (found, what) => {
    for (;;) {
      const value = found();
      if (value) return value;
      if (performance.now() - begin > MOST_MS) throw new Error(`The page never had ${what}`);
      await new Promise((settle) => setTimeout(settle, 20));
    }
  };
  /** @param {string} selector */
  const element = (selector) =>
    until(() => /** @type {HTMLElement | null} */ (document.querySelector(selector)), selector);
  const bench = await element('.bench');
  const speed = /** @type {HTMLSelectElement} */ (
    await element('select:has(option[value="Infinity"])')
  );
  (await element('[title$="Open another scenario"]')).click();
  const paste = /** @type {HTMLTextAreaElement} */ (await element('dialog textarea'));
  paste.value = text;
  paste.dispatchEvent(new Event('input', { bubbles: true }));
  const open = await until(
    () =>
      [...document.querySelectorAll('button')].find(
        (button) => button.textContent?.trim() === 'Open the pasted scenario' && !button.disabled,
      ),
    'an enabled button to open the scenario',
  );
  open.click();
  await until(() => document.querySelector('dialog[open]') === null, 'a closed dialog');
  speed.value = 'Infinity';
  speed.dispatchEvent(new Event('change', { bubbles: true }));
  await until(() => {
    const { state, settled, reported } = bench.dataset;
    return state === 'finished' && settled === 'true' && reported === 'true';
  }, 'a finished run');
  return [...document.querySelectorAll('[data-lane]')].map(
    (lane) => /** @type {HTMLElement} */ (lane).dataset['digest'] ?? '',
  );
}

const found = findFirefox();
if (found === null) {
  console.log('no Firefox found, so nothing compared: name one in AQM_FIREFOX');
} else {
  /** @type {Record<string, string[]>} */
  const golden = JSON.parse(read('golden/digests.json')).digests;
  const server = await preview({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    preview: { host: '127.0.0.1', port: 0 },
  });
  const firefox = await Firefox.start(found.path);
  try {
    await firefox.open(server.resolvedUrls?.local[0] ?? '');
    for (const [name, expected] of Object.entries(golden)) {
      const digests = await firefox.call(digestsOf, read(`${name}.json`));
      if (JSON.stringify(digests) !== JSON.stringify(expected))
        throw new Error(
          `${name}: Firefox gives ${digests.join(', ')} instead of ${expected.join(', ')}`,
        );
    }
    console.log(`${Object.keys(golden).length} scenarios equal in Firefox ${found.version}`);
  } finally {
    await firefox.close();
    await server.close();
  }
}
