import type { Locator, Page } from '@playwright/test';
import { Playground, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';

const titles = (page: Page): Promise<string[]> =>
  page
    .locator('figure h3')
    .evaluateAll((all) => all.map((h3) => (h3.querySelector('button')?.textContent ?? '').trim()));

/** The title of a plot, which is its menu. */
const title = (page: Page, name: string): Locator =>
  page.locator('figure h3').getByRole('button', { name, exact: true });

const item = (page: Page, name: string): Locator =>
  page.locator('[role=menu] [role^=menuitem]').and(page.getByLabel(name, { exact: true }));

async function select(page: Page, plot: string, name: string): Promise<void> {
  await title(page, plot).click();
  await item(page, name).click();
}

const SIX = {
  ...UPLINK,
  queues: ['droptail', 'red', 'ared', 'codel', 'pie', 'duk'].map((kind) => ({ kind })),
};

test('plots are chosen, stacked, and drawn over other quantities; the link keeps them', async ({
  page,
  context,
}) => {
  const play = new Playground(page);
  await test.step('plots are chosen and ordered by keyboard, and the link keeps the choice', async () => {
    await play.stopped(UPLINK, 1);
    expect(await titles(page)).toEqual(['Queue delay', 'Drops and marks', 'Utilization']);
    await title(page, 'Drops and marks').focus();
    await page.keyboard.press('Enter');
    await expect(item(page, 'Drops and marks')).toBeFocused();
    await page.keyboard.press('q');
    await expect(item(page, 'Queue length')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(title(page, 'Queue length')).toBeFocused();
    const chosen = ['Queue delay', 'Queue length', 'Utilization'];
    expect(await titles(page)).toEqual(chosen);
    await play.settles();
    const other = new Playground(await context.newPage());
    await other.page.goto(await page.evaluate(() => location.href));
    await other.isAt('paused');
    expect(await titles(other.page)).toEqual(chosen);
    // A view that is shown elsewhere changes places.
    await select(page, 'Queue delay', 'Utilization');
    expect(await titles(page)).toEqual(['Utilization', 'Queue length', 'Queue delay']);
    await title(page, 'Queue length').press('ArrowDown');
    await page.keyboard.press('Escape');
    await expect(title(page, 'Queue length')).toBeFocused();
    await select(page, 'Queue delay', 'Move up');
    await expect(title(page, 'Queue delay')).toBeFocused();
    expect(await titles(page)).toEqual(['Utilization', 'Queue delay', 'Queue length']);
    // The last plot cannot be removed.
    await select(page, 'Utilization', 'Remove');
    await select(page, 'Queue length', 'Remove');
    await title(page, 'Queue delay').click();
    await expect(item(page, 'Remove')).toBeDisabled();
    await item(page, 'Add a plot below').click();
    expect(await titles(page)).toEqual(['Queue delay', 'Drops and marks']);
  });
  await test.step('plots of single flows and plots without time show the whole run, and the link keeps them', async () => {
    await play.finished(UPLINK);
    await select(page, 'Queue delay', 'Queue delay CDF');
    await select(page, 'Queue delay', 'Goodput against delay');
    await select(page, 'Drops and marks', 'Congestion window');
    await select(page, 'Utilization', 'Goodput per flow');
    const chosen = [
      'Queue delay',
      'Congestion window',
      'Goodput per flow',
      'Queue delay CDF',
      'Goodput against delay',
    ];
    expect(await titles(page)).toEqual(chosen);
    // The window of each flow at the crosshair, since the start of the run.
    await page.getByRole('slider', { name: 'Time cursor in Congestion window' }).press('Home');
    const windows = page.locator('figure').nth(1).locator('.readout dd');
    await expect(windows.first()).toHaveText(/^\d/);
    // The distribution agrees with the headline number, within the width of a step.
    const table = page.getByRole('table', { name: 'Queue delay CDF' });
    for (const lane of [0, 1]) {
      const cell = table.locator('tbody tr').nth(lane).locator('td').nth(1);
      const card = page.locator(`[data-lane="${lane}"] [data-number="p95"] dd`);
      const p95 = parseFloat(await card.innerText());
      await expect.poll(async () => Number(await cell.innerText()) / p95).toBeCloseTo(1, 1);
    }
    const ellipses = page.getByRole('table', { name: 'Goodput against delay' });
    await expect(ellipses.locator('tbody tr')).toHaveCount(2);
    const mbps = await ellipses.locator('tbody tr').nth(1).locator('td').nth(1).innerText();
    expect(Number(mbps)).toBeGreaterThan(8);
    expect(Number(mbps)).toBeLessThan(10);
    await play.settles();
    const other = new Playground(await context.newPage());
    await other.page.goto(await page.evaluate(() => location.href));
    await other.isAt('finished');
    expect(await titles(other.page)).toEqual(chosen);
    // Drop-tail's longest delay is that of its full buffer: 667 packets at 10 Mbit/s are 800 ms.
    const cdf = other.page.getByRole('slider', { name: /in Queue delay CDF/ });
    await cdf.press('End');
    await expect(other.page.locator('.side-plots .readout dd')).toHaveText([
      '100\u202f%',
      '100\u202f%',
    ]);
    await select(other.page, 'Queue delay CDF', 'Remove');
    expect(await titles(other.page)).toEqual(chosen.filter((title) => title !== 'Queue delay CDF'));
  });
  await test.step('many lanes are stacked, a key overlays them, and the link keeps the layout', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await play.stopped(SIX, 1);
    const delay = page.locator('figure').first();
    await expect(delay.locator('.head')).toHaveText([
      '1: Drop-tail',
      '2: RED',
      '3: Adaptive RED',
      '4: CoDel',
      '5: PIE',
      '6: DUK',
    ]);
    // The names are beside the axis; rows that do not fit scroll in their area, and the timeline has the time axis.
    await expect(page.locator('figure .axis')).toHaveCount(0);
    await expect(page.locator('.timeline .axis text').first()).toHaveText('0 s');
    const over = await page.evaluate(
      () =>
        [...document.querySelectorAll('figure .head')].filter((head) => {
          const canvas = head.parentElement!.querySelector('canvas')!.getBoundingClientRect();
          return head.getBoundingClientRect().right > canvas.left;
        }).length,
    );
    expect(over).toBe(0);
    // Each row has the value at the crosshair.
    await delay.getByRole('slider').press('Home');
    await expect(delay.locator('.readout dd')).toHaveCount(6);
    await page.keyboard.press('s');
    await expect(delay.locator('.head')).toHaveCount(0);
    await expect(page.locator('figure').nth(1).locator('.head')).toHaveCount(6);
    await page.getByRole('button', { name: /^Draw lane 4, CoDel/ }).click();
    await play.settles();
    const other = await context.newPage();
    await other.goto(await page.evaluate(() => location.href));
    await new Playground(other).isAt('paused');
    await expect(other.getByLabel('overlaid')).toBeChecked();
    await expect(other.getByRole('button', { name: /^Draw lane 4/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });
});

test('lanes are stacked from the menu of a plot on a phone @phone', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  await play.reaches(0.5);
  const delay = page.locator('figure').first();
  await expect(delay.locator('.head')).toHaveCount(0);
  await select(page, 'Queue delay', 'Stacked, a row for each lane');
  await expect(delay.locator('.head').first()).toBeVisible();
});
