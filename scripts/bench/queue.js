// Measures the built page with the queue view and the inspector open: frames, and the time from a key to pixels.

import { median, quantile, table } from './table.js';
import { CHANGES, frames, keepBusy, listen, paste, speed } from './page.js';

/**
 * @typedef {import('@playwright/test').Browser} Browser
 * @typedef {import('@playwright/test').Page} Page
 */

const VIEWPORT = { width: 1440, height: 900 };

/** Three lanes whose queues hold nearly 300 packets most of the time. */
const LONG_QUEUES = {
  version: 1,
  durationS: 600,
  link: { rateMbps: 10, rttMs: 40, buffer: { packets: 300 } },
  queues: ['droptail', 'droptail', 'droptail'].map((kind) => ({ kind })),
  traffic: [
    { kind: 'bulk', name: 'Downloads', flows: 4 },
    { kind: 'voip', name: 'Call' },
  ],
};

/** @param {Page} page @param {string} address */
async function filled(page, address) {
  await paste(page, address, LONG_QUEUES);
  await speed(page, '10');
  await page.waitForFunction(
    () =>
      Number(/** @type {HTMLElement} */ (document.querySelector('.bench')).dataset['now']) >= 12,
    null,
    { timeout: 120_000 },
  );
  await page.keyboard.press('q');
  await page.waitForSelector('.queue canvas');
  await page.waitForTimeout(2000);
}

/** @param {Page} page */
async function withInspector(page) {
  await page.keyboard.press('i');
  await page.waitForSelector('.inside .word');
  await page.waitForTimeout(1000);
}

/** @param {Browser} browser @param {string} address @param {number} rounds */
export async function slowMotion(browser, address, rounds) {
  const rows = [];
  const page = await browser.newPage({ viewport: VIEWPORT });
  await filled(page, address);
  for (const hasInspector of [false, true]) {
    if (hasInspector) await withInspector(page);
    for (const factor of ['0.01', '0.1']) {
      await speed(page, factor);
      for (const busy of [false, true]) {
        const end = busy ? keepBusy() : () => undefined;
        const cpu = [];
        try {
          for (let round = 0; round < rounds; round++) cpu.push(await frames(page, 'threadTicks'));
        } finally {
          end();
        }
        const dropped = cpu.reduce((sum, seen) => sum + seen.dropped, 0);
        const all = cpu.reduce((sum, seen) => sum + seen.frames + seen.dropped, 0);
        const name = `queue view${hasInspector ? ' and inspector' : ''}, ${factor}x`;
        rows.push([
          `${name}, ${busy ? 'one core busy' : 'no other load'}`,
          `${median(cpu.map((seen) => seen.perFrameMs)).toFixed(2)} ms`,
          `${dropped} of ${all}`,
        ]);
      }
    }
  }
  await page.close();
  return table(['three lanes of 300 packets', 'main thread a frame, CPU', 'frames dropped'], rows);
}

/**
 * Records when the canvas of the queue view is drawn after a key. Runs in the page, before its scripts.
 */
function listenToSteps() {
  /** @type {{ stepsMs: number[] }} */
  const heard = { stepsMs: [] };
  Object.assign(window, { steps: heard });
  let pressedMs = NaN;
  window.addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      if (key === '.') pressedMs = timeStamp;
    },
    true,
  );
  const { clearRect } = CanvasRenderingContext2D.prototype;
  /** @param {any[]} args */
  CanvasRenderingContext2D.prototype.clearRect = function (...args) {
    clearRect.apply(this, /** @type {any} */ (args));
    if (Number.isNaN(pressedMs) || !this.canvas.closest('.queue')) return;
    const fromMs = pressedMs;
    pressedMs = NaN;
    // The next frame shows this drawing.
    requestAnimationFrame(() => heard.stepsMs.push(performance.now() - fromMs));
  };
}

/** @param {string} name @param {number[]} values */
const row = (name, values) => [
  name,
  `${quantile(values, 0.5).toFixed(0)} ms`,
  `${quantile(values, 0.95).toFixed(0)} ms`,
  `${values.length}`,
];

/** @param {Browser} browser @param {string} address */
export async function keysInView(browser, address) {
  const rows = [];
  for (const busy of [false, true]) {
    const page = await browser.newPage({ viewport: VIEWPORT });
    await page.addInitScript(listen);
    await page.addInitScript(listenToSteps);
    const end = busy ? keepBusy() : () => undefined;
    const load = busy ? 'one core busy' : 'no other load';
    try {
      await filled(page, address);
      await withInspector(page);
      await speed(page, '1');
      await page.waitForTimeout(1500);
      await page.getByRole('slider', { name: 'Bandwidth', exact: true }).focus();
      for (let i = 0; i < CHANGES; i++) {
        await page.keyboard.press(i % 22 < 11 ? 'ArrowLeft' : 'ArrowRight');
        await page.waitForTimeout(260 + ((i * 37) % 90));
      }
      await page.waitForTimeout(500);
      /** @param {string} path */
      const heard = (path) =>
        page.evaluate((path) => {
          const all = /** @type {any} */ (window);
          return /** @type {number[]} */ (path === 'drawn' ? all.heard.drawn : all.steps.stepsMs);
        }, path);
      rows.push(row(`a change of the bandwidth, 1x, ${load}`, await heard('drawn')));
      await page.getByRole('button', { name: 'Pause' }).first().click();
      await page.waitForTimeout(1500);
      for (let i = 0; i < CHANGES; i++) {
        await page.keyboard.press('.');
        await page.waitForTimeout(260 + ((i * 37) % 90));
      }
      rows.push(row(`a step to the next event, ${load}`, await heard('steps')));
    } finally {
      end();
      await page.close();
    }
  }
  return table(['queue view and inspector, key to pixels', 'p50', 'p95', 'keys'], rows);
}
