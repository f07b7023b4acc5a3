import type { Locator, Page } from '@playwright/test';
import { Playground } from './playground.ts';
import { expect, test } from './support/test.ts';
import { looksRight } from './support/axe.ts';

const slider = (page: Page, name: string): Locator =>
  page.getByRole('slider', { name, exact: true });
const number = (page: Page, id: string): Locator => page.locator(`[data-number=${id}] dd`);
const verdict = (page: Page): Locator => page.locator('[data-stable]');

async function open(page: Page, path = ''): Promise<void> {
  await page.goto(`./#stability${path}`);
  await expect(verdict(page)).toBeVisible();
}

test('settings of PIE and PI change margins, curves and address; charts fit; a paper leads there', async ({
  page,
}) => {
  await test.step('keys on a slider change margins, curves and address', async () => {
    await open(page);
    await expect(verdict(page)).toHaveText('Stable');
    await expect(number(page, 'phase')).toHaveText('25.5°');
    // The margins of docs/decisions/0005-stability-of-pie.md.
    await page.getByRole('button', { name: 'Fig. 15 and 16' }).click();
    await page.getByRole('combobox', { name: 'Controller' }).selectOption('fixed');
    await expect(number(page, 'phase')).toHaveText('−4.4°');
    await expect(verdict(page)).toHaveText('Unstable');
    const curve = page
      .locator('figure', { hasText: 'Gain of the open loop' })
      .locator('path')
      .last();
    const before = await curve.getAttribute('d');
    await slider(page, 'Round-trip time R').focus();
    await page.keyboard.press('PageDown');
    await expect(page).toHaveURL(/#stability\/R\d+.*_p0\.01_tfixed$/);
    await expect(verdict(page)).toHaveText('Stable');
    expect(await curve.getAttribute('d')).not.toBe(before);
    // N follows from p0, until it is set itself.
    await expect(page.locator('[data-parameter=flows]')).toContainText('follows');
    await slider(page, 'Flows N').focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[data-parameter=probability]')).toContainText('follows');
    const margin = await number(page, 'phase').innerText();
    await page.reload();
    await expect(number(page, 'phase')).toHaveText(margin);
    await page.getByRole('button', { name: "Paper's values" }).click();
    await expect(number(page, 'phase')).toHaveText('25.5°');
    await expect(page).toHaveURL(/#stability$/);
  });
  await test.step('PI has the margin of its paper, its own parameters, and a point that runs with an RTT that its field shows whole', async () => {
    await open(page);
    await page.getByRole('button', { name: 'PI', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Stability of PI', exact: true })).toBeVisible();
    await expect(number(page, 'phase')).toHaveText('75.2°');
    await expect(slider(page, 'Gain a')).toHaveAttribute('aria-valuetext', '18.22 10⁻⁶/packet');
    await expect(slider(page, 'Alpha α')).toHaveCount(0);
    await slider(page, 'Design flows').focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[data-parameter=gainA]')).toContainText('from the design');
    await page.getByRole('combobox', { name: 'Controller' }).selectOption('fixed');
    await expect(slider(page, 'Alpha α')).toBeVisible();
    await page.reload();
    await expect(slider(page, 'Flows N')).toHaveAttribute('aria-valuetext', '60 ');
    await page.getByRole('button', { name: 'Run this point' }).click();
    const rtt = page.getByRole('textbox', { name: 'Round-trip time', exact: true });
    await expect(rtt).toHaveValue(/^\d+(\.\d{1,2})?$/);
    expect(
      await rtt.evaluate((field) => field.scrollWidth - field.clientWidth),
    ).toBeLessThanOrEqual(0);
  });
  await test.step('charts above each other have the same axis, and no line crosses a label; bad addresses are explained', async () => {
    await open(page, '/R300_C40_N40_tfixed');
    for (const name of ['Bode plot', /^Margins against/]) {
      const axes = page.getByRole('region', { name }).locator('svg line.axis');
      // Horizontal ones, without ticks.
      const lefts = await axes.evaluateAll((lines) =>
        lines
          .map((line) => line.getBoundingClientRect())
          .flatMap(({ x, width }) => (width > 50 ? [x] : [])),
      );
      expect(lefts.length).toBeGreaterThan(1);
      expect(new Set(lefts).size).toBe(1);
    }
    const gain = page.locator('figure', { hasText: 'Gain of the open loop' });
    const label = await gain.locator('text', { hasText: 'gain margin' }).boundingBox();
    const lines = gain.locator('svg line:not(.axis, .grid, .span)');
    const boxes = await lines.evaluateAll((all) =>
      all.flatMap((line) => {
        const { x, width } = line.getBoundingClientRect();
        return width < 1 ? [x] : [];
      }),
    );
    expect(boxes.length).toBe(2);
    // There is no room beside the lines, so the label has a background.
    const mask = await gain.locator('svg > rect').boundingBox();
    const isHidden = (x: number): boolean =>
      mask !== null && x > mask.x && x < mask.x + mask.width && mask.height > 10;
    const [from, to] = [label?.x ?? 0, (label?.x ?? 0) + (label?.width ?? 0)];
    expect(boxes.filter((x) => x > from && x < to && !isHidden(x))).toEqual([]);

    await open(page, '/R50_R60');
    await expect(page.getByRole('alert')).toContainText('it has “R” twice');
    await expect(number(page, 'phase')).toHaveText('25.5°');
    await open(page, '/R99999999');
    await expect(page.getByRole('alert')).toContainText('R is 99');
    await expect(page.getByRole('alert')).toContainText('expected 1 to 2');
    // R is below the target.
    await open(page, '/R10');
    await page.getByRole('button', { name: 'Run this point' }).click();
    await expect(page.getByRole('alert')).toContainText('must be above the target');
  });
  await test.step('the paper leads to its figures', async () => {
    await page.goto('./#papers/pan-2013-pie/13');
    await page.getByRole('link', { name: 'Stability view' }).click();
    await expect(slider(page, 'Alpha α')).toHaveAttribute('aria-valuetext', '0.0156 1/s');
    await expect(page.getByRole('heading', { name: 'Margins against alpha' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('link', { name: 'Stability view' })).toBeVisible();
  });
  await test.step('axe finds no violation in the stability view', async () => {
    await open(page, '/m0.02');
    await looksRight(page, 'main');
  });
});

test('a lane of Live has an operating point, which runs in Live', async ({ page }) => {
  const play = new Playground(page);
  const scenario = {
    version: 1,
    durationS: 60,
    link: { rateMbps: 40, rttMs: 80, buffer: { packets: 2000 } },
    queues: [{ kind: 'pie', targetMs: 20 }, { kind: 'codel' }],
    traffic: [{ kind: 'bulk', flows: 30, packetBytes: 1000 }],
  };
  await play.stopped(scenario, 3);
  await page.getByRole('button', { name: 'Parameters of PIE' }).click();
  await page.getByRole('link', { name: 'Stability of this lane' }).click();
  await expect(slider(page, 'Round-trip time R')).toHaveAttribute('aria-valuetext', '100 ms');
  await expect(slider(page, 'Flows N')).toHaveAttribute('aria-valuetext', '30 ');
  await expect(slider(page, 'Capacity C')).toHaveAttribute('aria-valuetext', '40 Mbit/s');
  await expect(page.getByText('The lane in Live has a drop rate')).toBeVisible();
  await page.getByRole('button', { name: 'Run this point' }).click();
  await play.reaches(1);
  await expect(play.lanes).toHaveCount(1);
  await page.getByRole('link', { name: 'Back to the stability view' }).click();
  await expect(slider(page, 'Flows N')).toHaveAttribute('aria-valuetext', '30 ');
});
