import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { looksRight } from './support/axe.ts';

/** The item with the least work: four rows, two runs of 20 s. */
const CHEAP = '#papers/pan-2013-pie/6';
const TABLE_1B = '#papers/schwardmann-2014/1b';

async function open(page: Page, hash: string): Promise<void> {
  await page.goto(`./${hash}`);
  await expect(page.locator('section[aria-label=Papers]')).toBeAttached();
}
const cell = (page: Page, place: string): Locator => page.locator(`[data-cell="${place}"]`);
const progress = (page: Page): Locator => page.getByRole('progressbar');

test('a cell runs, keeps its result over a reload, and opens live; columns keep their widths', async ({
  page,
}) => {
  await test.step('a cell runs, keeps its result over a reload, and opens live with a way back', async () => {
    await open(page, CHEAP);
    await expect(page).toHaveTitle(/^Fig\. 6, Pan et al\./);
    await expect(cell(page, '0/0')).toHaveAccessibleName(/not run/);
    await cell(page, '0/0').click();
    await page.keyboard.press('r');
    await expect(cell(page, '0/0')).toHaveClass(/\bdone\b/);
    // Both rows of the run have their value, the others wait.
    await expect(page.getByRole('region', { name: 'Selected cell' })).toContainText(
      /1\s+run in .* by version \d/,
    );
    await expect(page.getByText('Waits for runs.').first()).toBeVisible();
    const value = await cell(page, '0/0').innerText();
    expect(value).toMatch(/^\d+$/);

    await expect(progress(page)).toHaveCount(0);
    // Results are written together, a little later.
    await page.waitForTimeout(700);
    await page.reload();
    await expect(cell(page, '0/0')).toHaveText(value);

    await cell(page, '0/1').click();
    await page.keyboard.press('Enter');
    const back = page.getByRole('link', { name: 'Back to Fig. 6' });
    await expect(back).toBeVisible();
    await expect(page).toHaveTitle(/^Pan et al\., Fig\. 6: burst of 100 ms/);
    await expect(page.locator('[data-lane="0"]')).toBeFocused();
    await back.click();
    await expect(cell(page, '0/1')).toBeFocused();
    await expect(cell(page, '0/0')).toHaveText(value);
  });
  await test.step('columns keep their widths while cells fill', async () => {
    await open(page, '#papers/schwardmann-2014/1a');
    const widths = (): Promise<number[]> =>
      page
        .locator('[data-cell]')
        .evaluateAll((cells) => cells.slice(0, 6).map((one) => one.getBoundingClientRect().width));
    const before = await widths();
    // The second row has a deviation with five characters, a sign and a triangle.
    for (const first of ['0/0', '3/0']) {
      await cell(page, first).click();
      await page.keyboard.press('Shift+R');
    }
    await expect(cell(page, '5/0')).toHaveClass(/\bdone\b/);
    await expect(cell(page, '5/0')).toContainText('△11.');
    // Every counter is inside its card: nothing that is on the page is cut at an edge.
    const counters = page.getByText(/\d+ of \d+ runs/).locator('visible=true');
    expect(await counters.count()).toBeGreaterThan(0);
    for (const counter of await counters.all())
      expect(await counter.evaluate((e) => e.scrollWidth - e.clientWidth)).toBeLessThanOrEqual(0);
    expect(await widths()).toEqual(before);
  });
});

