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
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    timeout: 30_000,
  });
  await context.setOffline(true);
  expect(await page.evaluate(() => fetch('./none').then(Boolean, () => false))).toBe(false);
}

test('an idle page works without a network: a sweep, a paper, stability, a reload', async ({
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
  await expect(page.getByRole('button', { name: 'More seeds' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: 'Papers' }).click();
  await page.getByRole('button', { name: 'Run cell' }).click();
  await expect(page.getByText('runs done').locator('+ dd')).toHaveText('4 of 4', {
    timeout: 40_000,
  });
  await page.goto('./#stability');
  await expect(page.locator('[data-stable]')).toBeVisible();
  await page.goto('./#');
  await page.reload();
  await play.reaches(0.5);
});
