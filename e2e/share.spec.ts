import type { Page } from '@playwright/test';
import { decodeLink } from '../web/src/core/state/read-link.ts';
import { Playground, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';

/** Returns the link in the address bar of a paused run. The digests of the run reach it soon after its numbers. */
async function finalLink(page: Page): Promise<string> {
  const address = (): Promise<string> => page.evaluate(() => location.href);
  await expect
    .poll(async () => {
      const opened = await decodeLink(new URL(await address()).hash);
      return opened.ok && opened.shared.check !== undefined;
    })
    .toBe(true);
  return address();
}

test('a link opened elsewhere gives the same run, bit for bit', async ({
  page,
  browser,
  watch,
}) => {
  const play = new Playground(page);
  await play.stopped(UPLINK);
  await page.keyboard.press(' ');
  await play.reaches(1);
  await page.getByLabel('Lane 1: queue discipline').selectOption('codel');
  // A drag during the run, a click and a hold, as in a lecture.
  const slider = play.slider('Bandwidth');
  await slider.focus();
  for (let i = 0; i < 12; i++) {
    await slider.press('ArrowLeft');
    await page.waitForTimeout(60);
  }
  await slider.blur();
  await page.keyboard.press('b');
  await page.keyboard.down('b');
  await page.waitForTimeout(700);
  await page.keyboard.up('b');
  await play.field('TCP flows').fill('9');
  await play.field('TCP flows').press('Enter');
  await play.reaches(5);
  await play.pause();
  const here = {
    now: await play.now(),
    digests: await play.digests(),
    numbers: await play.numbers(),
  };
  const link = await finalLink(page);
  expect(new URL(link).hash.length).toBeLessThanOrEqual(500);

  const context = await browser.newContext();
  watch(context);
  const other = new Playground(await context.newPage());
  await other.page.goto(link);
  await other.isAt('paused');
  await other.settles();
  expect({
    now: await other.now(),
    digests: await other.digests(),
    numbers: await other.numbers(),
  }).toEqual(here);
  // The address bar keeps the link, and the run can continue.
  await expect.poll(() => other.page.evaluate(() => location.href)).toBe(link);
  await other.page.keyboard.press(' ');
  await other.reaches(here.now + 0.5);
  await context.close();
});

test('a saved file, a damaged link, and a modified preset open as what they are', async ({
  page,
  context,
}) => {
  const play = new Playground(page);
  await test.step('the link can be copied, and a saved file opens as the same scenario', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await play.stopped(UPLINK);
    const link = await finalLink(page);
    await page.keyboard.press('c');
    await expect(page.getByText('Link copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

    const library = await play.library();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save this scenario' }).click();
    const file = await (await download).path();
    await page.getByRole('button', { name: 'Open a file' }).click();
    await page.getByLabel('Scenario file').setInputFiles(file);
    await expect(library).toBeHidden();
    await expect(page).toHaveTitle(/Test uplink/);
  });
  await test.step('restart replays the timeline to the same run', async () => {
    await play.stopped({ ...UPLINK, durationS: 4 });
    await page.keyboard.press(' ');
    await play.reaches(0.5);
    await play.field('Bandwidth').fill('4');
    await play.field('Bandwidth').press('Enter');
    await play.finish();
    const first = await play.digests();
    await page.getByRole('button', { name: 'Restart' }).click();
    await play.finish();
    expect(await play.digests()).toEqual(first);
  });
  await test.step('a modified preset says so and leads back; what is shown can become the start', async () => {
    await play.first(1);
    await expect(page.getByRole('button', { name: 'modified' })).toHaveCount(0);
    await play.field('Bandwidth').fill('50');
    await play.field('Bandwidth').press('Enter');
    expect(await play.timeline()).toMatchObject([{ set: 'link.rateMbps', to: 50 }]);
    await page.getByRole('button', { name: 'Make this the start' }).click();
    expect(await play.timeline()).toEqual([]);
    await expect(play.field('Bandwidth')).toHaveValue('50');
    await page.keyboard.press('Control+z');
    expect(await play.timeline()).toHaveLength(1);
    await page.getByText('modified', { exact: true }).click();
    await page.getByRole('menuitem', { name: 'Back to the preset' }).click();
    await expect(page.getByText('modified', { exact: true })).toHaveCount(0);
    await expect(play.field('Bandwidth')).toHaveValue('10');
  });
  await test.step('the text about a scenario unfolds, and a link to a modified preset leads back to it', async () => {
    await page.goto('about:blank');
    await play.open();
    await play.reaches(0.3);
    const about = page.getByRole('button', { name: /^Four uploads share a home uplink/ });
    await expect(about).toHaveAttribute('aria-expanded', 'false');
    const folded = (await about.boundingBox())?.height ?? 0;
    expect(folded).toBeLessThan(30);
    await about.click();
    await expect(about).toHaveAttribute('aria-expanded', 'true');
    expect((await about.boundingBox())?.height).toBeGreaterThan(2 * folded);
    await play.pause();
    await play.field('TCP flows').fill('9');
    await play.field('TCP flows').press('Enter');
    await play.settles();
    const link = await page.evaluate(() => location.href);
    await page.goto('about:blank');
    await page.goto(link);
    // The link does not have the text; it names the preset.
    await expect(page.getByRole('button', { name: /^Preset: Four uploads/ })).toBeVisible();
    await page.getByRole('button', { name: 'modified', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Back to the preset' }).click();
    await expect(play.field('TCP flows')).toHaveValue('4');
    await expect(page.getByRole('button', { name: 'modified', exact: true })).toHaveCount(0);
  });
  await test.step('a damaged link shows a message and leaves a working page', async () => {
    await page.goto('about:blank');
    await play.open('#v1.this-is-not-a-link');
    await expect(page.getByRole('alert').filter({ hasText: 'damaged' })).toBeVisible();
    await play.isAt('playing');
    await play.reaches(1);
  });
});

test('a playing run continues after a reload', async ({ page }) => {
  const play = new Playground(page);
  await play.first(3);
  await page.keyboard.press(' ');
  await play.isAt('playing');
  const [before, since] = [await play.now(), Date.now()];
  await page.reload();
  await play.isAt('playing');
  const after = await play.now();
  expect(after).toBeGreaterThanOrEqual(before);
  // It does not jump: simulated time is never faster than the clock.
  expect(after - before).toBeLessThan((Date.now() - since) / 1000 + 0.5);
  await play.pause();
  const paused = await play.now();
  await page.reload();
  await play.isAt('paused');
  expect(await play.now()).toBe(paused);
});
