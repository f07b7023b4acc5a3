import { Playground } from './playground.ts';
import { expect, test } from './support/test.ts';

const WASM = '**/*.wasm';
const WORKER = '**/worker-*.js';

declare global {
  interface Window {
    /** Set by the page's first statement. */
    readonly early: { readonly answers: readonly MessageEvent<{ kind: string }>[] };
    /** Number of load messages to workers. */
    loads: number;
  }
}

test.describe(() => {
  test.use({ allowed: [/index-|Failed to load resource/] });

  test('the run begins before the scripts of the page have loaded, and nothing is requested twice', async ({
    page,
  }) => {
    const asked: string[] = [];
    page.context().on('request', (request) => asked.push(request.url()));
    // The page's own scripts are blocked, so the early start does not depend on them.
    await page.route('**/index-*.js', (route) => route.abort());
    const arrived = Promise.all([WORKER, WASM].map((file) => page.waitForResponse(file)));
    await page.goto('./');
    await arrived;
    await page.waitForFunction(() =>
      window.early.answers.some(({ data }) => data.kind === 'slice'),
    );

    await page.unroute('**/index-*.js');
    asked.length = 0;
    await page.addInitScript(() => {
      window.loads = 0;
      window.Worker = class extends Worker {
        override postMessage(message: { kind?: string }): void {
          if (message.kind === 'load') window.loads++;
          super.postMessage(message);
        }
      };
    });
    const play = new Playground(page);
    await play.open();
    await play.reaches(0.5);
    const times = (file: RegExp): number => asked.filter((address) => file.test(address)).length;
    expect(times(/\.wasm$/)).toBe(1);
    // Each worker loads once: the early worker is the first of the team.
    expect(times(/worker-.*js$/)).toBe(page.workers().length);
    expect(await page.evaluate(() => window.loads)).toBe(1);
  });
});

test('a server that sends the wrong type for the simulator works', async ({ page }) => {
  await page.route(WASM, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-type': 'application/octet-stream' };
    await route.fulfill({ response, headers });
  });
  const play = new Playground(page);
  await play.open();
  await play.reaches(0.5);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test.describe('when the first request of the worker fails', () => {
  test.use({ allowed: [/worker-|Failed to load resource/] });

  test('the worker is requested again', async ({ page }) => {
    await page.route(WORKER, (route) => route.abort(), { times: 1 });
    const play = new Playground(page);
    await play.open();
    await play.reaches(0.5);
  });
});
