import type { Locator } from '@playwright/test';
import { Playground, shownWindow, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';

test('simulated time is never faster than the clock; a hidden tab pauses, and does not jump afterwards', async ({
  page,
}) => {
  const play = new Playground(page);
  // Unit tests of the pacing have the lower bounds: a busy machine may be slower than the clock.
  const clock = Date.now();
  const since = (from: number): number => (Date.now() - from) / 1000;
  await play.open();
  await play.reaches(1.5);
  expect(await play.now()).toBeLessThan(1.1 * since(clock));
  await test.step('a tab is hidden, and shown again', async () => {
    const hide = (hidden: boolean): Promise<void> =>
      page.evaluate((is) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => is });
        Object.defineProperty(document, 'visibilityState', {
          configurable: true,
          get: () => (is ? 'hidden' : 'visible'),
        });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await hide(true);
    await play.isAt('paused');
    await play.settles();
    const hiddenAt = await play.now();
    await page.waitForTimeout(1000);
    expect(await play.now()).toBe(hiddenAt);
    const shown = Date.now();
    await hide(false);
    await play.isAt('playing');
    expect((await play.now()) - hiddenAt).toBeLessThan(1.1 * since(shown) + 0.1);
    await play.reaches(hiddenAt + 0.5);
  });
  await test.step('a step is 10 ms, and speed 10 is ten times the clock', async () => {
    await play.stopped(UPLINK);
    const begin = await play.now();
    for (const step of [1, 2, 3]) {
      await page.keyboard.press('.');
      await expect.poll(() => play.now()).toBeCloseTo(begin + step * 0.01, 6);
    }
    await play.speed('10');
    const started = Date.now();
    await page.keyboard.press(' ');
    await play.reaches(begin + 8);
    expect((await play.now()) - begin).toBeLessThan(11 * since(started));
  });
});

