import type { Locator, Page } from '@playwright/test';
import { Playground, shownWindow, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';

test.use({ hasTouch: true, viewport: { width: 1024, height: 768 } });

/** Touches the screen at `x`, `y`, rests, moves by `dx`, `dy` and releases. */
async function drag(
  page: Page,
  [x, y]: readonly [number, number],
  dx: number,
  dy: number,
  rest?: () => Promise<void>,
): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const sinceS = Date.now() / 1000;
  let restedS = 0;
  // The events carry their times, because a busy machine may deliver them later.
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', step: number): Promise<unknown> =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd' ? [] : [{ x: x + (step / 16) * dx, y: y + (step / 16) * dy }],
      timestamp: sinceS + restedS + step * 0.02,
    });
  await touch('touchStart', 0);
  await rest?.();
  restedS = Date.now() / 1000 - sinceS;
  for (let step = 1; step <= 16; step++) {
    await touch('touchMove', step);
    await page.waitForTimeout(20);
  }
  await touch('touchEnd', 16);
}

/** Puts two fingers on the screen, `apart` px beside each other, and moves them until they are `apartAfter` px apart, `byPx` further. */
async function pinch(
  page: Page,
  [x, y]: readonly [number, number],
  { apart, apartAfter, byPx = 0 }: { apart: number; apartAfter: number; byPx?: number },
): Promise<void> {
  const hand = await page.context().newCDPSession(page);
  const fingers = (step: number): { x: number; y: number; id: number }[] =>
    [-1, 1].map((side, id) => {
      const half = (apart + (step / 10) * (apartAfter - apart)) / 2;
      return { x: x + (step / 10) * byPx + side * half, y, id };
    });
  const touch = (
    type: string,
    touchPoints: readonly { x: number; y: number; id: number }[],
  ): Promise<unknown> =>
    hand.send('Input.dispatchTouchEvent', {
      type: type as 'touchMove',
      touchPoints: [...touchPoints],
    });
  // The second finger comes a moment after the first.
  await touch('touchStart', fingers(0).slice(0, 1));
  await touch('touchStart', fingers(0));
  for (let step = 1; step <= 10; step++) await touch('touchMove', fingers(step));
  await touch('touchEnd', fingers(10).slice(1));
  await touch('touchEnd', []);
}

/** Scrolls an element back to its start; returns whether it stays there. */
async function rewound(scrolled: Element): Promise<boolean> {
  scrolled.scrollTop = 0;
  await new Promise((resolve) => setTimeout(resolve, 100));
  return scrolled.scrollTop === 0;
}

