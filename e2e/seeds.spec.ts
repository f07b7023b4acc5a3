import type { Locator, Page } from '@playwright/test';
import { Playground, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';
import { looksRight } from './support/axe.ts';

const SCENARIO = { ...UPLINK, durationS: 20, queues: [{ kind: 'red' }, { kind: 'codel' }] };

const cursor = (page: Page): Locator =>
  page.getByRole('slider', { name: 'Time cursor in Queue delay' });

/** The legend of the plot of the queue delay, which is the first. */
const note = (page: Page): Locator => page.locator('figure .note').first();

/** The note on whether the shown run is typical. It appears when all runs are complete. */
const verdict = (page: Page): Locator =>
  note(page).locator('[data-typical], [data-untypical]').first();

async function choose(page: Page, count: string): Promise<void> {
  await page.locator('figure h3').getByRole('button', { name: 'Queue delay', exact: true }).click();
  await page.locator('[role=menu]').getByLabel(count, { exact: true }).click();
}

/** Returns the text at the crosshair, `steps` of 50 px after the start of the run. */
async function reading(page: Page, steps: number): Promise<string> {
  await cursor(page).press('Home');
  for (let step = 0; step < steps; step++) await cursor(page).press('PageUp');
  return (await cursor(page).getAttribute('aria-valuetext')) ?? '';
}

const RANGES = /RED [\d.]+.ms \(half [\d.]+–[\d.]+, 90 % [\d.]+–[\d.]+\)/;

async function finished(page: Page): Promise<Playground> {
  const play = new Playground(page);
  await play.finished(SCENARIO);
  // Overlaid lanes have the narrow ribbon only.
  await page.keyboard.press('s');
  return play;
}

test('other seeds are drawn on demand, follow an edit, and can be switched off', async ({
  page,
  context,
}) => {
  const play = await finished(page);
  const isPoolStarted = (): boolean =>
    page.workers().some((worker) => worker.url().includes('batch-worker'));
  expect(await reading(page, 11)).not.toContain('half');
  expect(isPoolStarted()).toBe(false);

  await choose(page, '10 seeds');
  await expect(verdict(page)).toBeVisible();
  expect(isPoolStarted()).toBe(true);
  await expect(page.getByRole('link', { name: '10 other seeds' })).toBeVisible();
  await expect(note(page)).toContainText('middle half');
  const [late, early] = [await reading(page, 11), await reading(page, 2)];
  for (const text of [late, early]) expect(text).toMatch(RANGES);
  // The same runs are in the other plots, each with a verdict of its own.
  for (const plot of ['Drops and marks', 'Utilization']) {
    const other = page.getByRole('slider', { name: `Time cursor in ${plot}` });
    await expect(other).toHaveAttribute(
      'aria-valuetext',
      /RED [\d.]+.% \(half [\d.]+–[\d.]+, 90 %/,
    );
  }
  await expect(page.locator('figure .note')).toHaveCount(3);
  for (const one of await page.locator('figure .note').all())
    await expect(one).toContainText(/typical/);
  await looksRight(page, 'figure .note');

  // The link keeps the choice.
  await play.settles();
  const other = await context.newPage();
  await other.goto(await page.evaluate(() => location.href));
  await expect(verdict(other)).toBeVisible();
  expect(await reading(other, 2)).toBe(early);
  await other.close();

  // An edit in the middle renews the part behind it.
  await cursor(page).press('Escape');
  await reading(page, 6);
  await cursor(page).press('Enter');
  const field = page.getByRole('textbox', { name: 'Round-trip time', exact: true });
  await field.fill('200');
  await field.press('Enter');
  await play.settles();
  await expect(verdict(page)).toBeVisible();
  await expect(async () => {
    const renewed = await reading(page, 11);
    expect(renewed).toMatch(RANGES);
    const ranges = (text: string): string[] => text.match(/\(.*?\)/g) ?? [];
    expect(ranges(renewed)).not.toEqual(ranges(late));
  }).toPass();
  expect(await reading(page, 2)).toBe(early);

  // In one plot ribbons cover each other, so the lane in focus has both and the others have none.
  await page.keyboard.press('s');
  expect(await reading(page, 2)).toMatch(
    /RED [\d.]+.ms \(half [^%]*\), 2: CoDel [\d.]+.ms \(half [^%]*\)$/,
  );
  await page.getByRole('button', { name: 'Draw lane 2, CoDel, on top' }).click();
  expect(await reading(page, 2)).toMatch(/RED [\d.]+.ms, 2: CoDel [\d.]+.ms \(half .*, 90 % .*\)$/);

  await choose(page, 'Off');
  await expect(page.getByRole('button', { name: 'Draw lane 2, CoDel, on top' })).toHaveCount(0);
  await expect(page.locator('figure .note')).toHaveCount(0);
  expect(await reading(page, 11)).not.toContain('half');
});
