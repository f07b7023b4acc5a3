import { Playground } from './playground.ts';
import { expect, test } from './support/test.ts';

test('bufferbloat is visible within five seconds, and one control fixes it', async ({ page }) => {
  const play = new Playground(page);
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

test('undo restores the bloat and does not move the playhead', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  await play.reaches(2);
  await page.getByRole('button', { name: 'Switch lane 1 to CoDel' }).click();
  await play.reaches(4);
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