test('addresses, arrow keys, computed cells, other readings, and a paper of somebody else; all looks right', async ({
  page,
}) => {
  await test.step('an unknown address has a message and the list; a table is one tab stop with arrow keys', async () => {
    await open(page, '#papers/schwardmann-2014/1z');
    await expect(page.getByRole('alert')).toContainText('no table or figure "1z"');
    await page
      .getByRole('link', { name: /Pan et al/ })
      .first()
      .click();
    await expect(page).toHaveTitle(/Pan et al/);
    await open(page, TABLE_1B);
    const first = cell(page, '0/0');
    await expect(page.locator('[data-cell][tabindex="0"]')).toHaveCount(1);
    await first.focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    // The second line, PIE, mean delay.
    const chosen = page.locator('[data-cell]:focus');
    await expect(chosen).toHaveAccessibleName(/^PIE, 10 ms RTT, mean delay: published 4\.70 ms/);
    await expect(chosen).toHaveAttribute('tabindex', '0');
    await expect(page.getByRole('region', { name: 'Selected cell' })).toContainText(
      'PIE, 10 ms RTT',
    );
    await page.keyboard.press('End');
    await expect(page.locator('[data-cell]:focus')).toHaveAccessibleName(
      /^Adaptive RED, 10 ms RTT/,
    );
  });
  await test.step('a computed cell opens its operating point live; all results are saved as a file', async () => {
    await open(page, '#papers/pan-2013-pie/14');
    await expect(cell(page, '0/0')).toHaveText(/^29\.6/);
    await page.getByRole('button', { name: 'Open live' }).click();
    await expect(page).toHaveTitle(/^PIE: phase margin 30°/);
    await page.getByRole('link', { name: 'Back to Fig. 14' }).click();
    await expect(cell(page, '0/0')).toBeFocused();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export results' }).click();
    await page.getByRole('menuitem', { name: /^CSV/ }).click();
    expect((await file).suggestedFilename()).toBe('aqm-papers.csv');
  });
  await test.step('other readings have their own tables, whose cells open live on their lane', async () => {
    await open(page, '#papers/schwardmann-2014');
    await page.getByLabel('Reading of the paper').selectOption('Inferred from Table 1');
    await expect(page).toHaveURL(/#papers\/schwardmann-2014\/1a-inferred$/);
    // The last of three: the inferred ARED at 1 Mbit/s.
    await cell(page, '2/0').click();
    await page.getByRole('button', { name: 'Open live' }).click();
    const card = page.getByRole('article', { name: 'Lane 3: Adaptive RED' });
    await expect(card).toBeFocused();
    await card.getByRole('button', { name: 'Parameters of Adaptive RED' }).click();
    await expect(page.getByRole('combobox', { name: 'Variant' })).toHaveValue('schwardmann2014');
  });
  await test.step('a paper of somebody else is opened from its files and run', async () => {
    await open(page, '#papers');
    const scenario = `{ "version": 1, "durationS": 3, "link": { "rateMbps": 2, "rttMs": 20,
    "buffer": { "packets": 50 } }, "queues": [{ "kind": "droptail" }, { "kind": "codel" }],
    "traffic": [{ "kind": "bulk" }] }`;
    const paper = (of: string): string => `{ "version": 1, "name": "mine", "authors": "Mine et al.",
    "title": "A small paper", "citation": "Mine: A small paper", "items": [{ "id": "1",
    "label": "Table 1", "title": "Delays", "plan": "1.json", "measures": [{ "name": "delay",
    "of": "${of}", "label": "mean delay", "unit": "ms" }], "findings": [{
    "claim": "CoDel is shorter", "holds": ["delay[codel] < delay[droptail]"] }] }] }`;
    const file = (name: string, text: string) => ({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
    const plan = file('1.json', `{ "version": 1, "scenario": ${scenario} }`);
    const input = page.getByLabel('Files of a paper');
    await input.setInputFiles([file('paper.json', paper('queueDelay')), plan]);
    const notice = page.getByRole('alert').filter({ hasText: 'cannot be opened as a paper' });
    await expect(notice).toContainText('items[0].measures[0].of');
    await input.setInputFiles([file('paper.json', paper('queueDelayMs.mean')), plan]);
    await expect(page).toHaveURL(/#papers\/mine\/1$/);
    await expect(page.getByRole('heading', { name: 'Table 1', exact: true })).toBeVisible();
    await page.getByRole('button', { name: /^Run (all|the other)/ }).click();
    await expect(page.getByRole('region', { name: /^Findings/ })).toContainText('Holds.');
  });
  await test.step('axe finds no violation, and nothing is wider than the page', async () => {
    for (const hash of [TABLE_1B, '#papers']) {
      await open(page, hash);
      await looksRight(page);
    }
  });
});

test('on a phone the table shows one discipline, and the list leads to it @phone', async ({
  page,
}) => {
  await open(page, '#papers');
  await page.getByRole('link', { name: /Schwardmann et al/ }).click();
  await expect(page.getByRole('heading', { name: 'Table 1a', exact: true })).toBeVisible();
  await expect(cell(page, '0/0')).toBeVisible();
  await expect(cell(page, '1/0')).toBeHidden();
  await page.getByRole('radio', { name: 'PIE' }).locator('..').click();
  await expect(cell(page, '1/0')).toBeVisible();
  await expect(cell(page, '0/0')).toBeHidden();
  // A press opens the details in a sheet, and moves the focus into it. Escape and Back close it and return the focus.
  const sheet = page.getByRole('region', { name: 'Selected cell' }).first();
  const handle = sheet.getByRole('button', { name: /Pull up|Fold/ });
  await expect(handle).toHaveAttribute('aria-expanded', 'false');
  for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await cell(page, '1/1').tap();
    await expect(sheet).toContainText('PIE, 1 Mbit/s');
    await expect(handle).toHaveAttribute('aria-expanded', 'true');
    await expect(sheet.locator('.body :focus')).toBeAttached();
    await close();
    await expect(handle).toHaveAttribute('aria-expanded', 'false');
    await expect(cell(page, '1/1')).toBeFocused();
  }
  await page.getByRole('link', { name: 'Papers', exact: true }).last().click();
  await expect(page.getByRole('link', { name: /Pan et al/ })).toBeVisible();
});

test.describe('without a simulator', () => {
  test.use({ allowed: [/batch-worker/] });

  test('failed runs mark their cells and can be run again', async ({ page }) => {
    await page.route(/batch-worker/, (route) => route.abort());
    await open(page, CHEAP);
    await cell(page, '0/0').click();
    await page.keyboard.press('r');
    await expect(cell(page, '0/0')).toHaveText('failed');
    await expect(page.getByRole('alert')).toContainText('1 run has failed');
    // The first two rows share this run.
    await expect(cell(page, '1/0')).toHaveText('failed');
    await expect(cell(page, '2/0')).toHaveAccessibleName(/not run/);
    await page.unroute(/batch-worker/);
    await page.getByRole('alert').getByRole('button', { name: 'Run again' }).click();
    await expect(cell(page, '0/0')).toHaveClass(/\bdone\b/);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
