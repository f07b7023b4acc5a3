import { Playground, scenarioFile } from './playground.ts';
import { expect, test } from './support/test.ts';

test('the reverse bottleneck of an upload has plots, numbers and controls', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  await play.pasteGood(scenarioFile('upload-beside-download'));
  await play.finish();
  const delay = page.getByRole('figure', { name: 'Reverse queue delay' });
  await expect(delay).toBeVisible();

  // While the upload runs, ACKs wait behind its data under drop-tail, and hardly under FQ-CoDel.
  const cursor = delay.getByRole('slider');
  await cursor.focus();
  await cursor.press('Home');
  const ms = async (lane: string): Promise<number> => {
    const text = (await cursor.getAttribute('aria-valuetext')) ?? '';
    return Number(new RegExp(`${lane} ([\\d.]+)\\s`).exec(text)?.[1]);
  };
  await expect.poll(() => ms('Drop-tail')).toBeGreaterThan(500);
  expect(await ms('FQ-CoDel')).toBeLessThan(100);
  const means = page.locator('[data-row="reverse"] td:nth-of-type(1)');
  expect(Number(await means.first().innerText())).toBeGreaterThan(100);

  // Other plots of it replace this one, and the link keeps the choice.
  await delay.getByRole('button', { name: 'Reverse queue delay' }).click();
  await page.getByLabel('Reverse utilization', { exact: true }).click();
  await expect(page.getByRole('figure', { name: 'Reverse utilization' })).toBeVisible();
  await play.settles();
  await page.reload();
  await expect(page.getByRole('figure', { name: 'Reverse utilization' })).toBeVisible();

  // Rate, buffer and discipline change at the playhead.
  await play.reaches(80);
  await page.getByLabel('Time cursor in Queue delay').press('Home');
  await page.getByLabel('Time cursor in Queue delay').press('Enter');
  const before = await play.digests();
  await play.field('Reverse bandwidth').fill('5');
  await play.field('Reverse bandwidth').press('Enter');
  await play.field('Reverse buffer').fill('15000');
  await play.field('Reverse buffer').press('Enter');
  await page.getByRole('switch', { name: 'Reverse queue' }).press(' ');
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('codel');
  const sets = (await play.timeline()).map(({ set }) => set);
  for (const name of ['rateMbps', 'buffer', 'queue'])
    expect(sets).toContain(`link.reverse.${name}`);
  expect(await play.digests()).not.toEqual(before);
  await expect(page.locator('.labels')).toContainText('reverse bandwidth 1 → 5 Mbit/s');
});