test('a time is typed, a window is chosen by key, drag and wheel, and a finished run can continue', async ({
  page,
}) => {
  const play = new Playground(page);
  await test.step('a time is typed into the clock, and the time of a change into its field', async () => {
    const changes = [{ atS: 5, set: 'link.rateMbps', to: 4 }];
    await play.stopped({ ...UPLINK, changes });
    await page.keyboard.press('g');
    const clock = page.getByRole('textbox', { name: 'Go to time' });
    await expect(clock).toBeFocused();
    await page.keyboard.type('1:30');
    await page.keyboard.press('Enter');
    await expect(page.getByText('90 s is out of range: 0 to 60 s.')).toBeVisible();
    await page.keyboard.press('Escape');
    const button = page.getByRole('button', { name: 'Simulated time' });
    await expect(button).toBeVisible();

    // The run is computed up to this time.
    await button.click();
    await clock.fill('0:12.5');
    await clock.press('Enter');
    await play.isAt('paused');
    await expect.poll(() => play.now()).toBe(12.5);
    // Space plays again.
    await page.keyboard.press(' ');
    await play.reaches(12.6);
    await play.pause();
    await button.press('Enter');
    await clock.fill('2500 ms');
    await clock.press('Enter');
    await expect.poll(() => play.now()).toBe(2.5);
    await expect(button).toBeFocused();
    const before = await play.digests();

    await page.getByRole('button', { name: /bandwidth 10 → 4/ }).click();
    const time = page.getByRole('textbox', { name: 'Time of the change' });
    await expect(time).toHaveValue('5 s');
    await time.fill('61');
    await time.press('Enter');
    await expect(page.getByText('61 s is out of range: 0 to 60 s.')).toBeVisible();
    await time.fill('7.25 s');
    await time.press('Enter');
    await expect(time).toHaveValue('7.25 s');
    await play.isAt('paused');
    expect(await play.timeline()).toEqual([{ ...changes[0], atS: 7.25 }]);
    expect(await play.digests()).not.toEqual(before);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await play.timeline()).toEqual(changes);
    await play.isAt('paused');
    expect(await play.digests()).toEqual(before);
  });
  await test.step('the visible window is chosen by keyboard', async () => {
    await play.stopped(UPLINK);
    await page.keyboard.press('0');
    await expect.poll(() => shownWindow(page)).toEqual([0, 60]);
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await expect.poll(async () => (await shownWindow(page))[1]).toBeLessThan(16);
    const frame = page.getByRole('slider', { name: 'Visible window', exact: true });
    await frame.focus();
    await page.keyboard.press('End');
    const [from, to] = await shownWindow(page);
    expect(to).toBe(60);
    expect(to - from).toBeCloseTo(15, 2);
    await page.keyboard.press('ArrowLeft');
    expect((await shownWindow(page))[1]).toBeCloseTo(58.5, 2);
    await page.getByRole('slider', { name: 'Start of the visible window' }).focus();
    await page.keyboard.press('ArrowRight');
    const [later, same] = await shownWindow(page);
    expect(later).toBeCloseTo(from, 2);
    expect(same).toBeCloseTo(58.5, 2);
    // A time that is typed comes into sight.
    await page.keyboard.press('g');
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await shownWindow(page))[0]).toBeLessThan(5);
    await page.keyboard.press('0');
    await expect.poll(() => shownWindow(page)).toEqual([0, 60]);
  });
  await test.step('a drag across a plot chooses an interval, and the wheel zooms around the pointer', async () => {
    const changes = [{ atS: 50, set: 'link.rateMbps', to: 4 }];
    await play.finished({ ...UPLINK, changes });
    await page.getByLabel('Visible time').selectOption('all');
    await expect.poll(() => shownWindow(page)).toEqual([0, 60]);
    const plot = page.locator('figure .surface').first();
    const { x, y, height } = (await plot.boundingBox())!;
    // Data begin at 52 px and end 22 px before the right edge.
    const width = (await plot.boundingBox())!.width - 52 - 22;
    const at = (s: number): [number, number] => [x + 52 + (s / 60) * width, y + height / 2];

    await page.mouse.move(...at(10));
    await page.mouse.down();
    await page.mouse.move(...at(14), { steps: 4 });
    await page.mouse.move(...at(20), { steps: 4 });
    await page.mouse.up();
    const chosen = page.getByRole('region', { name: 'Chosen interval' });
    const [start, end] = ['Start', 'End'].map((name) =>
      chosen.getByRole('textbox', { name: `${name} of the interval` }),
    );
    const seconds = async (of: Locator): Promise<number> => parseFloat(await of.inputValue());
    expect(Math.abs((await seconds(start)) - 10)).toBeLessThanOrEqual(0.25);
    expect(Math.abs((await seconds(end)) - 20)).toBeLessThanOrEqual(0.25);
    // All plots and the timeline show it; the drag has pinned nothing.
    await expect(page.locator('.band:not(rect)')).toHaveCount(4);
    await expect(page.locator('.crosshair.pinned')).toHaveCount(0);
    expect(await play.now()).toBe(60);

    await chosen.getByRole('button', { name: 'Zoom in' }).click();
    const zoomed = [await seconds(start), await seconds(end)];
    await expect.poll(() => shownWindow(page)).toEqual(zoomed);
    await expect(page.getByLabel('Visible time').locator('option:checked')).toHaveText(
      `${zoomed[0]}–${zoomed[1]}\u00a0s`,
    );
    // The change outside of the window stays in sight.
    await expect(page.locator('.overview .change')).toHaveCount(1);
    await expect(page.locator('.overview .change title')).toHaveText(
      '50 s: bandwidth 10 → 4 Mbit/s',
    );
    await expect(page.locator('.timeline .labels button')).toHaveCount(0);

    // The computed part of the run lies below the frame and its ends.
    const { edge, y: middle } = await page.locator('.overview .frame').evaluate((frame) => {
      const { left, top, height } = frame.getBoundingClientRect();
      return { edge: left + 1, y: top + height / 2 };
    });
    await page.evaluate(() => {
      // The content security policy forbids a style element.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('.overview svg * { pointer-events: auto !important; }');
      document.adoptedStyleSheets.push(sheet);
    });
    const topmost = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x, y)?.getAttribute('class') ?? '',
      [edge, middle] as const,
    );
    expect(topmost).toContain('frame');

    // The wheel alone belongs to the page.
    await page.mouse.move(...at(15));
    await page.mouse.wheel(0, 100);
    expect(await shownWindow(page)).toEqual(zoomed);
    // Back to where the pointer is over the plot again.
    await page.mouse.wheel(0, -100);
    await expect.poll(() => page.locator('main').evaluate((main) => main.scrollTop)).toBe(0);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    const length = zoomed[1] - zoomed[0];
    await expect.poll(async () => (await shownWindow(page))[0]).toBeGreaterThan(zoomed[0]);
    const [from, to] = await shownWindow(page);
    const pointed = (at: number, of: number): number => at + 0.25 * of;
    expect(to - from).toBeLessThan(0.8 * length);
    expect(pointed(from, to - from)).toBeCloseTo(pointed(zoomed[0], length), 0);
    await page.keyboard.down('Shift');
    await page.mouse.wheel(0, 200);
    await page.keyboard.up('Shift');
    await expect.poll(async () => (await shownWindow(page))[0]).toBeGreaterThan(from);

    // A link keeps window and interval.
    await play.settles();
    const kept = await shownWindow(page);
    await page.goto('about:blank');
    await page.goBack();
    await expect.poll(() => shownWindow(page)).toEqual(kept);
    await expect(chosen).toBeVisible();
    await page.mouse.dblclick(...at(30));
    await expect.poll(() => shownWindow(page)).toEqual([0, 60]);
  });
  await test.step('a finished run shows its end, also after scrubbing back, and can continue', async () => {
    await play.finished({ ...UPLINK, durationS: 5 });
    expect(await play.now()).toBe(5);
    await page.keyboard.press('j');
    await play.isAt('paused');
    await page.keyboard.press('k');
    await play.isAt('finished');
    await page.getByRole('button', { name: '60 s more' }).click();
    await play.reaches(6);
  });
});

test('on a phone the overview moves the window by finger, and buttons zoom @phone', async ({
  page,
}) => {
  const play = new Playground(page);
  await play.stopped({ ...UPLINK, changes: [{ atS: 50, set: 'link.rateMbps', to: 4 }] }, 1);
  const overview = page.getByRole('group', { name: 'Overview of the whole run' });
  await overview.scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Show whole run' }).tap();
  await expect.poll(() => shownWindow(page)).toEqual([0, 60]);
  await page.getByRole('button', { name: 'Zoom in', exact: true }).tap();
  await page.getByRole('button', { name: 'Zoom in', exact: true }).tap();
  const [from, to] = await shownWindow(page);
  expect(to - from).toBeCloseTo(15, 2);
  const strip = overview.locator('.strip');
  const box = (await strip.boundingBox())!;
  // The end of the frame is dragged by finger.
  const end = (await page
    .getByRole('slider', { name: 'End of the visible window' })
    .boundingBox())!;
  expect(end.width).toBeGreaterThanOrEqual(24);
  // A tap moves the window there.
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(async () => Math.round((await shownWindow(page))[0])).toBe(23);
  await expect(overview.locator('.change')).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});
