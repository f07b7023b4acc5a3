import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { Playground, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';

test.use({
  serviceWorkers: 'allow',
  // The service worker asks the network first.
  allowed: [/ERR_INTERNET_DISCONNECTED/],
});

/** Waits until the idle page has loaded all its files, then cuts the network. */
async function cutNetwork(page: Page, context: BrowserContext): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined);
  await context.setOffline(true);
  expect(await page.evaluate(() => fetch('./none').then(Boolean, () => false))).toBe(false);
}

test('an idle page works without a network: a sweep, a paper, stability, a story, a reload', async ({
  page,
  context,
}) => {
  const play = new Playground(page);
  await play.open();
  await cutNetwork(page, context);
  await page.getByRole('link', { name: 'Sweep' }).click();
  const plan = {
    version: 1,
    scenario: { ...UPLINK, durationS: 5 },
    vary: [{ path: 'queues.1.targetMs', values: [2, 20] }],
  };
  await page.getByRole('button', { name: 'Open a file' }).click();
  await page.getByLabel('Or paste a scenario or a plan').fill(JSON.stringify(plan));
  await page.getByRole('button', { name: 'Open the pasted text' }).click();
  await page.getByRole('button', { name: 'Run sweep' }).click();
  await expect(page.getByRole('button', { name: 'More seeds' })).toBeVisible();
  await page.getByRole('link', { name: 'Papers' }).click();
  await page.getByRole('button', { name: 'Run cell' }).click();
  await expect(page.getByText('runs done').locator('+ dd')).toHaveText('4 of 4');
  await page.goto('./#stability');
  await expect(page.locator('[data-stable]')).toBeVisible();
  await page.goto('./#story/bufferbloat');
  await expect(page.locator('[data-story-ready]')).toBeAttached();
  await page.goto('./#');
  await page.reload();
  await play.reaches(0.5);
});

const DIST = new URL('../web/dist/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
};

/** Serves the built page. After `renew` it is a newer version: its script and the list of files have another name. */
class Host {
  readonly #server: Server;
  #isNew = false;

  private constructor() {
    this.#server = createServer((request, response) => {
      const path = (request.url ?? '').replace(/[?#].*$/, '').slice(1) || 'index.html';
      void this.#read(path).then(
        (content) => {
          response.setHeader('Content-Type', TYPES[path.split('.').at(-1) ?? ''] ?? 'text/plain');
          response.end(content);
        },
        () => response.writeHead(404).end(),
      );
    });
  }

  static async start(): Promise<Host> {
    const host = new Host();
    await new Promise<void>((settle) => host.#server.listen(0, '127.0.0.1', settle));
    return host;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  renew(): void {
    this.#isNew = true;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #read(path: string): Promise<Buffer | string> {
    if (path.includes('/newer-')) return `import './${path.replace(/.*newer-/, 'index-')}';`;
    const content = await readFile(new URL(path, DIST));
    if (!this.#isNew || !/^(index\.html|service-worker\.js)$/.test(path)) return content;
    return content.toString().replace(/\/index-([\w-]+)\.js/, '/newer-$1.js');
  }
}

test.describe('a newer version', () => {
  // This test has a server of its own.
  test.use({ allowed: [/request leaves the origin: http:\/\/127\.0\.0\.1:/] });

  test('is offered in a line, and loaded only when the user says so', async ({ page }) => {
    const host = await Host.start();
    try {
      const play = new Playground(page);
      await page.goto(host.address);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined);
      const offer = page.getByRole('button', { name: 'Load it' });
      await expect(offer).toBeHidden();
      host.renew();
      await page.evaluate(async () => {
        await (await navigator.serviceWorker.ready).update();
      });
      await expect(offer).toBeVisible();
      // The run has not been disturbed.
      const script = page.locator('script[type=module]');
      await expect(script).toHaveAttribute('src', /\/index-/);
      const then = await play.now();
      await play.reaches(then + 0.1);
      await play.pause();
      const at = await play.now();
      await offer.click();
      await expect(script).toHaveAttribute('src', /\/newer-/);
      await expect.poll(() => play.now()).toBe(at);
      // The page is the newer one: nothing is offered, although its worker still waits.
      expect(
        await page.evaluate(async () => {
          const registration = await navigator.serviceWorker.ready;
          return registration.waiting !== null;
        }),
      ).toBe(true);
      await page.waitForFunction(() => performance.now() > 5000);
      await expect(offer).toBeHidden();
    } finally {
      host.close();
    }
  });
});
