import { Playground, UPLINK } from './playground.ts';
import { axe } from './support/axe.ts';
import { covered } from './support/covered.ts';
import { expect, test } from './support/test.ts';

test('a lecture: one to three plots, the controls on a key, a black screen, and large texts', async ({
  page,
}) => {
  const play = new Playground(page);
  await test.step('a lecture: Live with one to three plots, the controls on a key, and a black screen', async () => {
    await play.open();
    await play.pasteStopped(UPLINK);
    await page.keyboard.press('p');
    const bar = page.getByRole('region', { name: 'Presenting' });
    await expect(bar).toBeVisible();
    // Without the controls there is room for the text size of a lecture hall.
    await expect(play.slider('Bandwidth')).toBeHidden();
    const size = (of: string): Promise<number> =>
      page
        .locator(of)
        .first()
        .evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
    await expect.poll(() => size('body')).toBe(18);
    await expect.poll(() => size('.lane dd')).toBeGreaterThan(34);
    await expect(page.locator('figure')).toHaveCount(2);
    for (const count of [1, 3]) {
      await page.keyboard.press(String(count));
      await expect(page.locator('figure')).toHaveCount(count);
    }
    await bar.getByRole('radio', { name: '2' }).check({ force: true });
    await expect(page.locator('figure')).toHaveCount(2);

    await page.keyboard.press('k');
    await play.field('Bandwidth').fill('5');
    await play.field('Bandwidth').press('Enter');
    await play.settles();
    expect(await play.timeline()).toMatchObject([{ set: 'link.rateMbps', to: 5 }]);
    // A typed letter comes back after the path and the queue.
    await page.getByText('Feel it', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Type here' }).pressSequentially('abc');
    await expect(page.locator('output').filter({ hasText: /^abc$/ })).toBeVisible();
    await expect(page.getByText(/^After .* ms: 40.0 ms path and .* ms queue\.$/)).toBeVisible();
    await page.getByRole('heading', { name: 'The path' }).click();
    await page.keyboard.press('k');
    await expect(play.slider('Bandwidth')).toBeHidden();

    const black = page.getByRole('button', { name: 'The screen is black.' });
    await page.keyboard.press('b');
    await expect(black).toBeVisible();
    await page.keyboard.press('PageDown');
    await expect(black).toHaveCount(0);
    // The key only brought the page back.
    await play.isAt('paused');
    await page.keyboard.press('PageDown');
    await play.isAt('playing');
    await page.keyboard.press('p');
    await expect(bar).toHaveCount(0);
  });
  await test.step('three lanes on a small projector have texts of 18 px and numbers of 36 px in their cards', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await play.open();
    await play.pasteGood({
      ...UPLINK,
      queues: [{ kind: 'droptail' }, { kind: 'fqCodel' }, { kind: 'codel' }],
    });
    await play.reaches(1);
    await play.pause();
    await page.keyboard.press('p');
    await page.keyboard.press('3');
    await expect(page.locator('figure')).toHaveCount(3);
    // With the controls, too, nothing of the plots is below the fold.
    await page.keyboard.press('k');
    await expect(play.slider('Bandwidth')).toBeInViewport();
    const below = (): Promise<number> =>
      page.locator('main').evaluate((e) => e.scrollHeight - e.clientHeight);
    await expect.poll(below).toBeLessThanOrEqual(0);
    await page.keyboard.press('k');
    const sizes = (of: string): Promise<number[]> =>
      page
        .locator(of)
        .evaluateAll((all) => all.map((e) => parseFloat(getComputedStyle(e).fontSize)));
    await expect.poll(() => sizes('.lane dt a')).toEqual(Array(18).fill(18));
    expect(Math.min(...(await sizes('.lane [data-number="mean"] dd')))).toBe(36);
    await expect
      .poll(() => sizes('[data-plot="drops-and-marks"] .head > span'))
      .toEqual([18, 18, 18]);
    // Nothing leaves its card, and no number is cut.
    const outside = await page.locator('.lane').evaluateAll((cards) =>
      cards.flatMap((card) => {
        const { left, right } = card.getBoundingClientRect();
        const parts = [...card.querySelectorAll<HTMLElement>('button, select, dt, dd')];
        return parts
          .filter((part) => part.offsetParent)
          .filter((part) => {
            const box = part.getBoundingClientRect();
            return box.left < left || box.right > right || part.scrollWidth > part.clientWidth + 1;
          })
          .map((part) => part.textContent.trim() || part.ariaLabel);
      }),
    );
    expect(outside).toEqual([]);
    await expect(page.locator('[data-plot="queue-delay"]')).toContainText('log scale');
  });
});

