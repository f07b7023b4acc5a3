// Measures the built page: frames, changes, cold start, bytes.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { dist } from '../lib/paths.js';
import { median, quantile, table } from './table.js';

/**
 * @typedef {import('@playwright/test').Browser} Browser
 * @typedef {import('@playwright/test').Page} Page
 */

const VIEWPORT = { width: 1280, height: 800 };
const LOOK_MS = 5000;

/** Six lanes in three plots over 60 s: the most that the page has to draw in every frame. */
const SIX_LANES = {
  version: 1,
  durationS: 600,
  link: { rateMbps: 25, rttMs: 50, buffer: { bdp: 4 } },
  queues: ['droptail', 'codel', 'pie', 'red', 'ared', 'codel'].map((kind) => ({ kind })),
  traffic: [{ kind: 'bulk', flows: 5 }],
};

/** Keeps one core busy. @returns {() => void} a function that ends it */
export function keepBusy() {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  return () => void child.kill('SIGKILL');
}

/** @param {Page} page @param {string} factor */
export const speed = (page, factor) =>
  page.getByLabel('Speed: simulated seconds per second').first().selectOption(factor);

/** @param {Page} page @param {string} address @param {object} scenario */
export async function paste(page, address, scenario) {
  await page.goto(address);
  await page.getByTitle('Open another scenario').click();
  await page.getByRole('button', { name: 'Open a file' }).click();
  await page.getByLabel('Or paste a scenario').fill(JSON.stringify(scenario));
  await page.getByRole('button', { name: 'Open the pasted text' }).click();
  await page.waitForSelector('main.library', { state: 'hidden' });
}

/**
 * Opens the six lanes and plays until the window is full and scrolls.
 *
 * @param {Page} page
 * @param {string} address
 * @param {'10' | '60'} span
 */
async function scrolling(page, address, span) {
  await paste(page, address, SIX_LANES);
  await page.getByLabel('Visible time').selectOption(span);
  await speed(page, '100');
  await page.waitForFunction(
    () =>
      Number(/** @type {HTMLElement} */ (document.querySelector('.bench')).dataset['now']) >= 66,
    null,
    { timeout: 120_000 },
  );
  await speed(page, '1');
  await page.waitForTimeout(1500);
}

/**
 * Returns the time that the main thread spends per frame on script, layout, paint and messages.
 *
 * @param {Page} page
 * @param {'threadTicks' | 'timeTicks'} clock processor time, or wall time, which includes waiting for a processor
 */
export async function frames(page, clock) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: clock });
  const busyS = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? NaN;
  };
  const before = await busyS();
  const times = await page.evaluate(
    (ms) =>
      /** @type {Promise<number[]>} */ (
        new Promise((resolve) => {
          /** @type {number[]} */
          const seen = [];
          const end = performance.now() + ms;
          /** @param {number} now */
          const next = (now) => {
            seen.push(now);
            if (now < end) requestAnimationFrame(next);
            else resolve(seen);
          };
          requestAnimationFrame(next);
        })
      ),
    LOOK_MS,
  );
  const spent = (await busyS()) - before;
  await session.send('Performance.disable');
  await session.detach();
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
  return {
    perFrameMs: (1000 * spent) / gaps.length,
    frames: gaps.length,
    dropped: gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / (1000 / 60)) - 1), 0),
  };
}

/** @param {Browser} browser @param {string} address @param {number} rounds */
export async function drawing(browser, address, rounds) {
  const rows = [];
  for (const span of /** @type {const} */ (['60', '10'])) {
    const page = await browser.newPage({ viewport: VIEWPORT });
    await scrolling(page, address, span);
    for (const busy of [false, true]) {
      const end = busy ? keepBusy() : () => undefined;
      /** @type {Awaited<ReturnType<typeof frames>>[]} */
      const cpu = [];
      /** @type {typeof cpu} */
      const wall = [];
      try {
        for (let round = 0; round < rounds; round++) {
          cpu.push(await frames(page, 'threadTicks'));
          wall.push(await frames(page, 'timeTicks'));
        }
      } finally {
        end();
      }
      const all = [...cpu, ...wall];
      /** @param {(seen: (typeof all)[number]) => number} of */
      const sum = (of) => all.reduce((total, seen) => total + of(seen), 0);
      rows.push([
        `window of ${span} s, ${busy ? 'one core busy' : 'no other load'}`,
        `${median(cpu.map((seen) => seen.perFrameMs)).toFixed(2)} ms`,
        `${median(wall.map((seen) => seen.perFrameMs)).toFixed(2)} ms`,
        `${sum((seen) => seen.dropped)} of ${sum((seen) => seen.frames + seen.dropped)}`,
      ]);
    }
    await page.close();
  }
  return table(
    ['six lanes, three plots', 'main thread a frame, CPU', 'wall', 'frames dropped'],
    rows,
  );
}

/**
 * Records the messages between the page and its worker, and drawing on canvases. Runs in the page, before its scripts.
 */
