import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Playground } from './playground.ts';
import { command } from './support/aqm.ts';
import { axe } from './support/axe.ts';
import { expect, test } from './support/test.ts';

/** Opens a preset from the library. */
async function openPreset(page: Page, id: string): Promise<Playground> {
  const play = new Playground(page);
  await play.open();
  await page.goto('./#library');
  await page.locator(`[data-preset="${id}"]`).click();
  return play;
}

/** Returns what `aqm grade` finds changed without permission in a link for a challenge. */
async function changed(challenge: string, link: string): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'aqm-play-'));
  try {
    const file = join(folder, 'links.txt');
    writeFileSync(file, `Ada ${link}\n`);
    const path = join(import.meta.dirname, `../scenarios/challenges/${challenge}.json`);
    const text = execFileSync(await command(), ['grade', path, file, '--json', '--seeds', '7..8'], {
      encoding: 'utf8',
    });
    return (JSON.parse(text) as { handIns: { changed: unknown }[] }).handIns[0]?.changed;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the user is the AQM: keys and the button drop packets, which the link hands in', async ({
  page,
}) => {
  const play = await openPreset(page, 'be-the-aqm');
  const card = page.locator('[data-lane="0"]');
  const button = card.getByRole('button', { name: 'Drop the next packet' });
  await expect(button).toBeVisible();
  await play.reaches(1);
  await page.keyboard.press('y');
  await expect(card.locator('[data-dropped]')).toHaveAttribute('data-dropped', '1');
  await button.click();
  await expect(card.locator('[data-dropped]')).toHaveAttribute('data-dropped', '2');
  await button.press('Enter');
  await expect(card.locator('[data-dropped]')).toHaveAttribute('data-dropped', '3');
  await play.pause();
  // The challenge leaves the drops free, and the controls act at the playhead.
  await expect(page.getByRole('region', { name: 'Goals' })).toContainText('measured');
  expect((await axe(page).analyze()).violations).toEqual([]);
  await page.keyboard.press('Control+z');
  await expect(card.locator('[data-dropped]')).toHaveAttribute('data-dropped', '2');
  await play.settles();
  const drops = (await play.timeline()).filter(({ set }) => set === 'queues.0.dropNext');
  expect(drops.reduce((sum, { to }) => sum + Number(to), 0)).toBe(2);
  expect(await changed('be-the-aqm', page.url())).toEqual([]);
});

test(
  'the user is the sender: a finger sets the rate, and the queue is covered',
  { tag: '@phone' },
  async ({ page }) => {
    const play = await openPreset(page, 'you-are-the-sender');
    const pad = page.getByRole('slider', { name: 'Your rate' });
    await expect(pad).toBeVisible();
    await expect(page.locator('[data-plot]')).toHaveCount(0);
    await expect(page.locator('[data-back="rate"]')).not.toContainText('–');
    const box = (await pad.boundingBox())!;
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height * 0.75);
    await expect(pad).toHaveAttribute('aria-valuetext', /^7\.[345]/);
    await pad.press('ArrowUp');
    await expect(pad).toHaveAttribute('aria-valuetext', /^(7\.9|8\.)/);
    await expect(page.locator('[data-back="rate"]')).toContainText(/[78]\.\d/);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    expect((await axe(page).analyze()).violations).toEqual([]);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Uncover the queue' }).click();
    await expect(page.locator('[data-plot]').first()).toBeVisible();
    await expect(pad).toHaveCount(0);
    await page.getByRole('button', { name: 'Cover it again' }).click();
    await expect(pad).toBeVisible();
    await play.settles();
    // The link holds the view of the sender, and the rates.
    await page.goto('about:blank');
    await page.goBack();
    await expect(pad).toBeVisible();
    const rates = (await play.timeline()).filter(({ set }) => set === 'traffic.0.rateMbps');
    expect(rates.length).toBeGreaterThan(0);
  },
);
