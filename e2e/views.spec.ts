import { Playground, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';

const titles = (play: Playground): Promise<string[]> =>
  play.page
    .locator('figure h3')
    .evaluateAll((all) => all.map((h3) => h3.firstChild?.textContent ?? ''));

test('plots are chosen and ordered by keyboard, and the link keeps the choice', async ({
  page,
  context,
}) => {
  const play = new Playground(page);
  await play.open();
  await play.pasteStopped(UPLINK);
  await page.keyboard.press(' ');
  await play.reaches(1);
  await play.pause();
  expect(await titles(play)).toEqual(['Queue delay', 'Drops and marks', 'Utilization']);
  const button = page.getByRole('button', { name: 'Choose plots' });
  await button.focus();
  await button.press('Enter');
  const list = page.getByRole('dialog', { name: 'Plots' });
  await expect(list.getByLabel('Queue delay', { exact: true })).toBeFocused();
  await list.getByLabel('Queue length', { exact: true }).focus();
  await page.keyboard.press('Space');
  await list.getByRole('button', { name: 'Move Queue length up' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await list.getByLabel('Drops and marks', { exact: true }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  const chosen = ['Queue delay', 'Queue length', 'Utilization'];
  expect(await titles(play)).toEqual(chosen);
  await play.settles();
  const other = new Playground(await context.newPage());
  await other.page.goto(page.url());
  await other.isAt('paused');
  expect(await titles(other)).toEqual(chosen);
  // The last plot cannot be switched off.
  await button.click();
  await list.getByLabel('Queue length', { exact: true }).uncheck();
  await list.getByLabel('Utilization', { exact: true }).uncheck();
  await expect(list.getByLabel('Queue delay', { exact: true })).toBeDisabled();
});