export function listen() {
  /** @type {{ firstPointMs: number, drawn: number[] }} */
  const heard = { firstPointMs: NaN, drawn: [] };
  Object.assign(window, { heard });
  /** Changes whose data are not drawn yet: the time of the input, and the end of their first sample. */
  let waiting = /** @type {{ movedMs: number, untilS: number }[]} */ ([]);
  let movedMs = NaN;
  let samples = 0;
  /** The time that each worker has reached; the page shows the earliest. @type {Map<Worker, number>} */
  const reachedS = new Map();
  window.addEventListener('keydown', (event) => (movedMs = event.timeStamp), true);
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    /** @param {string | URL} address @param {WorkerOptions} [options] */
    constructor(address, options) {
      super(address, options);
      this.addEventListener('message', ({ data }) => {
        if (data.kind !== 'slice') return;
        samples += data.slice.columns[0]?.[0]?.length ?? 0;
        reachedS.set(this, data.slice.nowS);
      });
    }
    /** @override @param {any} message */
    postMessage(message) {
      // End of the first whole sample of 10 ms under the new value.
      const untilS = Math.ceil(message.change?.atS * 100 - 1e-6) / 100 + 0.01;
      const isTold = waiting.at(-1)?.untilS === untilS;
      if (message.kind === 'change' && !isTold) waiting.push({ movedMs, untilS });
      super.postMessage(message);
    }
    /** Another worker takes its lanes over. @override */
    terminate() {
      reachedS.delete(this);
      super.terminate();
    }
  };
  const { stroke } = CanvasRenderingContext2D.prototype;
  /** @param {any[]} args */
  CanvasRenderingContext2D.prototype.stroke = function (...args) {
    stroke.apply(this, /** @type {any} */ (args));
    if (samples > 0 && Number.isNaN(heard.firstPointMs)) heard.firstPointMs = performance.now();
    const nowS = Math.min(...reachedS.values());
    const done = waiting.filter((change) => nowS >= change.untilS - 1e-9);
    if (done.length === 0) return;
    waiting = waiting.filter((change) => !done.includes(change));
    // The next frame shows this drawing.
    requestAnimationFrame(() => {
      for (const change of done) heard.drawn.push(performance.now() - change.movedMs);
    });
  };
}

/** Time between changes of the bandwidth by keys: the page then applies each at once. */
export const CHANGES = 44;

/** @param {Browser} browser @param {string} address */
export async function reaction(browser, address) {
  const rows = [];
  for (const busy of [false, true]) {
    for (const six of [false, true]) {
      const page = await browser.newPage({ viewport: VIEWPORT });
      await page.addInitScript(listen);
      const end = busy ? keepBusy() : () => undefined;
      try {
        if (six) await scrolling(page, address, '60');
        else await page.goto(address);
        await page.waitForTimeout(1500);
        await page.getByRole('slider', { name: 'Bandwidth', exact: true }).focus();
        for (let i = 0; i < CHANGES; i++) {
          // Rarely back at once: a value that is restored within half a second removes the change, which is an edit of the past.
          await page.keyboard.press(i % 22 < 11 ? 'ArrowLeft' : 'ArrowRight');
          // Avoids a fixed phase relative to the frames.
          await page.waitForTimeout(260 + ((i * 37) % 90));
        }
        await page.waitForTimeout(500);
        const drawn = await page.evaluate(
          () =>
            /** @type {{ heard: { drawn: number[] } }} */ (/** @type {any} */ (window)).heard.drawn,
        );
        rows.push([
          `${six ? 'six lanes, 60 s' : 'as the page opens'}, ${busy ? 'one core busy' : 'no other load'}`,
          `${quantile(drawn, 0.5).toFixed(0)} ms`,
          `${quantile(drawn, 0.95).toFixed(0)} ms`,
          `${drawn.length}`,
        ]);
      } finally {
        end();
        await page.close();
      }
    }
  }
  return table(['from key to pixels', 'p50', 'p95', 'changes'], rows);
}

/**
 * Measures edits of the past: from the message to the workers until the page has all slices and the
 * numbers. Runs in the page, before its scripts.
 */
function listenToEdits() {
  /** @type {{ editsMs: number[] }} */
  const heard = { editsMs: [] };
  Object.assign(window, { heard });
  let toldMs = NaN;
  /** Workers that have not answered. */
  let waiting = 0;
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    /** @param {string | URL} address @param {WorkerOptions} [options] */
    constructor(address, options) {
      super(address, options);
      this.addEventListener('message', ({ data }) => {
        if (data.kind !== 'report' || waiting === 0) return;
        waiting--;
        if (waiting === 0) heard.editsMs.push(performance.now() - toldMs);
      });
    }
    /** @override @param {any} message */
    postMessage(message) {
      if (message.kind === 'revise') {
        if (waiting === 0) toldMs = performance.now();
        waiting++;
      }
      super.postMessage(message);
    }
  };
}

