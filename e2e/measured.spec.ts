import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Playground, UPLINK } from './playground.ts';
import { axe } from './support/axe.ts';
import { expect, test } from './support/test.ts';

/** Drops a file on the page, as a browser reports it. */
async function drop(page: Page, name: string, content: Buffer): Promise<void> {
  const data = await page.evaluateHandle(
    ([name, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name));
      return transfer;
    },
    [name, content.toString('base64')] as const,
  );
  for (const type of ['dragover', 'drop'])
    await page.dispatchEvent('body', type, { dataTransfer: data });
}

const card = (page: Page) => page.getByRole('region', { name: /^Measured/ });

test('a Flent file lies over its own run; a measured run is dragged in time, and stays with its scenario', async ({
  page,
}) => {
  const play = new Playground(page);
  await test.step('a saved Flent file, dropped on the page, lies over its own run', async () => {
    await play.open();
    await play.pasteStopped({ ...UPLINK, durationS: 4, warmupS: 0 });
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await play.finish();
    await page.keyboard.press('a');
    const sheet = page.getByRole('complementary', { name: 'Take away' });
    await sheet.getByRole('button', { name: /^Data/ }).click();
    const download = page.waitForEvent('download');
    await sheet.getByRole('button', { name: 'Save Flent data, 2: CoDel' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('test-uplink-lane-2.flent.gz');
    const content = readFileSync(await file.path());
    await page.keyboard.press('Escape');

    const digests = await play.digests();
    await drop(page, 'notes.txt', Buffer.from('Dear diary'));
    await expect(page.getByText(/notes\.txt is not drawn\. Line 1: /)).toBeVisible();
    await expect(card(page)).toBeHidden();
    await drop(page, 'own.flent.gz', content);
    await expect(card(page)).toContainText('own.flent.gz');
    const span = page.getByRole('group', { name: 'Time span of the headline numbers' });
    await span.getByRole('radio', { name: 'Whole run' }).check();
    const row = (name: string) => card(page).getByRole('row', { name: new RegExp(`^${name} `) });
    const cells = async (name: string): Promise<number[]> =>
      (await row(name).getByRole('cell').allInnerTexts()).map(Number);
    await expect
      .poll(async () => {
        const [own, lane] = [await cells('Measured'), await cells('2: CoDel')];
        return [Math.abs(own[0] / lane[0] - 1) < 0.01, Math.abs(own[3] - lane[3]) < 0.2];
      })
      .toEqual([true, true]);

    // The ping has a base, which the file knows; everything works by keyboard.
    await card(page)
      .getByRole('combobox', { name: /^Delay/ })
      .selectOption('Ping (ms) ICMP');
    const base = card(page).getByRole('textbox', { name: 'Base RTT of the measured run' });
    await expect(base).toHaveValue('40');
    const [before] = await cells('Measured');
    await base.fill('30');
    await base.press('Enter');
    await expect.poll(async () => (await cells('Measured'))[0] - before).toBeGreaterThan(9.5);
    const later = card(page).getByRole('button', { name: '0.1 s later' });
    await later.focus();
    await page.keyboard.press('Enter');
    await expect(
      card(page).getByRole('textbox', { name: 'Start of the measured run' }),
    ).toHaveValue('0.1');
    const plot = page.locator('[data-plot=queue-delay]');
    const cursor = plot.getByRole('slider', { name: /^Time cursor/ });
    await cursor.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(cursor).toHaveAttribute('aria-valuetext', /Measured \d/);
    expect((await axe(page).include('[data-measured]').analyze()).violations).toEqual([]);

    expect(await play.digests()).toEqual(digests);
    await card(page).getByRole('button', { name: 'Remove own.flent.gz' }).click();
    await expect(card(page)).toBeHidden();
  });
  await test.step('a measured run is dragged in time, is back after a reload, and stays with its scenario', async () => {
    await play.finished({ ...UPLINK, durationS: 8, warmupS: 0 });
    const rows = Array.from({ length: 60 }, (_, i) => `${i / 10};${41 + (i % 7)},5`);
    const csv = Buffer.from(['time_s;rtt_ms', ...rows].join('\n'));
    // The first file is read while its reader is still being loaded.
    await drop(page, 'ping.csv', csv);
    const dialog = page.getByRole('dialog', { name: 'Columns of ping.csv' });
    await dialog.getByRole('button', { name: 'Draw it' }).click();
    const start = card(page).getByRole('textbox', { name: 'Start of the measured run' });
    await expect(start).toHaveValue('0');
    const numbers = await play.digests();
    const link = await page.evaluate(() => location.href);

    const handle = page.getByRole('slider', { name: 'Start of Measured in the plot' });
    const box = (await handle.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y, { steps: 4 });
    const dragged = Number(await start.inputValue());
    expect(dragged).toBeGreaterThan(0.2);
    await page.keyboard.press('Escape');
    await expect(start).toHaveValue('0');
    await page.mouse.up();
    await handle.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(handle).toHaveAttribute('aria-valuetext', 'starts at 1.1 s, 0.1 s later');
    await expect(start).toHaveValue('1.1');
    // The handle keeps the pointer: no interval, no other time.
    await expect(page.getByRole('group', { name: 'Chosen interval' })).toBeHidden();
    expect(await play.now()).toBe(8);
    expect(await play.digests()).toEqual(numbers);
    expect((await axe(page).include('[data-plot=queue-delay]').analyze()).violations).toEqual([]);

    const own = card(page).getByRole('button', { name: 'Own minimum' });
    await own.click();
    await expect(own).toBeDisabled();
    const cells = (): Promise<string[]> =>
      card(page)
        .getByRole('row', { name: /^Measured / })
        .getByRole('cell')
        .allInnerTexts();
    const before = await cells();
    await page.reload();
    await expect(start).toHaveValue('1.1');
    await expect(own).toBeDisabled();
    await expect.poll(cells).toEqual(before);
    await play.settles();
    expect(await page.evaluate(() => location.href)).toBe(link);

    // A new scenario begins without it; it comes back with its own.
    await play.pasteGood({ ...UPLINK, title: 'Another', durationS: 9 });
    await expect(page.getByText(/^ping\.csv belongs to the former scenario/)).toBeVisible();
    await expect(card(page)).toBeHidden();
    await play.settles();
    await page.goBack();
    await expect(start).toHaveValue('1.1');
    await card(page).getByRole('button', { name: 'Remove ping.csv' }).click();
    await expect(card(page)).toBeHidden();
    const kept = (): Promise<number> =>
      page.evaluate(
        () =>
          new Promise<number>((done) => {
            const opening = indexedDB.open('aqm-measured');
            opening.onsuccess = () => {
              const counting = opening.result.transaction('runs').objectStore('runs').count();
              counting.onsuccess = () => done(counting.result);
            };
          }),
      );
    await expect.poll(kept).toBe(0);
  });
});

test('the columns of a chosen table are drawn, also on a phone @phone', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  await play.reaches(0.5);
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('menuitem', { name: 'Take away' }).click();
  const sheet = page.getByRole('complementary', { name: 'Take away' });
  await sheet.getByRole('button', { name: /^Data/ }).click();
  const rows = Array.from({ length: 40 }, (_, i) => `${i / 10},${i % 2},${41 + (i % 7)}`);
  await page.getByLabel('Files of measured runs').setInputFiles({
    name: 'ping.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['time_s,flow,rtt_ms', ...rows].join('\n')),
  });
  const dialog = page.getByRole('dialog', { name: 'Columns of ping.csv' });
  await expect(dialog.getByRole('combobox', { name: 'Value' })).toHaveValue('2');
  await expect(dialog.getByRole('cell', { name: '41', exact: true })).toBeVisible();
  expect((await axe(page).include('dialog[open]').analyze()).violations).toEqual([]);
  await dialog.getByRole('button', { name: 'Draw it' }).click();
  await expect(dialog).toBeHidden();
  await expect(sheet).toBeHidden();
  await expect(card(page)).toContainText('ping.csv');
  const overflows = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflows()).toBeLessThanOrEqual(0);
});