async function middle(of: Locator): Promise<[x: number, y: number]> {
  const box = await of.boundingBox();
  if (!box) throw new Error('the element is missing');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test('fingers drag a change, choose an interval, and zoom', async ({ page }) => {
  const play = new Playground(page);
  await test.step('a finger drags a change on the timeline, and moves nothing else', async () => {
    await play.finished({ ...UPLINK, changes: [{ atS: 20, set: 'link.rateMbps', to: 4 }] });
    await page.getByLabel('Visible time').selectOption('all');
    await play.settles();
    const first = await play.digests();
    const change = page.getByRole('button', { name: /bandwidth 10 → 4/ });
    await change.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => window.scrollY);
    await drag(page, await middle(change), 80, 4);

    const changes = await play.timeline();
    expect(changes).toHaveLength(1);
    expect(changes[0]?.atS).toBeGreaterThan(21);
    expect(await play.digests()).not.toEqual(first);
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  });
  await test.step('a finger that is drawn across a plot chooses an interval, and a tap still pins the readout', async () => {
    await play.stopped(UPLINK, 2);
    const [x, y] = await middle(page.locator('figure .surface').first());
    await drag(page, [x, y], 120, 6);
    const chosen = page.getByRole('region', { name: 'Chosen interval' });
    await expect(chosen).toBeVisible();
    await expect(page.locator('.readout')).toHaveCount(0);
    // The browser takes a tap directly after a drag for a part of it.
    await page.waitForTimeout(400);
    await page.touchscreen.tap(x, y);
    await expect(page.locator('.readout').first()).toContainText('pinned');
    await chosen.getByRole('button', { name: 'Clear the interval' }).tap();
    await expect(chosen).toBeHidden();
    await expect(page.locator('.band:not(rect)')).toHaveCount(0);
  });
  await test.step('two fingers on a plot zoom the time around the point between them, and move it', async () => {
    await play.stopped(UPLINK);
    await page.getByLabel('Visible time').selectOption('all');
    await expect.poll(() => shownWindow(page)).toEqual([0, 60]);
    const surface = page.locator('figure .surface').first();
    const box = (await surface.boundingBox())!;
    const [left, right] = [box.x + 52, box.x + box.width - 22];
    // At 20 s of 60.
    const [x, y] = [left + (right - left) / 3, box.y + box.height / 2];
    await pinch(page, [x, y], { apart: 60, apartAfter: 120 });
    const [from, to] = await shownWindow(page);
    expect(to - from).toBeCloseTo(30, 1);
    expect(from + (to - from) / 3).toBeCloseTo(20, 0);
    // They have neither chosen an interval nor pinned a readout.
    await expect(page.getByRole('region', { name: 'Chosen interval' })).toBeHidden();
    await expect(page.locator('.crosshair.pinned')).toHaveCount(0);

    // Both fingers to the right by a sixth of the axis: 5 s earlier.
    await pinch(page, [x, y], { apart: 80, apartAfter: 80, byPx: (right - left) / 6 });
    const [earlier, end] = await shownWindow(page);
    expect(end - earlier).toBeCloseTo(30, 1);
    expect(from - earlier).toBeCloseTo(5, 0);
    // The page itself has not been zoomed.
    expect(await page.evaluate(() => visualViewport!.scale)).toBe(1);

    await pinch(page, [x, y], { apart: 200, apartAfter: 40 });
    await expect.poll(() => shownWindow(page)).toEqual([0, 60]);
  });
});

