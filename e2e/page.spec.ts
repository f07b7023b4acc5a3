import { Playground, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';
import { axe, looksRight } from './support/axe.ts';

test('the page opens under a sub-path, fits a projector, and has up to six lanes; all looks right', async ({
  page,
}) => {
  const play = new Playground(page);
  await test.step('the page opens under a sub-path and plays; axe finds no violation', async () => {
    await play.open();
    await expect(page).toHaveTitle(/AQM Playground/);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    expect(new URL(await page.evaluate(() => location.href)).pathname).toBe('/some/where/');
    await play.reaches(1);
    await play.pause();
    const check = (): Promise<void> => looksRight(page);
    await check();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await check();
    await page.keyboard.press('Escape');
    await play.paste('{');
    await check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });
  await test.step('axe finds no violation in the menu of a plot, which scrolls in a low window', async () => {
    await play.first(0.5);
    await page
      .locator('figure h3')
      .getByRole('button', { name: 'Queue delay', exact: true })
      .click();
    await expect(page.getByRole('menu')).toBeVisible();
    const { violations } = await axe(page).include('[role=menu]').analyze();
    expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`)).toEqual([]);
  });
  await test.step('the three plots fit on a projector without scrolling', async () => {
    await new Playground(page).first(0.2);
    for (const title of ['Queue delay', 'Drops and marks', 'Utilization', 'Timeline']) {
      const box = await page.getByRole('heading', { name: new RegExp(`^${title}`) }).boundingBox();
      expect(box, title).not.toBeNull();
      expect((box?.y ?? 1e9) + (box?.height ?? 0), title).toBeLessThan(768);
    }
    const scrolls = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight);
    expect(scrolls).toBe(false);
  });
  await test.step('lanes can be added, up to six, and removed', async () => {
    await play.stopped(UPLINK);
    for (const name of ['RED', 'PIE', 'Adaptive RED', 'CoDel']) {
      await page.getByRole('button', { name: 'Add a lane' }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    }
    await expect(play.lanes).toHaveCount(6);
    // The list then says why it adds no more.
    await page.getByRole('button', { name: 'Add a lane' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(/At most 6 lanes/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Remove lane 3/ }).click();
    await expect(play.lanes).toHaveCount(5);
    await play.settles();
    expect((await play.digests()).every((d) => d !== '')).toBe(true);
  });
});

test('a lecture with the keyboard only', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  await page.keyboard.press(' ');
  await play.isAt('paused');
  await page.keyboard.press(']');
  await page.keyboard.press(' ');
  await play.isAt('playing');

  // Moves the bandwidth's slider down.
  await page.keyboard.press('Tab');
  for (let i = 0; i < 40; i++) {
    if (await play.slider('Bandwidth').evaluate((e) => e === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(play.slider('Bandwidth')).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect(play.changes).toHaveAttribute('data-changes', '1');
  await page.keyboard.press('Control+z');
  await expect(play.changes).toHaveAttribute('data-changes', '0');

  await page.keyboard.press('l');
  await expect(page.getByLabel('linear')).toBeChecked();
  await page.keyboard.press('b');
  await expect(play.changes).toHaveAttribute('data-changes', '1');
  await page.keyboard.press(' ');
  await play.isAt('paused');
  const dark = await page.locator('html').getAttribute('data-theme');
  await page.keyboard.press('t');
  expect(await page.locator('html').getAttribute('data-theme')).not.toBe(dark);

  // In a number field, keys are text.
  await play.field('TCP flows').focus();
  await page.keyboard.press('t');
  await page.keyboard.press('Escape');
  await expect(play.changes).toHaveAttribute('data-changes', '1');

  // A click on a button leaves Space to the run.
  await page.getByRole('button', { name: /^CBR burst/ }).click();
  await expect(play.changes).toHaveAttribute('data-changes', '2');
  await page.keyboard.press(' ');
  await play.isAt('playing');
  await page.keyboard.press(' ');
  await play.isAt('paused');
  await expect(play.changes).toHaveAttribute('data-changes', '2');
});

test('on a phone the plot stays visible while a slider moves, and a new scenario is one tap away @phone', async ({
  page,
}) => {
  const play = new Playground(page);
  await test.step('on a phone the plot stays visible while a slider moves', async () => {
    await play.open();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide).toBe(false);
    const viewport = page.viewportSize() ?? { width: 0, height: 0 };
    for (const name of ['Pause', 'Burst']) {
      const box = await page.getByRole('button', { name, exact: true }).boundingBox();
      expect(box?.y ?? 0, name).toBeGreaterThan(viewport.height * 0.75);
      expect(box?.height ?? 0, name).toBeGreaterThanOrEqual(40);
    }
    await page.getByRole('button', { name: 'Pull up controls' }).click();
    await expect(play.slider('Bandwidth')).toBeInViewport();
    await expect(page.getByRole('heading', { name: /^Queue delay/ })).toBeInViewport();
    await play.field('Bandwidth').fill('2');
    await play.field('Bandwidth').press('Enter');
    await expect(play.changes).toHaveAttribute('data-changes', '1');
    await page.getByRole('button', { name: 'Pause' }).click();
    await play.isAt('paused');
  });
  await test.step('axe finds no violation in the open controls of a phone', async () => {
    await expect(page.getByRole('button', { name: 'Fold controls' })).toBeVisible();
    const { violations } = await axe(page).include('.sheet').analyze();
    expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`)).toEqual([]);
  });
  await test.step('a new scenario is one tap away', async () => {
    await page.getByRole('button', { name: 'Fold controls' }).click();
    await page.getByRole('button', { name: 'New scenario' }).tap();
    await play.isAt('paused');
    await expect(page.getByTitle('My link. Open another scenario')).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  });
});
