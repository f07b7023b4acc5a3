import { Playground, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';

test('letters reach a control, a list, a dialog or a shortcut, and only one of them', async ({
  page,
}) => {
  const play = new Playground(page);
  await test.step('a slider that creates its group still follows the drag', async () => {
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
  await test.step('single keys work after a discipline is selected', async () => {
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
  await test.step('letters typed into an open list choose an entry and press no shortcut', async () => {
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
  await test.step('letters typed into a dialog or a menu reach no shortcut, wherever the focus is', async () => {
    // So many in one place that they have one label.
    const changes = [1, 1.01, 1.02, 1.03, 1.04].flatMap((atS, i) => [
      { atS, set: 'link.rateMbps', to: 8 + i },
      { atS, set: 'link.rttMs', to: 50 + i },
      { atS, set: 'traffic.0.flows', to: 5 + i },
    ]);
    await play.stopped({ ...UPLINK, changes }, 2);
    const before = { timeline: await play.timeline(), now: await play.now() };
    const isUntouched = async (): Promise<void> => {
      await play.isAt('paused');
      expect({ timeline: await play.timeline(), now: await play.now() }).toEqual(before);
      await expect(play.lanes).toHaveCount(2);
    };
    const dialog = page.locator('dialog[open]');
    const layer = page.locator('dialog[open], [popover]:popover-open');

    const DIALOGS: Readonly<Record<string, () => Promise<void>>> = {
      help: () => page.keyboard.press('?'),
      'title and notes': () => page.getByRole('button', { name: 'Edit title and notes' }).click(),
    };
    for (const [name, open] of Object.entries(DIALOGS))
      await test.step(name, async () => {
        await open();
        await expect(dialog).toBeVisible();
        await page.keyboard.type(LETTERS);
        // A press on a text takes the focus away.
        await dialog.locator('p:visible').first().click();
        await page.keyboard.type(LETTERS);
        await expect(dialog).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        await isUntouched();
      });
    await test.step('a typed title is the title', async () => {
      await DIALOGS['title and notes']();
      await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
      await page.keyboard.type('My own title');
      await page.keyboard.press('Enter');
      await expect(page.getByTitle('My own title. Open another scenario')).toBeVisible();
      await isUntouched();
    });

    const LISTS: Readonly<Record<string, () => Promise<void>>> = {
      'changes of the timeline': () =>
        page
          .getByRole('button', { name: /^\d+ changes from/ })
          .first()
          .click(),
      'menu of a plot': () => page.getByRole('button', { name: 'Queue delay' }).first().click(),
      'menu of a fork': () => page.keyboard.press('Shift+F'),
      'menu of lanes': () => page.getByRole('button', { name: 'Add a lane' }).click(),
      'menu of a modified scenario': () => page.getByRole('button', { name: 'modified' }).click(),
    };
    for (const [name, open] of Object.entries(LISTS))
      await test.step(name, async () => {
        await open();
        await expect(layer).toBeVisible();
        // Space chooses the entry with the focus.
        await page.keyboard.type(LETTERS.trimEnd());
        await expect(layer).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(layer).toHaveCount(0);
        await isUntouched();
      });

    await test.step('after a fork the new lane has the focus, and Space plays', async () => {
      await page.keyboard.press('Shift+F');
      await page.keyboard.type('PIE');
      await page.keyboard.press('Enter');
      await expect(play.lanes).toHaveCount(3);
      await expect(page.locator('[data-lane="2"]')).toBeFocused();
      await play.settles();
      await page.keyboard.press('Space');
      await play.isAt('playing');
      await expect(layer).toHaveCount(0);
    });

    await test.step('the dialogs of other sections', async () => {
      const opens = async (hash: string, button: string): Promise<void> => {
        await page.goto(hash);
        await page.getByRole('button', { name: button, exact: true }).click();
        await expect(dialog.getByRole('textbox')).toBeFocused();
        await page.keyboard.type(LETTERS);
        await expect(dialog.getByRole('textbox')).toHaveValue(LETTERS);
        await dialog.locator('h2').click();
        await page.keyboard.type('tn/');
        await expect(dialog).toBeVisible();
        await page.keyboard.press('Escape');
      };
      await opens('./#library', 'Open a file');
      await opens('./#sweep', 'Open a file…');
      expect(await page.evaluate(() => location.hash)).toMatch(/^#sweep/);
    });
  });
});

/** A letter of each kind of shortcut, a sign, a digit, and Space. */
const LETTERS = 'rybfwhusx.,[2? ';

test('single keys: reset, play and pause after a mouse, presenting, switched off, and the search', async ({
  page,
}) => {
  const play = new Playground(page);
  await test.step('a reset to defaults can be undone', async () => {
    await play.first(0.5);
    await page.getByLabel('Lane 1: queue discipline').selectOption('pie');
    await page.keyboard.press('Shift+R');
    await expect(page.locator('[data-lane="0"]')).toHaveAttribute('data-kind', 'droptail');
    await expect(play.changes).toHaveAttribute('data-changes', '0');
    await page.keyboard.press('Control+z');
    await expect(play.changes).toHaveAttribute('data-changes', '1');
  });
  await test.step('Space plays and pauses after a mouse has used any control', async () => {
    await play.first(1);
    await page.keyboard.press('Space');
    await play.isAt('playing');
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
  await test.step('P enlarges the page, and a clicker plays', async () => {
    await play.first(1);
    await page.keyboard.press('Space');
    await play.isAt('playing');
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
  await test.step('single keys can be switched off', async () => {
    await play.first(1);
    await page.keyboard.press('Space');
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
    await page.getByRole('button', { name: 'Keyboard and help' }).click();
    await dialog.getByRole('switch', { name: 'Single keys' }).click();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
  await test.step('scenarios are found and opened by keyboard', async () => {
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
});