test.describe('on a small tablet', () => {
  test.use({ isMobile: true });

  test('six lanes, three plots and the timeline are on the screen', async ({ page }) => {
    const play = new Playground(page);
    const kinds = ['droptail', 'codel', 'pie', 'red', 'ared', 'droptail'];
    await play.stopped({ ...UPLINK, queues: kinds.map((kind) => ({ kind })) });
    await expect(page.locator('figure')).toHaveCount(3);
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(768);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true });

  test('a finger swipes between plots, pins, zooms, and scrolls the controls without a change', async ({
    page,
  }) => {
    const play = new Playground(page);
    await test.step('a swipe moves between plots, and a tap pins the readout until the next tap', async () => {
      await play.first(2);
      const plots = page.locator('.plots');
      const readouts = page.locator('.readout');
      const [x, y] = await middle(page.locator('figure').first());
      // All plots have a time axis.
      await expect(page.locator('figure .axis')).toHaveCount(3);

      await page.touchscreen.tap(x, y);
      await expect(readouts.first()).toContainText('pinned');
      // A finger never hits the same pixel twice, so a tap nearby releases the readout.
      await page.touchscreen.tap(x + 10, y + 10);
      await expect(readouts).toHaveCount(0);
      await page.touchscreen.tap(x, y);
      await expect(readouts).toHaveCount(3);
      await page.getByText('under drop-tail').tap();
      await expect(readouts).toHaveCount(0);

      await drag(page, [x + 100, y], -220, 0);
      // A tap on plots that still move stops them, and is no tap.
      await expect
        .poll(() =>
          plots.evaluate(async (e) => {
            const before = e.scrollLeft;
            await new Promise((resolve) => setTimeout(resolve, 300));
            return e.scrollLeft === before ? Math.round((3 * before) / e.scrollWidth) : undefined;
          }),
        )
        .toBe(1);
      await expect(readouts).toHaveCount(0);
      await page.touchscreen.tap(x, y);
      await expect(readouts.first()).toContainText('pinned');
    });
    await test.step('two fingers zoom the time of a plot, and one still swipes to the next', async () => {
      await play.stopped(UPLINK, 1);
      await page.locator('.plots').evaluate((e) => (e.scrollLeft = 0));
      const before = await shownWindow(page);
      const [x, y] = await middle(page.locator('figure').first());
      await pinch(page, [x, y], { apart: 60, apartAfter: 180 });
      const [from, to] = await shownWindow(page);
      expect(to - from).toBeCloseTo((before[1] - before[0]) / 3, 1);
      expect(await page.evaluate(() => visualViewport!.scale)).toBe(1);
      const plots = page.locator('.plots');
      expect(await plots.evaluate((e) => e.scrollLeft)).toBe(0);
      await drag(page, [x + 100, y], -220, 0);
      await expect.poll(() => plots.evaluate((e) => e.scrollLeft)).toBeGreaterThan(100);
      expect(await shownWindow(page)).toEqual([from, to]);
    });
    await test.step('the readout of six lanes leaves the axis and half of the plot free', async () => {
      const kinds = ['droptail', 'codel', 'pie', 'red', 'ared', 'droptail'];
      await play.stopped({ ...UPLINK, queues: kinds.map((kind) => ({ kind })) });
      await page.locator('.plots').evaluate((e) => (e.scrollLeft = 0));
      const plot = await page.locator('figure').first().boundingBox();
      const [x, y] = await middle(page.locator('figure').first());
      for (const at of [x - 60, x, x + 60]) {
        await page.touchscreen.tap(at, y);
        const box = await page.locator('.readout').first().boundingBox();
        expect(box!.x - plot!.x).toBeGreaterThan(46);
        expect(box!.width).toBeLessThan(plot!.width / 2);
      }
    });
    await test.step('a finger that scrolls the controls changes none of them', async () => {
      await play.first(1);
      await page.getByRole('button', { name: 'Pull up controls' }).tap();
      const slider = play.slider('Bandwidth');
      await expect(slider).toBeVisible();
      const body = page.locator('.sheet [id$=-body]').first();
      await expect.poll(() => body.evaluate((e) => e.getBoundingClientRect().bottom)).toBe(844);
      const [x, y] = await middle(slider);
      const position = await slider.inputValue();

      await drag(page, [x - 60, y], 20, -80);
      await expect.poll(() => body.evaluate((e) => e.scrollTop)).toBeGreaterThan(30);
      // Scrolling continues for a while after a swipe.
      await expect.poll(() => body.evaluate(rewound)).toBe(true);
      await expect(play.field('Bandwidth')).toHaveValue('10');
      // The slider's handle returns to its place.
      expect(await slider.inputValue()).toBe(position);
      expect(await play.timeline()).toEqual([]);

      await drag(page, [x, y], 80, 20);
      expect(await body.evaluate((e) => e.scrollTop)).toBe(0);
      const dragged = Number(await play.field('Bandwidth').inputValue());
      expect(dragged).toBeGreaterThan(10);
      const changes = await play.timeline();
      expect(changes.at(-1)).toMatchObject({ set: 'link.rateMbps', to: dragged });

      await page.touchscreen.tap(x - 60, y);
      await expect.poll(async () => (await play.timeline()).at(-1)?.to).not.toBe(dragged);
      expect(Number(await play.field('Bandwidth').inputValue())).toBeLessThan(10);
      // The drag and the tap are one step of undo each.
      await page.getByRole('button', { name: 'Undo' }).tap();
      await expect(play.field('Bandwidth')).toHaveValue(String(dragged));
      await page.getByRole('button', { name: 'Undo' }).tap();
      await expect(play.field('Bandwidth')).toHaveValue('10');
    });
  });
});

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, isMobile: true });

  test('a finger that scrolls starts no burst and moves no change; a lane has its settings beside the plot', async ({
    page,
  }) => {
    const play = new Playground(page);
    await test.step('a finger that scrolls from the burst button starts no burst; a finger that holds it may move slightly', async () => {
      await play.open();
      await play.reaches(0.5);
      const burst = page.getByRole('button', { name: 'Burst', exact: true });
      const scrolled = (): Promise<number> => page.evaluate(() => window.scrollY);
      await drag(page, await middle(burst), 0, -320);
      await expect.poll(scrolled).toBeGreaterThan(60);
      await page.waitForTimeout(500);
      await expect(play.changes).toHaveAttribute('data-changes', '0');

      const before = await scrolled();
      const begun = await play.now();
      // In simulated time: a slow machine needs longer.
      await drag(page, await middle(burst), 10, 60, () => play.reaches(begun + 0.4));
      await expect(play.changes).toHaveAttribute('data-changes', '1');
      expect(await scrolled()).toBe(before);
      await play.pause();
      const [{ to }] = await play.timeline();
      // The burst lasts as long as the button was held.
      expect((to as { durationS: number }).durationS).toBeGreaterThan(0.2);
      expect((to as { durationS: number }).durationS).not.toBe(2);

      await page.getByRole('button', { name: 'Pull up controls' }).tap();
      await page.getByRole('button', { name: 'Undo' }).tap();
      await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
      await burst.tap();
      await expect
        .poll(async () => (await play.timeline()).map(({ to }) => to))
        .toMatchObject([{ durationS: 2 }]);
      await page.getByRole('button', { name: 'Fold controls' }).tap();
    });
    await test.step('a tap with a late click makes one burst', async () => {
      await play.first(0.5);
      await page.getByRole('button', { name: 'Burst', exact: true }).evaluate(async (button) => {
        button.setPointerCapture = () => undefined;
        for (const type of ['pointerdown', 'pointerup', 'click']) {
          if (type === 'click') await new Promise((done) => setTimeout(done, 60));
          button.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch' }));
        }
      });
      await page.waitForTimeout(300);
      await expect(play.changes).toHaveAttribute('data-changes', '1');
    });
    await test.step('a finger that scrolls from the timeline moves neither the playhead nor a change', async () => {
      await play.first(8);
      await page.getByRole('button', { name: 'Burst', exact: true }).tap();
      await expect(play.changes).toHaveAttribute('data-changes', '1');
      const [{ atS }] = await play.timeline();
      const now = await play.now();
      const surface = page.locator('.timeline .surface');
      /** Scroll position with the timeline above the sheet, px. */
      let top = 0;
      const scrollDown = async (): Promise<void> => {
        // Waits until scrolling has stopped.
        await page.waitForTimeout(500);
        top = await page.evaluate(() => {
          const timeline = document.querySelector('.timeline')!.getBoundingClientRect();
          scrollTo(0, scrollY + timeline.top - 220);
          return scrollY;
        });
      };
      const scrolled = (): Promise<number> => page.evaluate(() => scrollY);
      /** About 5 s; above the labels, and right of the title. */
      const early = async (): Promise<[number, number]> => {
        const { x, y } = (await surface.boundingBox())!;
        return [x + 90, y + 10];
      };
      for (const from of [early, () => middle(page.locator('.labels button'))]) {
        await scrollDown();
        // Slightly oblique, like a thumb.
        await drag(page, await from(), 30, 160);
        await expect.poll(scrolled).toBeLessThan(top - 90);
        expect(await play.now()).toBe(now);
      }
      expect((await play.timeline()).map((change) => change.atS)).toEqual([atS]);

      await scrollDown();
      const [x, y] = await early();
      await page.touchscreen.tap(x, y);
      await expect.poll(() => play.now()).toBeLessThan(now);
      const tapped = await play.now();
      await drag(page, [x + 30, y], -37, 4);
      await expect.poll(() => play.now()).toBeLessThan(tapped);
    });
    await test.step('the settings of a lane leave the plot and the play and burst buttons visible', async () => {
      await play.first(0.5);
      await page.keyboard.press(' ');
      await play.isAt('playing');
      await page.getByRole('button', { name: 'Parameters of CoDel' }).tap();
      const settings = page.getByRole('group', { name: 'Parameters of CoDel' });
      await expect(settings.getByRole('slider', { name: 'Target' })).toBeInViewport();
      const sheet = page.getByRole('region', { name: 'Controls', exact: true });
      const plot = (await page.locator('figure').first().boundingBox())!;
      await expect
        .poll(async () => (await sheet.boundingBox())!.y)
        .toBeGreaterThanOrEqual(plot.y + plot.height);
      await page.getByRole('button', { name: 'Burst', exact: true }).tap();
      await expect(play.changes).toHaveAttribute('data-changes', '1');
      await page.getByRole('button', { name: 'Pause' }).tap();
      await play.isAt('paused');
      await play.field('Target').fill('50');
      await play.field('Target').press('Enter');
      await expect(play.changes).toHaveAttribute('data-changes', '2');

      // The same button closes the settings.
      await page.getByRole('button', { name: 'Back to all controls' }).tap();
      await expect(settings).toBeHidden();
      await expect(page.getByRole('button', { name: 'Pull up controls' })).toBeVisible();
      await page.getByRole('button', { name: 'Parameters of Drop-tail' }).tap();
      await expect(page.getByRole('group', { name: 'Parameters of Drop-tail' })).toBeInViewport();
      await page.getByRole('button', { name: 'Fold controls' }).tap();
      await page.getByRole('button', { name: 'Pull up controls' }).tap();
      await expect(play.slider('Bandwidth')).toBeInViewport();
    });
  });
});

