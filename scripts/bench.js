// npm run bench [-- PART...] [--rounds N]: measures the engine and the page, and prints tables. It checks nothing.
// Absolute times depend on the machine and its load; quote ratios, medians and bytes.

import './lib/check-node.js';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { coldStart, drawing, edits, firstLoad, reaction } from './bench/page.js';
import { keysInView, slowMotion } from './bench/queue.js';
import { AGAIN, engines, resimulation } from './bench/engine.js';
import { buildCommand } from './build/aqm.js';
import { browserArgs, ensureBrowser } from './browsers/chromium.js';
import { dist } from './lib/paths.js';
import { buildAll } from './build/prepare.js';
import { command, step, Stop } from './lib/steps.js';

const PARTS = ['engine', 'again', 'frames', 'reaction', 'queue', 'start', 'size'];

await command(async () => {
  const usage = `Usage: npm run bench -- [--rounds N] [${PARTS.join('|')}]...`;
  let options;
  try {
    options = parseArgs({
      options: { rounds: { type: 'string', default: '5' } },
      allowPositionals: true,
    });
  } catch {
    throw new Stop(usage);
  }
  const { values, positionals } = options;
  const rounds = Number(values.rounds);
  if (!(rounds >= 1) || positionals.some((part) => !PARTS.includes(part))) throw new Stop(usage);
  const wanted = positionals.length > 0 ? positionals : PARTS;

  await buildAll();
  let aqm = '';
  if (wanted.includes('engine')) {
    await step('aqm', async () => void (aqm = await buildCommand()));
  }
  const executablePath = await ensureBrowser();
  const { preview } = await import('vite');
  const { chromium } = await import('@playwright/test');
  const server = await preview({ logLevel: 'warn', preview: { host: '127.0.0.1', port: 0 } });
  const browser = await chromium.launch({ args: browserArgs, executablePath });
  try {
    const address = server.resolvedUrls?.local[0];
    if (address === undefined) throw new Error('the server has no address');
    // An idle page of the same origin. bypassCSP is needed: its policy allows no WebAssembly.
    const page = await browser.newPage({ bypassCSP: true });
    await page.goto(`${address}docs/metrics.html`);
    const script = readdirSync(join(dist, 'assets')).find((name) => /^worker-.*\.js$/.test(name));
    if (script === undefined) throw new Error('The built page has no script of the worker.');
    const worker = `${address}assets/${script}`;

    /** @type {Record<string, [title: string, measure: () => Promise<string>]>} */
    const parts = {
      engine: [
        `Million forwarded packets per second, medians of ${rounds} rounds`,
        () => engines({ aqm, page, worker, rounds }),
      ],
      again: [
        `Simulated again, medians of ${rounds}`,
        async () =>
          `${await resimulation({ page, worker, rounds })}\n\n${await edits(browser, address, AGAIN, rounds)}`,
      ],
      frames: [
        `Drawing, medians of ${rounds} looks of 5 s`,
        () => drawing(browser, address, rounds),
      ],
      reaction: ['From a change to what it did', () => reaction(browser, address)],
      queue: [
        `Queue view and inspector, medians of ${rounds} looks of 5 s`,
        async () =>
          `${await slowMotion(browser, address, rounds)}\n\n${await keysInView(browser, address)}`,
      ],
      start: ['Cold start, fresh contexts', () => coldStart(browser, address, 9)],
      size: ['First load', () => firstLoad(browser, address)],
    };
    for (const part of wanted) {
      const [title, measure] = parts[part] ?? ['', () => Promise.resolve('')];
      console.log(`\n${title}:\n\n${await measure()}`);
    }
  } finally {
    await browser.close();
    await server.close();
  }
});
