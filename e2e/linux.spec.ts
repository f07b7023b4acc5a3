import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { expect, test } from './support/test.ts';
import { looksRight } from './support/axe.ts';

interface Results {
  readonly tables: readonly {
    readonly rows: readonly {
      readonly title: string;
      readonly values: readonly ({
        readonly measured: number;
        readonly tolerance: number;
      } | null)[];
    }[];
  }[];
}
const results = (name: string): Results =>
  JSON.parse(readFileSync(`docs/validation/${name}.json`, 'utf8')) as Results;

async function open(page: Page, path = ''): Promise<void> {
  await page.goto(`./#linux${path}`);
  await expect(page.getByRole('heading', { name: 'Measured with Linux' })).toBeVisible();
}
const lines = (page: Page) =>
  page
    .getByRole('table', { name: /rows: / })
    .locator('tbody')
    .getByRole('row');

test('rows of Linux are found from papers, opened live by keyboard, and named at a lane; all looks right', async ({
  page,
}) => {
  await test.step('the papers lead to the rows of the results, whose measure can be chosen', async () => {
    await page.goto('./#papers');
    await page.getByRole('link', { name: /^Linux end systems/ }).click();
    await expect(page.getByRole('heading', { name: 'Measured with Linux' })).toBeVisible();
    const [{ rows }] = results('linux').tables;
    await expect(lines(page)).toHaveCount(rows.length);
    await expect(lines(page).first()).toContainText(rows[0].title);
    await expect(lines(page).first()).toContainText(rows[0].values[0]!.measured.toFixed(2));
    // One row is far off, with the reason in docs/validation/linux.md.
    await expect(page.getByText('far outside')).toHaveCount(1);
    await page.getByRole('combobox', { name: 'Measure' }).selectOption('2');
    await expect(lines(page).first()).toContainText(rows[0].values[2]!.measured.toFixed(1));
    await page.getByRole('link', { name: 'Papers' }).first().click();
    await expect(page.locator('section[aria-label=Papers]')).toBeAttached();
  });
  await test.step('a row opens as a live run by keyboard, and the way back returns to it', async () => {
    await page.goto('./#linux/none');
    await expect(page.getByRole('alert')).toContainText('There is no table "none"');
    await open(page, '/testbed/cubic-and-reno');
    const buttons = page.locator('tbody button');
    await expect(page.locator('tbody button[tabindex="0"]')).toHaveCount(1);
    await buttons.first().focus();
    await page.keyboard.press('End');
    await expect(buttons.last()).toBeFocused();
    await page.keyboard.press('ArrowUp');
    const chosen = buttons.nth((await buttons.count()) - 2);
    await expect(chosen).toBeFocused();
    const title = (await chosen.innerText()).trim();
    await page.keyboard.press('Enter');
    const back = page.getByRole('link', { name: 'Back to the rows of Linux' });
    await expect(back).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(title.replaceAll(/[()]/g, '\\$&')));
    await back.click();
    await expect(page.locator('tbody button:focus')).toHaveText(title);
  });
  await test.step('the parameters of a lane say how far its numbers were checked', async () => {
    await page.goto('./');
    await page.getByRole('button', { name: 'Parameters of CoDel' }).click();
    await page.getByText('How far can I trust this lane?').click();
    await expect(page.getByText(/^Nearest row with real Linux TCP: CoDel/)).toBeVisible();
    await expect(
      page.getByText(/^(Bandwidth, round-trip time|Never checked with real TCP)/),
    ).toBeVisible();
    await page.getByRole('link', { name: 'All measured rows' }).click();
    await expect(page.getByRole('heading', { name: 'Measured with Linux' })).toBeVisible();
  });
  await test.step('axe finds no violation, and the table fits the page', async () => {
    await open(page, '/testbed/short-flows-of-cubic');
    await expect(lines(page).first()).toBeVisible();
    await looksRight(page);
  });
});
