import { readFileSync } from 'node:fs';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { Playground, UPLINK } from './playground.ts';
import { looksRight } from './support/axe.ts';
import { expect, test } from './support/test.ts';

/** The cards of what the user has built. */
const own = (page: Page): Locator =>
  page.getByRole('region', { name: 'Yours' }).locator('[data-card]');

/** Opens a page, pastes a scenario with this title and changes its bandwidth, so that it is kept. */
async function build(page: Page, title: string): Promise<Playground> {
  const play = new Playground(page);
  await play.stopped({ ...UPLINK, title });
  await changeRate(play);
  return play;
}

async function changeRate(play: Playground, mbps = '20'): Promise<void> {
  await play.field('Bandwidth').fill(mbps);
  await play.field('Bandwidth').press('Enter');
  await play.settles();
}

/** Returns a new page of the same browser that shows the library. */
async function libraryOf(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('./#library');
  await expect(page.locator('main.library')).toBeVisible();
  return page;
}

test('scenarios are found, the run goes on meanwhile, and own ones are renamed, duplicated, deleted and restored; the library looks right', async ({
  page,
}) => {
  const play = new Playground(page);
  await test.step('scenarios are found by both kinds of filters, which are in the address', async () => {
    await play.first(0.2);
    await page.keyboard.press('/');
    const library = page.locator('main.library');
    const cards = library.locator('[data-preset]');
    await expect(cards.first()).toBeVisible();
    const all = await cards.count();
    expect(all).toBeGreaterThan(30);
    // Every card has a line for each lane, and the dots.
    expect(await cards.first().locator('path').count()).toBeGreaterThan(2);
    await library.getByRole('button', { name: 'Fairness', exact: true }).click();
    const fair = await cards.count();
    expect(fair).toBeLessThan(all);
    await library.getByRole('button', { name: 'FQ-CoDel', exact: true }).click();
    const both = await cards.count();
    expect(both).toBeLessThan(fair);
    expect(both).toBeGreaterThan(0);
    for (const card of await cards.all()) await expect(card).toContainText('FQ-CoDel');
    await library.getByRole('button', { name: /^More/ }).click();
    await page.getByRole('menuitemcheckbox', { name: 'DualPI2' }).click();
    const added = library.getByRole('button', { name: 'DualPI2', exact: true });
    await expect(added).toHaveAttribute('aria-pressed', 'true');
    await expect(cards).toHaveCount(1);
    await expect.poll(() => new URL(page.url()).hash).toBe('#library/fairness/fqCodel/dualpi2');
    await page.reload();
    await expect(cards).toHaveCount(1);
    await library.getByRole('button', { name: 'All', exact: true }).click();
    await expect(cards).toHaveCount(all);

    await cards.nth(2).press('ArrowRight');
    await expect(cards.nth(3)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(library).toBeHidden();
    await play.reaches(0.1);
  });
  await test.step('the run goes on where it was after a look into the library', async () => {
    await play.first(0.5);
    await page.keyboard.press(' ');
    await play.isAt('playing');
    const entries = await page.evaluate(() => history.length);
    await page.keyboard.press('/');
    await expect(page.locator('main.library')).toBeVisible();
    const before = await play.now();
    await page.getByRole('button', { name: /^Back to the run/ }).click();
    await expect(page.locator('main.library')).toBeHidden();
    await play.reaches(before + 0.3);
    // The step to the library and back is one entry ahead in the history, no further one behind.
    expect(await page.evaluate(() => history.length)).toBe(entries + 1);
    await expect(page).toHaveTitle(/Bufferbloat/);
  });
  await test.step('own scenarios are renamed, duplicated, deleted and restored by keys', async () => {
    const play = await build(page, 'First try');
    await play.library();
    const card = own(page).first();
    await expect(card).toContainText('open now');
    await card.focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('A better name');
    await page.keyboard.press('Enter');
    await expect(card).toHaveAccessibleName('A better name');
    await expect(card).toBeFocused();
    await page.keyboard.press('d');
    await expect(own(page)).toHaveCount(2);
    const copy = own(page).filter({ hasText: 'A better name, copy' });
    await expect(copy).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(own(page)).toHaveCount(1);
    await expect(page.getByText('“A better name, copy” was deleted.')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(own(page)).toHaveCount(2);
    // The same by the menu, and it lasts.
    await page.getByRole('button', { name: 'More for A better name, copy' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(own(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'More for A better name, copy' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('The other one');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await expect(own(page).filter({ hasText: 'The other one' })).toHaveCount(1);
    await page.reload();
    await expect(own(page)).toHaveCount(2);
    await expect(own(page).filter({ hasText: 'The other one' })).toHaveCount(1);
    // The open run has the new name too.
    await page.keyboard.press('Escape');
    await expect(page).toHaveTitle(/A better name/);
    // Own scenarios are found by the search.
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search scenarios' })).toBeFocused();
    await page.keyboard.type('the other one');
    await expect(own(page)).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle(/The other one/);
  });
  await test.step('axe finds no violation in the library, and nothing is wider than the window', async () => {
    await play.first(0.2);
    await page.getByRole('button', { name: 'Edit title and notes' }).click();
    const name = 'A scenario with a long name that needs more than one line on every screen';
    await page.getByRole('textbox', { name: 'Title' }).fill(name);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveTitle(new RegExp(name));
    await play.library();
    await expect(own(page).filter({ hasText: name })).toHaveCount(1);
    await looksRight(page);
    const size = page.viewportSize()!;
    for (const width of [320, 390, 700, 1024, 1440]) {
      await page.setViewportSize({ ...size, width });
      const beyond = await page.evaluate(async () => {
        await new Promise(requestAnimationFrame);
        const cards = [...document.querySelectorAll('[data-card]')];
        const right = Math.max(...cards.map((card) => card.getBoundingClientRect().right));
        const inside = [...document.querySelectorAll('[data-card] b')].every(
          (title) => title.scrollWidth <= title.clientWidth + 1,
        );
        const { scrollWidth } = document.documentElement;
        return { page: scrollWidth - innerWidth, cards: right > innerWidth, inside };
      });
      expect(beyond, String(width)).toEqual({ page: 0, cards: false, inside: true });
    }
  });
});

test('on a phone a tap opens a scenario @phone', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  await page.getByTitle('Open another scenario').tap();
  const library = page.locator('main.library');
  await library.getByRole('button', { name: 'Oscillation' }).tap();
  // A challenge opens paused.
  await library.locator('[data-preset]').filter({ hasNotText: 'Challenge' }).first().tap();
  await expect(library).toBeHidden();
  await play.reaches(0.2);
  await expect(page).not.toHaveTitle(/Bufferbloat on a home/);
});

test('a preset that is played is not kept; what is built is there after the tab is closed at once', async ({
  page,
  context,
  watch,
}) => {
  const play = new Playground(page);
  await play.first(1);
  const empty = await libraryOf(context);
  await expect(empty.locator('[data-preset]').first()).toBeVisible();
  await expect(own(empty)).toHaveCount(0);
  await empty.close();

  await changeRate(play, '33');
  const at = await play.now();
  // A value reaches the document within a tenth of a second; before that a closed tab loses it.
  await expect(page.getByRole('button', { name: /^CBR burst 33 / })).toBeVisible();
  // With runBeforeUnload, close() does not wait.
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;

  watch(context);
  const next = await libraryOf(context);
  await expect(own(next)).toHaveCount(1);
  await expect(own(next)).toContainText('Bufferbloat on a home uplink, and the fix, modified');
  await expect(own(next)).toContainText('today');
  expect(await own(next).locator('path').count()).toBeGreaterThan(2);
  await own(next).click();
  const again = new Playground(next);
  await again.isAt('paused');
  await expect(again.field('Bandwidth')).toHaveValue('33');
  expect(await again.timeline()).toMatchObject([{ set: 'link.rateMbps', to: 33 }]);
  expect(await again.now()).toBeCloseTo(at, 1);
});

test('two tabs with the same scenario do not overwrite each other', async ({ page, context }) => {
  await build(page, 'Shared');
  const second = await libraryOf(context);
  await own(second).click();
  const other = new Playground(second);
  await other.isAt('paused');
  await changeRate(other, '70');
  await changeRate(new Playground(page), '80');
  await expect(page.getByText('Another tab has changed this scenario.')).toBeVisible();
  const third = await libraryOf(context);
  await expect(own(third)).toHaveCount(2);
  const rates: string[] = [];
  for (const index of [0, 1]) {
    await own(third).nth(index).click();
    await expect(third.locator('main.library')).toBeHidden();
    const play = new Playground(third);
    await play.isAt('paused');
    rates.push(await play.field('Bandwidth').inputValue());
    await play.library();
  }
  expect(rates.sort()).toEqual(['70', '80']);
});

test('all own scenarios are exported to a file, and added again in another browser', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  const play = await build(page, 'One');
  await play.pasteStopped({ ...UPLINK, title: 'Two' });
  await changeRate(play);
  await play.library();
  await expect(own(page)).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all' }).click();
  const file = await (await download).path();

  const other = await browser.newContext({ ...(baseURL && { baseURL }) });
  watch(other);
  const empty = await libraryOf(other);
  await expect(own(empty)).toHaveCount(0);
  const open = empty.getByRole('button', { name: 'Open a file' });
  await open.click();
  await empty.getByLabel('Scenario file').setInputFiles(file);
  await expect(empty.getByText('2 scenarios were added.')).toBeVisible();
  await expect(own(empty)).toHaveCount(2);
  // Once is enough.
  await open.click();
  await empty.getByLabel('Scenario file').setInputFiles(file);
  await expect(empty.getByText('0 scenarios were added, 2 were here already.')).toBeVisible();
  await expect(own(empty)).toHaveCount(2);
  await other.close();
});

test('a full storage is said, and the open run and its link go on', async ({ page, context }) => {
  const play = new Playground(page);
  await play.open();
  const browser = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  const quota = (quotaSize?: number): Promise<unknown> =>
    browser.send('Storage.overrideQuotaForOrigin', {
      origin,
      ...(quotaSize !== undefined && { quotaSize }),
    });
  await quota(1);
  await build(page, 'No room');
  await changeRate(play, '55');
  await expect(page.getByText(/This browser cannot keep your scenario/)).toBeVisible();
  await expect(play.field('Bandwidth')).toHaveValue('55');
  await play.library();
  await expect(page.getByText(/This browser keeps nothing/)).toBeVisible();
  // The work is still listed with its latest state, and can be exported.
  await expect(own(page)).toContainText('not kept');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('55');
  await page.keyboard.press('Escape');
  await expect(page).toHaveTitle(/No room/);
  await quota();
  await changeRate(play, '66');
  const next = await libraryOf(context);
  await own(next).click();
  await expect(new Playground(next).field('Bandwidth')).toHaveValue('66');
});
