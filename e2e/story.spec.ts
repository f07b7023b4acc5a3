import { Playground } from './playground.ts';
import { expect, test } from './support/test.ts';

test('bufferbloat is visible within five seconds, one control fixes it, and undo brings it back', async ({
  page,
}) => {
  const play = new Playground(page);
  await test.step('bufferbloat is visible within five seconds, and one control fixes it', async () => {
    await play.open();
    await play.isAt('playing');
    await play.reaches(5);
    expect(await play.number(0, 'mean')).toBeGreaterThan(100);
    expect(await play.number(1, 'mean')).toBeLessThan((await play.number(0, 'mean')) / 3);

    await page.getByRole('button', { name: 'Switch lane 1 to CoDel' }).click();
    await expect(page.getByText('Fixed.')).toBeVisible();
    await expect(play.changes).toHaveAttribute('data-changes', '1');
    await play.speed('5');
    await play.reaches(25);
    await page.getByLabel('Visible time').selectOption('10');
    await play.pause();
    expect(await play.number(0, 'mean')).toBeLessThan(30);
    expect(await play.number(0, 'utilization')).toBeGreaterThan(85);
  });
  await test.step('undo restores the bloat and does not move the playhead', async () => {
    await play.first(2);
    await page.keyboard.press(' ');
    await page.getByLabel('Lane 1: queue discipline').selectOption('codel');
    await play.reaches(3);
    await play.pause();
    const [at, cured] = [await play.now(), await play.digests()];
    await page.getByRole('button', { name: 'Undo' }).click();
    await play.isAt('paused');
    await play.settles();
    expect(await play.now()).toBe(at);
    expect((await play.digests())[0]).not.toBe(cured[0]);
    expect((await play.digests())[1]).toBe(cured[1]);
    await page.getByRole('button', { name: 'Redo' }).click();
    await play.settles();
    await expect.poll(() => play.digests()).toEqual(cured);
  });
});

test('my link: what is typed into a new scenario holds from the first packet', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  // A pinned cursor belongs to its run.
  await page
    .getByRole('slider', { name: /^Time cursor in/ })
    .first()
    .click({ position: { x: 120, y: 40 } });
  await expect(page.locator('.crosshair.pinned').first()).toBeVisible();
  await page.getByRole('link', { name: 'Papers' }).click();
  await page.getByRole('button', { name: 'New scenario' }).click();
  await play.isAt('paused');
  expect(await play.now()).toBe(0);
  await expect(page.locator('.crosshair.pinned')).toHaveCount(0);
  const bandwidth = play.field('Bandwidth');
  await expect(bandwidth).toBeFocused();
  await expect(bandwidth).toHaveAccessibleDescription(/Sets the start value\./);
  await page.keyboard.type('50');
  await page.keyboard.press('Enter');
  await play.field('Round-trip time').fill('30');
  await play.field('Round-trip time').press('Enter');
  await play.slider('TCP flows').press('ArrowRight');
  expect(await play.timeline()).toEqual([]);
  await page.getByRole('button', { name: 'Edit title and notes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Notes').fill('word '.repeat(61));
  await expect(dialog.getByText('The text has 61 words; expected at most 60.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByLabel('Notes').fill('How much buffer?');
  await dialog.getByLabel('Title').fill('My uplink');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByTitle('My uplink. Open another scenario')).toBeVisible();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await play.finish();
  const digests = await play.digests();

  await play.finished({
    version: 1,
    durationS: 60,
    link: { rateMbps: 50, rttMs: 30, buffer: { bdp: 1 } },
    queues: [{ kind: 'droptail' }, { kind: 'codel' }],
    traffic: [{ kind: 'bulk', flows: 5 }],
  });
  expect(await play.digests()).toEqual(digests);
});
