import type { Page } from '@playwright/test';
import { Playground, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';

/** Returns the name of the focused element, or "". */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return '';
    return at.getAttribute('aria-label') ?? (at.textContent.trim() || at.tagName);
  });

/** Opens the uplink with these changes of the bandwidth, paused after them. */
async function opened(page: Page, times: readonly number[]): Promise<Playground> {
  const play = new Playground(page);
  const changes = times.map((atS, i) => ({ atS, set: 'link.rateMbps', to: 4 + i }));
  await play.stopped({ ...UPLINK, changes }, 3.2);
  return play;
}

test('the focus stays nearby, and a mouse leaves none', async ({ page }) => {
  await test.step('a button that disappears after a key press leaves the focus nearby', async () => {
    const play = await opened(page, [1, 2]);
    const press = async (name: RegExp | string, key = 'Enter'): Promise<string> => {
      const button = page.getByRole('button', { name }).first();
      await button.focus();
      await page.keyboard.press(key);
      // The page looks for a lost focus for half a second.
      await page.waitForTimeout(700);
      await play.settles();
      await expect.poll(() => focused(page)).not.toBe('');
      return focused(page);
    };
    expect(await press(/bandwidth .* 5/)).toMatch(/bandwidth/);
    expect(await press('Delete'), 'a change deleted by its button').not.toBe('');
    await expect(play.changes).toHaveAttribute('data-changes', '1');
    expect(await press(/bandwidth/, 'Delete'), 'the only change, by key').not.toBe('');
    await expect(play.changes).toHaveAttribute('data-changes', '0');
    expect(await press('Undo')).not.toBe('');
    expect(await press('Undo'), 'the last step of undo').not.toBe('');
    expect(await press('Remove lane 2'), 'a lane').not.toBe('');
    await expect(page.locator('[data-lane]')).toHaveCount(1);
  });
  await test.step('Enter in a plot goes to the time of its cursor; a mouse leaves no focus, and Space to the run', async () => {
    const play = await opened(page, []);
    for (const name of ['Queue delay', 'Drops and marks', 'Utilization']) {
      const before = await play.now();
      await page.getByRole('slider', { name: `Time cursor in ${name}` }).focus();
      for (let i = 0; i < 2; i++) await page.keyboard.press('Shift+ArrowLeft');
      await page.keyboard.press('Enter');
      await expect.poll(() => play.now(), name).toBeLessThan(before - 0.1);
      expect(await play.now()).toBeGreaterThan(0);
      await page.keyboard.press('Escape');
    }

    const theme = page.getByRole('button', { name: /theme/i });
    await theme.click();
    await expect.poll(() => focused(page)).toBe('');
    // A screen reader sets the focus first, then sends the events of a mouse.
    await theme.evaluate((button) => {
      button.focus();
      for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
        button.dispatchEvent(new MouseEvent(type, { bubbles: true, detail: 1 }));
    });
    await page.waitForTimeout(700);
    expect(await focused(page)).toMatch(/theme/i);
    // Others send only a click.
    await page.getByRole('button', { name: /CBR burst/ }).evaluate((b: HTMLElement) => b.click());
    await expect(play.changes).toHaveAttribute('data-changes', '1');

    const burst = page.locator('summary', { hasText: 'Burst' }).first();
    await burst.click();
    const folded = page.locator('details', { has: burst }).first();
    await expect(folded).toHaveAttribute('open');
    await page.keyboard.press('Space');
    await play.isAt('playing');
    await expect(folded).toHaveAttribute('open');
  });
  await test.step('the dialog of files stays open when the file chooser is cancelled, or a text selection ends outside', async () => {
    const play = await opened(page, []);
    await play.library();
    await page.getByRole('button', { name: 'Open a file' }).click();
    const dialog = page.getByRole('dialog');
    await page
      .getByLabel('Scenario file')
      .evaluate((input) => input.dispatchEvent(new Event('cancel', { bubbles: true })));
    await expect(dialog).toBeVisible();
    const box = (await dialog.getByRole('textbox').boundingBox())!;
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(5, 5);
    await page.mouse.up();
    await expect(dialog).toBeVisible();
    await page.mouse.click(5, 5);
    await expect(dialog).toBeHidden();
  });
  await test.step('buttons move a change, and Done returns the focus to its label', async () => {
    const play = await opened(page, [1]);
    await page.getByRole('button', { name: /bandwidth/ }).click();
    const chosen = page.getByRole('group', { name: 'Chosen change' });
    await chosen.getByRole('button', { name: 'later' }).click();
    await chosen.getByRole('button', { name: 'later' }).click();
    await chosen.getByRole('button', { name: 'earlier' }).click();
    await expect(chosen.getByRole('textbox', { name: 'Time of the change' })).toHaveValue('1.1 s');
    await play.settles();
    expect((await play.timeline()).map((change) => change.atS)).toEqual([1.1]);
    await chosen.getByRole('button', { name: 'Done' }).focus();
    await page.keyboard.press('Enter');
    await expect(chosen).toBeHidden();
    expect(await focused(page)).toMatch(/bandwidth/);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('no focused element is under the sheet, and Escape closes the sheet', async ({ page }) => {
    await opened(page, [1]);
    const handle = page.getByRole('button', { name: 'Pull up controls' });
    await handle.evaluate((button: HTMLElement) => button.click());
    const open = page.getByRole('button', { name: 'Fold controls' });
    await expect(open).toBeVisible();
    await page.waitForTimeout(300);
    // Starts at the top of the page and visits all elements above the sheet.
    await page.locator('header a').first().focus();
    const covered: string[] = [];
    let seen = 0;
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => {
        const stop = document.activeElement;
        const sheet = document.querySelector('.sheet');
        if (!stop || !sheet || stop === document.body || sheet.contains(stop)) return undefined;
        const isCovered = stop.getBoundingClientRect().top >= sheet.getBoundingClientRect().top;
        return { name: stop.getAttribute('aria-label') ?? stop.textContent, isCovered };
      });
      if (!at) break;
      seen++;
      if (at.isCovered) covered.push(at.name);
    }
    expect(covered).toEqual([]);
    expect(seen).toBeGreaterThan(10);
    await open.focus();
    await page.keyboard.press('Escape');
    await expect(handle).toBeFocused();
  });
});
