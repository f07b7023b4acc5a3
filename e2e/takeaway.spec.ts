import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { decodeLink } from '../web/src/core/state/read-link.ts';
import { encodeLink } from '../web/src/core/state/share.ts';
import { Playground, UPLINK } from './playground.ts';
import { axe } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const sheetOf = (page: Page) => page.getByRole('complementary', { name: 'Take away' });

/** Opens a section of the sheet, and saves the file of a button. */
async function saved(page: Page, section: string, name: string): Promise<Buffer> {
  const head = sheetOf(page).getByRole('button', { name: new RegExp(`^${section}`) });
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  const download = page.waitForEvent('download');
  await sheetOf(page).getByRole('button', { name, exact: true }).click();
  return readFileSync(await (await download).path());
}

test('files hold the run and its link, and the opened link says that it is reproduced', async ({
  page,
  browser,
  watch,
}) => {
  const play = new Playground(page);
  await play.stopped({ ...UPLINK, durationS: 4 });
  await page.getByRole('button', { name: 'Take away' }).click();
  await expect(sheetOf(page)).toBeVisible();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await play.finish();
  const link = await page.evaluate(() => location.href);
  await expect(sheetOf(page).getByLabel('Link to this run')).toHaveValue(link);

  const csv = (await saved(page, 'Data', 'Save CSV, full rate')).toString();
  expect(csv).toContain(`# link: ${link}\n`);
  const rows = csv.split('\n').filter((line) => /^\d/.test(line));
  expect(rows).toHaveLength(2 * 400);
  const digests = await play.digests();
  const json = JSON.parse((await saved(page, 'Data', 'Save JSON summary')).toString()) as {
    untilS: number;
    lanes: { digest: string }[];
    about: { link: string };
  };
  expect(json).toMatchObject({ untilS: 4, about: { link } });
  expect(json.lanes.map(({ digest }) => digest)).toEqual(digests);
  const svg = (await saved(page, 'Pictures', 'Save All plots as SVG')).toString();
  expect(svg).toContain('>Queue delay<');
  expect(svg).toContain('#ffffff');
  await sheetOf(page).getByRole('radio', { name: 'PNG 3×' }).check();
  const png = await saved(page, 'Pictures', 'Save Queue delay as PNG');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(3 * 960);

  const script = (await saved(page, 'Script', 'Save script')).toString();
  expect(script).toContain(link);
  expect(script).toContain('codel');
  await sheetOf(page).getByRole('combobox', { name: 'Program' }).selectOption('ns3');
  await expect(sheetOf(page).getByRole('textbox', { name: 'Script' })).toHaveValue(
    /CoDelQueueDisc/,
  );
  await expect(sheetOf(page).getByRole('heading', { name: 'Does not carry over' })).toBeVisible();

  const context = await browser.newContext();
  watch(context);
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.locator('[data-verdict=same]')).toBeVisible();
  for (const width of [961, 1024, 1280, 1440]) {
    await other.setViewportSize({ width, height: 768 });
    const overflows = (): Promise<number> =>
      other.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflows, { message: `${width} px` }).toBeLessThanOrEqual(0);
  }
  // A link to another run than the digest says: one digit differs.
  const opened = await decodeLink(new URL(link).hash);
  if (!opened.ok || !opened.shared.check) throw new Error('the link has no check');
  const { check } = opened.shared;
  const [first] = check.digests;
  const wrong = (first.startsWith('0') ? '1' : '0') + first.slice(1);
  const hash = await encodeLink({
    ...opened.shared,
    check: { version: '0.0.9', digests: [wrong, ...check.digests.slice(1)] },
  });
  await other.goto('about:blank');
  await other.goto(link.replace(/#.*/, '') + hash);
  await other.locator('[data-verdict=differs]').click();
  await expect(sheetOf(other)).toContainText('1: Drop-tail differs; 2: CoDel is the same');
  await expect(sheetOf(other)).toContainText('made with version 0.0.9');
  await context.close();
});

test('the sheet works by keyboard, and its table has the numbers of the page', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const play = new Playground(page);
  await play.stopped(UPLINK);
  await page.keyboard.press(' ');
  await play.reaches(2);
  await page.keyboard.press(' ');
  await play.isAt('paused');
  await play.settles();
  const before = page.getByRole('button', { name: 'Keyboard and help' });
  await before.focus();
  await page.keyboard.press('a');
  const sheet = sheetOf(page);
  await expect(sheet.getByRole('button', { name: 'Close Take away' })).toBeFocused();
  expect((await axe(page).include('.take-away').analyze()).violations).toEqual([]);
  const table = sheet.getByRole('button', { name: /^Table/ });
  await table.focus();
  await page.keyboard.press('Enter');
  await expect(table).toHaveAttribute('aria-expanded', 'true');
  const copy = sheet.getByRole('button', { name: 'Copy table' });
  await copy.focus();
  await page.keyboard.press('Enter');
  await expect(sheet.getByText('Table copied.')).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const rows = text.split('\n').filter((line) => /^\| (1: Drop-tail|2: CoDel) /.test(line));
  expect(rows).toHaveLength(2);
  for (const lane of [0, 1]) {
    const numbers = page.locator(`[data-lane="${lane}"] dd`);
    const shown = (await numbers.allInnerTexts()).map((one) => /[\d.,–]+/.exec(one)?.[0]);
    const cells = rows[lane]
      .split(' | ')
      .slice(1)
      .map((one) => one.replace(/ \|$/, ''));
    expect([...cells].sort()).toEqual([...shown].sort());
  }
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(before).toBeFocused();
});

test('on a phone the sheet fills the page below the header @phone', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  await play.reaches(0.5);
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('menuitem', { name: 'Take away' }).click();
  const sheet = sheetOf(page);
  await expect(sheet).toBeVisible();
  for (const name of ['Data', 'Pictures', 'Script', 'Table', 'Link']) {
    await sheet.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    expect((await axe(page).include('.take-away').analyze()).violations, name).toEqual([]);
    expect(await sheet.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  }
  await sheet.getByRole('button', { name: 'Close Take away' }).click();
  await expect(sheet).toBeHidden();
});