test('notes in a second window are in step, and their hands stand beside the answer', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const asked = { locks: 0, given: 0 };
    const lock = { release: () => Promise.resolve(void asked.given++) };
    Object.defineProperty(navigator, 'wakeLock', {
      value: { request: () => Promise.resolve(void asked.locks++).then(() => lock) },
    });
    Object.assign(window, { asked });
  });
  await page.goto('./#story/bufferbloat/3');
  await expect(page.locator('[data-story-ready]')).toBeAttached();
  await page.keyboard.press('p');
  const bar = page.getByRole('region', { name: 'Presenting' });
  await page.evaluate(() => {
    const open = window.open.bind(window);
    window.open = () => {
      window.open = open;
      return null;
    };
  });
  await bar.getByRole('button', { name: 'Notes' }).click();
  await expect(page.getByText('The browser did not open the notes window.')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();

  const popup = page.waitForEvent('popup');
  await bar.getByRole('button', { name: 'Notes' }).click();
  const notes = await popup;
  await expect(notes.getByText('Screen connected, in step')).toBeVisible();
  await expect(notes.getByText('step 3 of 5')).toBeVisible();
  await expect(notes.getByText('the hall sees: the question')).toBeVisible();
  await expect(notes.getByText(/^The moment of the lecture/)).toBeVisible();
  await expect(page.getByText(/^The moment of the lecture/)).toHaveCount(0);
  await notes.keyboard.press('2');
  await notes.keyboard.press('2');
  await notes.getByRole('button', { name: /^One more hand for About a fortieth/ }).click();
  const typed = notes.getByRole('spinbutton', { name: 'Hands for As long as before' });
  await typed.fill('22');
  await typed.press('Enter');
  expect((await axe(notes).analyze()).violations).toEqual([]);

  await notes.getByRole('button', { name: /^Skip the guess/ }).click();
  await expect(notes.getByText('the hall sees: the answer')).toBeVisible();
  const options = page.locator('.option');
  await expect(options.nth(0)).toContainText('22 hands');
  await expect(options.nth(1)).toContainText('2 hands');
  await expect(options.nth(2)).toContainText('1 hand');
  await expect(page.locator('text.number')).toHaveCount(2);
  const wide = await page.evaluate(() =>
    [document.documentElement, document.querySelector('.story')!].map(
      (e) => e.scrollHeight - e.clientHeight,
    ),
  );
  expect(Math.max(...wide)).toBeLessThanOrEqual(0);
  expect((await axe(page).analyze()).violations).toEqual([]);
  await test.step('on a small projector the thing to try is beside the plot, and all is in view', async () => {
    await notes.locator('body').press('k');
    const slider = page.locator('.try').getByRole('slider');
    await expect(slider).toBeInViewport();
    const [plot, control] = await Promise.all(
      [page.locator('.plots.main'), slider].map(async (part) => (await part.boundingBox())!),
    );
    expect(control.x).toBeGreaterThan(plot.x + plot.width);
    expect(control.y).toBeGreaterThan(plot.y);
    expect(plot.height).toBeGreaterThan(200);
    for (const part of [
      '[data-question]',
      'h2[data-step-title]',
      '.text',
      '.plots.main',
      '.options',
    ])
      await expect(page.locator(part).first()).toBeInViewport({ ratio: 0.99 });
    const hidden = await page.locator('.story').evaluate((e) => e.scrollHeight - e.clientHeight);
    expect(hidden).toBeLessThanOrEqual(0);
    expect(await covered(page)).toEqual([]);
    await notes.locator('body').press('k');
    await expect(slider).toHaveCount(0);
  });

  await notes.locator('body').press('b');
  await expect(page.getByRole('button', { name: 'The screen is black.' })).toBeVisible();
  await expect(notes.getByText('a black screen')).toBeVisible();
  await notes.locator('body').press('PageDown');
  await notes.locator('body').press('PageDown');
  await expect(page.getByRole('region', { name: 'Presenting' })).toContainText('step 4 of 5');
  await expect(notes.getByText('step 4 of 5')).toBeVisible();

  // Without the notes the screen goes on; a reload of the screen finds them again.
  await page.reload();
  await expect(notes.getByText('Screen connected, in step')).toBeVisible();
  await notes.locator('body').press('Home');
  await expect(bar).toContainText('step 1 of 5');
  await notes.getByRole('button', { name: /^step 1 of 5/ }).click();
  await notes.getByRole('menuitemradio', { name: /^4 / }).click();
  await expect(bar).toContainText('step 4 of 5');
  const button = bar.locator('[data-notes]');
  await expect(button).toHaveAttribute('data-notes', 'open');
  const began = await page.evaluate(() => sessionStorage.getItem('aqm-notes-clock'));
  await notes.close();
  await expect(button).toHaveAttribute('data-notes', 'closed');
  await page.keyboard.press('PageUp');
  await expect(bar).toContainText('step 3 of 5');
  await test.step('opened again, the notes go on with the same clock', async () => {
    const again = page.waitForEvent('popup');
    await bar.getByRole('button', { name: 'Notes' }).click();
    const second = await again;
    await expect(second.getByText('Screen connected, in step')).toBeVisible();
    await expect(second.locator('[data-clock]')).toHaveText(/^\d\d:\d\d$/);
    const kept = await page.evaluate(() => sessionStorage.getItem('aqm-notes-clock'));
    expect(kept).toBe(began);
    await second.close();
  });
  const asked = (): Promise<unknown> => page.evaluate(() => (window as { asked?: unknown }).asked);
  await expect.poll(asked).toEqual({ locks: 1, given: 0 });
  await page.keyboard.press('p');
  await expect.poll(asked).toEqual({ locks: 1, given: 1 });
});
