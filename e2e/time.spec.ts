import { Playground, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';

test('simulated time follows the clock', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  await play.reaches(0.5);
  const [from, begun] = [await play.now(), Date.now()];
  await page.waitForTimeout(3000);
  const [to, ended] = [await play.now(), Date.now()];
  // A busy machine may be slower than the clock, never faster.
  expect((to - from) / ((ended - begun) / 1000)).toBeLessThan(1.1);
  expect((to - from) / ((ended - begun) / 1000)).toBeGreaterThan(0.5);
});

for (const hz of [10, 240]) {
  test(`simulated time does not depend on the frame rate: ${hz} frames a second`, async ({
    page,
  }) => {
    // A timer produces the frames, in place of a screen with another rate.
    await page.addInitScript((rate) => {
      window.requestAnimationFrame = (callback) =>
        window.setTimeout(() => callback(performance.now()), 1000 / rate);
      window.cancelAnimationFrame = (id) => window.clearTimeout(id);
    }, hz);
    const play = new Playground(page);
    await play.open();
    await play.reaches(0.5);
    const [from, begun] = [await play.now(), Date.now()];
    await page.waitForTimeout(3000);
    const [to, ended] = [await play.now(), Date.now()];
    expect((to - from) / ((ended - begun) / 1000)).toBeLessThan(1.1);
    expect((to - from) / ((ended - begun) / 1000)).toBeGreaterThan(0.5);
  });
}

test('a hidden tab pauses, and does not jump when it is visible again', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  await play.reaches(1);
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
  await page.waitForTimeout(2500);
  expect(await play.now()).toBe(hiddenAt);
  await hide(false);
  await play.isAt('playing');
  expect((await play.now()) - hiddenAt).toBeLessThan(0.7);
  await play.reaches(hiddenAt + 0.5);
});

test('speed 10 is ten times as fast, and a step is 10 ms', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  await play.pasteStopped(UPLINK);
  const begin = await play.now();
  for (const step of [1, 2, 3]) {
    await page.keyboard.press('.');
    await expect.poll(() => play.now()).toBeCloseTo(begin + step * 0.01, 6);
  }
  await play.speed('10');
  await page.keyboard.press(' ');
  await page.waitForTimeout(2000);
  await play.pause();
  const reached = (await play.now()) - begin;
  expect(reached).toBeGreaterThan(8);
  expect(reached).toBeLessThan(40);
});

test('a finished run shows its end, also after scrubbing back, and can continue', async ({
  page,
}) => {
  const play = new Playground(page);
  await play.open();
  await play.pasteGood({ ...UPLINK, durationS: 5 });
  await play.finish();
  expect(await play.now()).toBe(5);
  await page.keyboard.press('j');
  await play.isAt('paused');
  await page.keyboard.press('k');
  await play.isAt('finished');
  await page.getByRole('button', { name: '60 s more' }).click();
  await play.reaches(6);
});

test('a time is typed into the clock, and the time of a change into its field', async ({
  page,
}) => {
  const play = new Playground(page);
  await play.open();
  const changes = [{ atS: 5, set: 'link.rateMbps', to: 4 }];
  await play.pasteStopped({ ...UPLINK, changes });
  await page.keyboard.press('g');
  const clock = page.getByRole('textbox', { name: 'Go to time' });
  await expect(clock).toBeFocused();
  await page.keyboard.type('1:30');
  await page.keyboard.press('Enter');
  await expect(page.getByText('90 s is out of range: 0 to 60 s.')).toBeVisible();
  await page.keyboard.press('Escape');
  const button = page.getByRole('button', { name: 'Simulated time' });
  await expect(button).toBeFocused();

  // The run is computed up to this time.
  await button.click();
  await clock.fill('0:12.5');
  await clock.press('Enter');
  await play.isAt('paused');
  await expect.poll(() => play.now()).toBe(12.5);
  await expect(button).toBeFocused();
  await button.press('Enter');
  await clock.fill('2500 ms');
  await clock.press('Enter');
  await expect.poll(() => play.now()).toBe(2.5);
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