test.describe('on a phone in landscape', () => {
  test.use({ viewport: { width: 844, height: 390 }, isMobile: true });

  test('a plot and the controls are side by side', async ({ page }) => {
    const play = new Playground(page);
    for (const [width, height] of [
      [844, 390],
      [568, 320],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto('about:blank');
      await play.open();
      const overflow = (): Promise<number> =>
        page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const pause = page.getByRole('button', { name: 'Pause' });
      const burst = page.getByRole('button', { name: 'Burst', exact: true });
      for (const seen of [pause, burst, play.slider('Bandwidth'), play.field('Bandwidth')])
        await expect(seen).toBeInViewport({ ratio: 1 });
      const plot = page.locator('figure').first();
      await expect(plot).toBeInViewport({ ratio: 1 });
      const box = (await plot.boundingBox())!;
      expect(box.width).toBeGreaterThan(0.5 * width - 20);
      expect(box.height).toBeGreaterThanOrEqual(180);
      expect(await overflow()).toBe(0);
      await expect(page.locator('[data-lane="0"] [data-number="mean"]')).toBeInViewport();

      await page.getByRole('button', { name: 'Parameters of CoDel' }).tap();
      await expect(play.slider('Target')).toBeInViewport({ ratio: 1 });
      await page.getByRole('button', { name: 'Back to all controls' }).tap();
      await burst.tap();
      await expect(play.changes).toHaveAttribute('data-changes', '1');
      // The controls scroll; the plot beside them stays.
      await drag(page, await middle(plot), 0, -height / 3);
      await page.locator('.timeline').scrollIntoViewIfNeeded();
      await expect(page.locator('.timeline')).toBeInViewport({ ratio: 1 });
      await expect(page.locator('.labels button')).toBeInViewport();
      await pause.tap();
      await play.isAt('paused');
      expect(await overflow()).toBe(0);
    }
  });
});