/**
 * Removes and restores a change at time zero, on the page as it is, with all its workers.
 *
 * @param {Browser} browser
 * @param {string} address
 * @param {{ name: string, scenario: { durationS: number, [part: string]: unknown } }[]} cases
 * @param {number} rounds
 */
export async function edits(browser, address, cases, rounds) {
  const rows = [];
  for (const { name, scenario } of cases) {
    const page = await browser.newPage({ viewport: VIEWPORT });
    await page.addInitScript(listenToEdits);
    const { rttMs } = /** @type {{ rttMs: number }} */ (scenario['link']);
    const changes = [{ atS: 0.001, set: 'link.rttMs', to: rttMs }];
    await paste(page, address, { ...scenario, changes });
    await speed(page, 'Infinity');
    await page.waitForSelector('.bench[data-state=finished]', { timeout: 120_000 });
    await page.getByLabel('Visible time').selectOption('all');
    const done = async (/** @type {number} */ count) => {
      await page.waitForFunction(
        (count) => /** @type {any} */ (window).heard.editsMs.length >= count,
        count,
      );
      // The page draws the received data.
      await page.waitForTimeout(300);
    };
    await page
      .getByRole('button', { name: /RTT .* → / })
      .first()
      .focus();
    await page.keyboard.press('Delete');
    await done(1);
    for (let round = 0; round < rounds; round++) {
      await page
        .getByRole('button', { name: round % 2 === 0 ? 'Undo' : 'Redo' })
        .first()
        .click();
      await done(round + 2);
    }
    const all = await page.evaluate(
      () => /** @type {number[]} */ (/** @type {any} */ (window).heard.editsMs),
    );
    // The first edit distributes the lanes over the workers.
    rows.push([name, `${page.workers().length}`, `${median(all.slice(1)).toFixed(0)} ms`]);
    await page.close();
  }
  return table(
    ['five lanes of 60 s, the page', 'workers', 'from the edit to all of the result'],
    rows,
  );
}

/** @param {Browser} browser @param {string} address @param {number} times */
export async function coldStart(browser, address, times) {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  // The empty page loads and starts the same scripts, styles, worker and simulator, but has no element to draw into.
  const empty = html.replace('<div id="app"></div>', '');
  if (empty === html) throw new Error('index.html has no #app to leave out');
  const [points, empties, ratios] = [[], [], []].map((list) => /** @type {number[]} */ (list));
  for (let i = 0; i < times; i++) {
    const first = await browser.newContext({ viewport: VIEWPORT });
    const page = await first.newPage();
    await page.addInitScript(listen);
    await page.goto(address);
    const heard = await page.waitForFunction(() => {
      const { firstPointMs } = /** @type {any} */ (window).heard;
      return Number.isNaN(firstPointMs) ? false : firstPointMs;
    });
    const point = Number(await heard.jsonValue());
    await first.close();

    const second = await browser.newContext({ viewport: VIEWPORT });
    const bare = await second.newPage();
    await bare.route(address, (route) => route.fulfill({ body: empty, contentType: 'text/html' }));
    await bare.goto(address, { waitUntil: 'load' });
    const loaded = await bare.evaluate(() => {
      const [entry] = performance.getEntriesByType('navigation');
      return /** @type {PerformanceNavigationTiming} */ (entry).loadEventEnd;
    });
    await second.close();
    points?.push(point);
    empties?.push(loaded);
    ratios?.push(point - loaded);
  }
  return table(
    ['cold start', 'first plotted point', 'same scripts, no page', 'difference'],
    [
      [
        `median of ${times}`,
        ...[points, empties, ratios].map((all) => `${median(all ?? []).toFixed(0)} ms`),
      ],
    ],
  );
}

/**
 * Counts all bytes requested until the first point is plotted, gzipped as by a web host.
 *
 * @param {Browser} browser
 * @param {string} address
 */
export async function firstLoad(browser, address) {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.addInitScript(listen);
  /** @type {Set<string>} */
  const files = new Set();
  context.on('request', (request) => {
    if (request.url().startsWith(address)) files.add(request.url().slice(address.length));
  });
  await page.goto(address);
  await page.waitForFunction(() => !Number.isNaN(/** @type {any} */ (window).heard.firstPointMs));
  await page.waitForTimeout(1000);
  await context.close();
  const sizes = [...files].map((file) => {
    const bytes = readFileSync(join(dist, file === '' ? 'index.html' : file));
    return {
      file: file === '' ? 'index.html' : file,
      plain: bytes.length,
      gzipped: gzipSync(bytes, { level: 9 }).length,
    };
  });
  sizes.sort((a, b) => b.gzipped - a.gzipped);
  /** @param {'plain' | 'gzipped'} key */
  const all = (key) => sizes.reduce((sum, size) => sum + size[key], 0);
  /** @param {number} bytes */
  const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  return table(
    ['first load', 'bytes', 'gzipped'],
    [
      ...sizes.map(({ file, plain, gzipped }) => [file, kb(plain), kb(gzipped)]),
      ['together', kb(all('plain')), kb(all('gzipped'))],
    ],
  );
}
