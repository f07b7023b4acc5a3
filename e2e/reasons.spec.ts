import type { Locator, Page } from '@playwright/test';
import { Playground } from './playground';
import { axe } from './support/axe';
import { expect, test } from './support/test';

const SCENARIO = {
  version: 1,
  durationS: 12,
  link: { rateMbps: 10, rttMs: 40, buffer: { packets: 60 } },
  queues: [{ kind: 'codel' }, { kind: 'droptail' }],
  traffic: [{ kind: 'bulk', flows: 3 }],
};

const plotOf = (page: Page): Locator => page.locator('[data-plot="drops-and-marks"]');

/** Shows less and less time until each drop is a tick. */
async function zoomToTicks(page: Page): Promise<Locator> {
  const plot = plotOf(page);
  for (let press = 0; press < 12; press++) {
    if ((await plot.textContent())?.includes('each one')) break;
    await page.keyboard.press('+');
    await expect
      .poll(async () => {
        const [t0, t1] = await windowOf(plot);
        return t1 - t0 > 5 || (await plot.textContent())?.includes('each one');
      })
      .toBe(true);
  }
  await expect(plot).toContainText('each one');
  return plot;
}

/** The visible window of a plot, s. */
async function windowOf(plot: Locator): Promise<readonly [number, number]> {
  const surface = plot.getByRole('slider');
  const [t0, t1] = await Promise.all([
    surface.getAttribute('aria-valuemin'),
    surface.getAttribute('aria-valuemax'),
  ]);
  return [Number(t0), Number(t1)];
}

/** The place of the middle tick of a lane in the page, px. */
async function tickOf(plot: Locator, lane: number): Promise<{ x: number; y: number }> {
  const ticks = plot.locator(`[data-ticks="${lane} drop"]`);
  await expect(ticks).toHaveCount(1);
  const all = [...(await ticks.getAttribute('d'))!.matchAll(/M([\d.]+) ([\d.]+)/g)];
  const [, x, y] = all[Math.floor(all.length / 2)];
  const box = (await plot.locator('.stage').boundingBox())!;
  return { x: box.x + Number(x), y: box.y + Number(y) + 4 };
}

async function violations(page: Page, part: string): Promise<unknown[]> {
  const found = await axe(page).include(part).analyze();
  return found.violations.map(({ id, nodes }) => [id, nodes[0].html]);
}

