import { Playground, preset } from './playground.ts';
import { expect, test } from './support/test.ts';

test('a reverse bottleneck and further hops have plots, numbers and controls', async ({ page }) => {
  const play = new Playground(page);
  await test.step('the reverse bottleneck of an upload has plots, numbers and controls', async () => {
    await play.finished(preset('upload-beside-download'));
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
    // Over the whole run: the numbers otherwise begin at the last change, where the upload ends.
    const span = page.getByRole('group', { name: 'Time span of the headline numbers' });
    await span.getByRole('radio', { name: 'Whole run' }).check();
    const means = page.locator('[data-row="reverse"] td:nth-of-type(1)');
    await expect.poll(async () => Number(await means.first().innerText())).toBeGreaterThan(100);

    // Other plots of it replace this one, and the link keeps the choice.
    await delay.getByRole('button', { name: 'Reverse queue delay', exact: true }).click();
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
  await test.step('a path of several hops has plots, numbers and controls of each hop', async () => {
    await play.finished(preset('queue-in-the-modem'));
    // The discipline of the lane does not control the queue of the modem.
    const modem = page.getByRole('figure', { name: 'Hop 2: queue delay' });
    await expect(modem).toBeVisible();
    const hops = page.getByRole('group', { name: 'Hops of the path' });
    await expect(hops).toContainText('The disciplines of the lanes run at hop 1.');
    await page.getByRole('button', { name: 'Whole run' }).last().click();
    await play.settles();
    const span = page.getByRole('group', { name: 'Time span of the headline numbers' });
    await span.getByRole('radio', { name: 'Whole run' }).check();
    const means = hops.locator('[data-row="hop"] td:nth-of-type(1)');
    await expect.poll(async () => Number(await means.first().innerText())).toBeGreaterThan(50);

    // Its values change at the playhead, and the label names the hop.
    await page.getByLabel('Time cursor in Queue delay').press('Home');
    await page.getByLabel('Time cursor in Queue delay').press('ArrowRight');
    await page.getByLabel('Time cursor in Queue delay').press('Enter');
    const before = await play.digests();
    await play.field('Hop bandwidth').fill('5');
    await play.field('Hop bandwidth').press('Enter');
    const queue = hops.getByRole('switch', { name: 'Hop queue' });
    await expect(queue).toBeChecked();
    await queue.press(' ');
    const sets = (await play.timeline()).map(({ set }) => set);
    for (const name of ['rateMbps', 'queue']) expect(sets).toContain(`link.hopsAfter.0.${name}`);
    expect(await play.digests()).not.toEqual(before);
    await expect(page.locator('.labels')).toContainText('hop 2 bandwidth 20 → 5 Mbit/s');

    // A further hop, and one less.
    await page.getByText('More', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Add a hop before' }).click();
    await expect(page.getByRole('figure', { name: 'Hop 3: queue delay' })).toBeVisible();
    expect((await play.timeline()).map(({ set }) => set)).toEqual(expect.arrayContaining(sets));
    await hops.getByRole('button', { name: 'Remove hop 1' }).click();
    await hops.getByRole('button', { name: 'Remove hop 2' }).click();
    await expect(hops).toBeHidden();
    await expect(page.getByRole('figure', { name: /^Hop/ })).toHaveCount(0);
  });
});
