import { Playground } from './playground.ts';
import { expect, test } from './support/test.ts';

const WASM = '**/*.wasm';
const WORKER = '**/worker-*.js';

test.describe(() => {
  test.use({ allowed: [/index-|Failed to load resource/] });

  test('the simulator loads beside the scripts of the page, and each file once', async ({
    page,
  }) => {
    const requested: string[] = [];
    page.context().on('request', (request) => requested.push(request.url()));
    // The worker needs no script of the page.
    await page.route('**/index-*.js', (route) => route.abort());
    const arrived = Promise.all([WORKER, WASM].map((file) => page.waitForResponse(file)));
    await page.goto('./');
    await arrived;

    await page.unroute('**/index-*.js');
    requested.length = 0;
    const play = new Playground(page);
    await play.open();
    await play.reaches(0.5);
    // Each worker loads its script once: the early one is the first of the team.
    const count = (file: RegExp): number =>
      requested.filter((address) => file.test(address)).length;
    expect(count(/worker-.*js$/)).toBe(page.workers().length);
    const entry = await page.locator('script[type=module]').first().getAttribute('src');
    expect(requested.filter((address) => address.endsWith(entry!.replace(/^\./, '')))).toHaveLength(
      1,
    );
  });
});

test.describe('when the script of the worker fails to load at first, and the content type is wrong', () => {
  test.use({ allowed: [/worker-|Failed to load resource/] });

  test('the page starts another one, and the simulator loads', async ({ page }) => {
    await page.route(WORKER, (route) => route.abort(), { times: 1 });
    await page.route(WASM, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'content-type': 'application/octet-stream' };
      await route.fulfill({ response, headers });
    });
    const play = new Playground(page);
    await play.open();
    await play.reaches(0.5);
    await expect(page.getByRole('alert')).toHaveCount(0);
    // The other package may still be on its way.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

test.describe('after the first load', () => {
  // Some browsers look for the icon again.
  test.use({ allowed: [/favicon/] });

  test('the page is complete when it appears, nothing moves, and every part opens without a network', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const seen = { parts: [] as boolean[], shift: 0 };
      Object.assign(globalThis, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          seen.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
      const look = (): void => {
        const header = document.querySelector('.bench header');
        if (!header?.checkVisibility({ visibilityProperty: true })) requestAnimationFrame(look);
        else
          seen.parts = [
            '[data-lane] select',
            '[data-plot] canvas',
            '.timeline section',
            'aside input',
          ].map((part) => document.querySelector(part) !== null);
      };
      requestAnimationFrame(look);
    });
    const play = new Playground(page);
    await play.open();
    await play.reaches(0.5);
    const { parts, shift } = await page.evaluate(
      () => (globalThis as unknown as { seen: { parts: boolean[]; shift: number } }).seen,
    );
    expect(parts).toEqual([true, true, true, true]);
    expect(shift).toBeLessThan(0.01);
    // More workers may still be starting. The other sections are loaded some seconds later, and the part for offline use comes last.
    await page.waitForLoadState('networkidle');
    const loaded = (): Promise<number> =>
      page.evaluate(() => {
        const names = performance.getEntriesByType('resource').map(({ name }) => name);
        return names.filter((name) =>
          /\/(PapersView|SweepView|StabilityView|offline)-[^/]*\.js$/.test(name),
        ).length;
      });
    await expect.poll(loaded).toBe(4);
    await page.context().setOffline(true);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard and help' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Parameters of/ })
      .last()
      .click();
    const parameters = page.getByRole('group', { name: /^Parameters of/ });
    await expect(parameters.locator('p').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByTitle('Open another scenario').click();
    await page.locator('[data-preset=dsl-uplink]').click();
    await play.reaches(0.5);
    await play.slider('Bandwidth').press('PageDown');
    await play.reaches((await play.now()) + 0.5);
    await page.context().setOffline(false);
  });
});