test('D goes through the events of a sender; a click on a tick explains a drop', async ({
  page,
}) => {
  const play = new Playground(page);
  await test.step('D goes through the events of a sender, and lights the rule that applied', async () => {
    await play.finished(SCENARIO);
    const digests = await play.digests();
    await page.keyboard.press('i');
    const inside = page.getByRole('group', { name: 'Inside CoDel' });
    await inside.getByRole('radio', { name: 'Sender' }).check();
    const why = inside.getByRole('region', { name: 'Why did the sender do this?' });
    await expect(why).toContainText(/\d+ events in the 10 s before/);

    // At the end of the run the first step goes to the latest event.
    await page.keyboard.press('d');
    const facts = why.locator('.facts');
    await expect(facts).toHaveText(/^At [\d.]+ s: .*Window .*threshold .*in flight/);
    await expect(why.locator('.sentence')).not.toBeEmpty();
    await expect(inside.locator('[aria-current=step]')).toHaveCount(1);
    const latest = await facts.textContent();
    await page.keyboard.press('Shift+D');
    await expect(facts).not.toHaveText(latest!);
    await page.keyboard.press('d');
    await expect(facts).toHaveText(latest!);

    // A mouse chooses from the list, and from the marks in the picture of the window.
    await why.getByText(/\d+ events in the 10 s before/).click();
    await why.getByRole('button', { name: /^All \d+$/ }).click();
    await why
      .getByRole('button', { name: /segment \d+ sent again/ })
      .first()
      .click();
    await expect(facts).toContainText('sent again');
    await expect(why.locator('.sentence')).toHaveText(/counts as lost|sent again/);
    await expect(inside.getByRole('region', { name: 'The rule' })).toContainText('RFC 8985');
    // The list then ends at the chosen event.
    const list = why.getByRole('list', { name: /in the 10 s before/ });
    const first = list.getByRole('button').first();
    await expect(first).toHaveAttribute('aria-pressed', 'true');
    await expect(first).toHaveText(/sent again/);
    const reduction = why.getByRole('button', { name: /threshold set/ }).first();
    await reduction.click();
    await expect(facts).toContainText('threshold set');
    await expect(why.locator('.sentence')).toHaveText(
      /^CUBIC multiplies \d+ segments by beta = 0\.70/,
    );
    await expect(inside.locator('[aria-current=step]')).toContainText(
      /ssthresh = beta window.*0\.70/,
    );
    const surface = inside.getByRole('slider', { name: /^Points of Window/ });
    await expect(surface).toBeVisible();
    const box = (await surface.boundingBox())!;
    const before = await facts.textContent();
    await expect
      .poll(async () => {
        // One of these places is near another event.
        for (const share of [0.3, 0.5, 0.7, 0.85]) {
          await surface.click({ position: { x: share * box.width, y: box.height / 2 } });
          if ((await facts.textContent()) !== before) return true;
        }
        return false;
      })
      .toBe(true);
    expect(await play.digests()).toEqual(digests);
    expect(await violations(page, '.lane')).toEqual([]);
  });
  await test.step('a click on a tick explains the drop; in a long window a bar lists its drops', async () => {
    await play.finished(SCENARIO);
    const plot = await zoomToTicks(page);
    expect(await violations(page, '[data-plot="drops-and-marks"]')).toEqual([]);
    const place = await tickOf(plot, 1);
    await page.mouse.click(place.x, place.y);
    const inside = page.getByRole('group', { name: 'Inside Drop-tail' });
    await expect(inside.locator('.sentence')).toHaveText('The buffer was full.');
    const facts = inside.locator('.facts').first();
    await expect(facts).toContainText(/dropped at [\d.]+ s/);
    const atS = Number(/dropped at ([\d.]+) s/.exec((await facts.textContent())!)![1]);

    // The same drop in the whole run is one of a bar.
    await page.keyboard.press('0');
    await expect(plot).not.toContainText('each one');
    await expect.poll(async () => (await windowOf(plot))[0]).toBe(0);
    const [t0, t1] = await windowOf(plot);
    const area = (await plot.locator('canvas').boundingBox())!;
    await page.mouse.click(
      area.x + (area.width * (atS - t0)) / (t1 - t0),
      area.y + 0.8 * area.height,
    );
    const list = page.getByRole('dialog', { name: /^Drops and marks of \d: Drop-tail/ });
    await expect(list).toBeVisible();
    expect(await violations(page, '[popover]:popover-open')).toEqual([]);
    const entry = list.getByRole('button').last();
    const [, packet, flow] = /packet (\d+) of flow (\d+)/.exec((await entry.textContent())!)!;
    await entry.click();
    await expect(list).toBeHidden();
    await expect(facts).toContainText(`Packet ${packet} of flow ${flow}`);
  });
});

test('a tap on a tick explains the drop on a phone @phone', async ({ page }) => {
  const play = new Playground(page);
  await play.stopped({ ...SCENARIO, queues: [{ kind: 'droptail' }] }, 6);
  const plot = await zoomToTicks(page);
  await plot.scrollIntoViewIfNeeded();
  const place = await tickOf(plot, 0);
  await page.touchscreen.tap(place.x, place.y);
  const inside = page.getByRole('group', { name: 'Inside Drop-tail' });
  await expect(inside.locator('.sentence')).toHaveText('The buffer was full.');
  await inside.locator('label', { hasText: 'Sender' }).tap();
  const why = inside.getByRole('region', { name: 'Why did the sender do this?' });
  await why.getByRole('button', { name: 'Next event' }).tap();
  await expect(why.locator('.sentence')).not.toBeEmpty();
  await expect(inside.locator('[aria-current=step]')).toHaveCount(1);
});
