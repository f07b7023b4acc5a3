import { Playground, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';

test('a slider that creates its group still follows the drag', async ({ page }) => {
  const play = new Playground(page);
  await play.first(1);
  const slider = play.slider('Constant bit rate');
  const box = (await slider.boundingBox())!;
  await page.mouse.move(box.x + 8, box.y + box.height / 2);
  await page.mouse.down();
  for (let i = 1; i <= 10; i++)
    await page.mouse.move(box.x + 8 + (i * (box.width - 16)) / 20, box.y + box.height / 2);
  await page.mouse.up();
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(80);
  await expect(slider).toBeFocused();
});

test('single keys work after a discipline is selected', async ({ page }) => {
  const play = new Playground(page);
  await play.stopped(UPLINK, 1);
  await page.keyboard.press(' ');
  const kind = page.getByLabel('Lane 1: queue discipline');
  await kind.selectOption('pie');
  await kind.focus();
  await page.keyboard.press('r');
  await expect(kind).toHaveValue('droptail');
  await expect.poll(() => play.now()).toBeLessThan(1);
  // While the run plays, numbers and address bar may be older than the present.
  await play.pause();
  expect((await play.timeline()).map((change) => change.to)).toEqual([{ kind: 'pie' }]);
  await kind.focus();
  await page.keyboard.press('c');
  await expect(page.locator('.notices')).toContainText('ink');
  expect(await play.timeline()).toHaveLength(1);
});

test('letters typed into an open list choose an entry and press no shortcut', async ({ page }) => {
  const play = new Playground(page);
  await play.stopped(UPLINK, 1);
  const before = await play.now();
  const control = page.getByRole('combobox', { name: 'Congestion control' });
  for (const open of [() => control.press('Space'), () => control.click()]) {
    await open();
    await expect(control.locator('option:focus')).toHaveCount(1);
    // "b" alone is a burst, "r" restarts the run.
    await page.keyboard.type('bbr');
    await page.keyboard.press('Enter');
    await expect(control).toHaveValue('bbr');
    expect((await play.timeline()).map(({ to }) => to)).toEqual(['bbr']);
    expect(await play.now()).toBe(before);
    await play.isAt('paused');
  }
  // A menu of the page.
  const lane = page.getByRole('button', { name: 'Add a lane' });
  for (const letters of ['c?', 'red']) {
    await lane.press('Enter');
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.type(letters);
    await page.keyboard.press('Alt+[');
    await expect(page.getByRole('menu')).toBeVisible();
    if (letters === 'red') await page.keyboard.press('Enter');
    else await page.keyboard.press('Escape');
  }
  await expect(page.locator('[data-lane="2"]')).toHaveAttribute('data-kind', 'red');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a reset to defaults can be undone', async ({ page }) => {
  const play = new Playground(page);
  await play.first(0.5);
  await page.getByLabel('Lane 1: queue discipline').selectOption('pie');
  await page.keyboard.press('Shift+R');
  await expect(page.locator('[data-lane="0"]')).toHaveAttribute('data-kind', 'droptail');
  await expect(play.changes).toHaveAttribute('data-changes', '0');
  await page.keyboard.press('Control+z');
  await expect(play.changes).toHaveAttribute('data-changes', '1');
});

test('Space plays and pauses after a mouse has used any control', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  // The code that releases the focus loads when the browser is idle.
  await play.reaches(3.2);
  await expect(page.getByRole('button', { name: 'New seed' })).toBeVisible();
  await page.waitForTimeout(500);
  const uses = [
    () => play.slider('Bandwidth').click({ position: { x: 60, y: 10 } }),
    () => page.getByRole('switch', { name: 'ECN' }).click(),
    () => page.getByRole('radio', { name: 'linear' }).click(),
  ];
  let playing = true;
  for (const use of uses) {
    await use();
    await page.keyboard.press('Space');
    playing = !playing;
    await play.isAt(playing ? 'playing' : 'paused');
  }
  await expect(page.getByRole('switch', { name: 'ECN' })).toBeChecked();
});

test('P enlarges the page, and a clicker plays', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  const size = (): Promise<string> =>
    page.locator('body').evaluate((body) => getComputedStyle(body).fontSize);
  expect(await size()).toBe('13px');
  await page.keyboard.press('p');
  await expect.poll(size).toBe('18px');
  await page.keyboard.press('PageDown');
  await play.isAt('paused');
  // A focused slider uses this key itself.
  await page.keyboard.press('k');
  await play.slider('Bandwidth').focus();
  await page.keyboard.press('PageDown');
  await play.isAt('playing');
  await expect(play.changes).toHaveAttribute('data-changes', '0');
  await page.reload();
  await expect.poll(size).toBe('18px');
  await page.keyboard.press('p');
  await expect.poll(size).toBe('13px');
});

test('single keys can be switched off', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  await play.reaches(0.1);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch', { name: 'Single keys' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('?');
  await page.keyboard.press('Space');
  await play.isAt('paused');
  await expect(dialog).toBeHidden();
  await page.reload();
  await play.isAt('paused');
  await page.keyboard.press('?');
  await page.keyboard.press('Space');
  await play.isAt('playing');
  await expect(dialog).toBeHidden();
});

test('scenarios are found and opened by keyboard', async ({ page }) => {
  const play = new Playground(page);
  await play.first(0.2);
  await page.getByTitle('Open another scenario').press('Enter');
  const library = page.locator('main.library');
  const field = library.getByRole('searchbox', { name: 'Search scenarios' });
  await expect(field).toBeFocused();
  const all = await library.locator('[data-preset]').count();
  await page.keyboard.type('fq-codel call');
  await expect(library.locator('#library-count')).toHaveText(
    new RegExp(`^\\d+ of ${all} scenarios, \\d+ of \\d+ stories$`),
  );
  await page.keyboard.press('ArrowDown');
  await expect(library.locator('[data-card]').first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  // The first Escape empties the field, the second one returns to the run.
  await page.keyboard.press('Escape');
  await expect(library.locator('[data-preset]')).toHaveCount(all);
  await page.keyboard.press('Escape');
  await expect(library).toBeHidden();
  await expect(page.getByTitle('Open another scenario')).toBeFocused();
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type('nonsense');
  await expect(library).toContainText('No scenario has all of this.');
  await field.fill('dsl uplink');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/DSL/i);
});

test('the back button returns to the former scenario', async ({ page }) => {
  const play = new Playground(page);
  await play.stopped(UPLINK, 1);
  await play.slider('Bandwidth').press('PageDown');
  await page.getByRole('button', { name: /Test uplink/ }).click();
  await page.locator('[data-preset=dsl-uplink]').click();
  await expect(page).toHaveTitle(/DSL/i);
  await play.pause();
  await page.goBack();
  await expect(page).toHaveTitle(/Test uplink/);
  await play.settles();
  expect(await play.timeline()).toHaveLength(1);
});
