import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { looksRight } from './support/axe.ts';

async function open(page: Page, item: string): Promise<Locator> {
  await page.goto(`./#papers/${item}`);
  const figures = page.getByRole('region', { name: 'Figures' });
  await figures.scrollIntoViewIfNeeded();
  return figures;
}
const points = (figures: Locator, title: string): Locator =>
  figures.getByRole('slider', { name: new RegExp(`^Points of ${title}`) });

test('figures: keys, tables, small multiples, and a time series; all looks right', async ({
  page,
}) => {
  await test.step('arrow keys and clicks read the published points, and choose their cells', async () => {
    const figures = await open(page, 'schwardmann-2014/1b');
    const chart = points(figures, 'Utilization');
    await chart.focus();
    await page.keyboard.press('Home');
    await expect(chart).toHaveAttribute('aria-valuetext', /^CoDel, published: 100.% at 5.ms$/);
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
      await page.keyboard.press(key);
    await expect(chart).toHaveAttribute('aria-valuetext', /^CoDel, published: 90\.6.% at 100.ms$/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Selected cell' })).toContainText(
      /CoDel, 100 ms RTT\s*utilization/,
    );
    await page.keyboard.press('Escape');
    await expect(chart).toHaveAttribute('aria-valuetext', 'no point chosen');

    const delays = points(figures, 'Mean delay');
    const box = await delays.boundingBox();
    // The last setting is at the right end of the axis, before the names of the lines.
    await delays.click({ position: { x: (box?.width ?? 0) - 60, y: (box?.height ?? 0) / 2 } });
    await expect(page.getByRole('region', { name: 'Selected cell' })).toContainText(
      /200 ms RTT\s*mean delay/,
    );
  });
  await test.step('a figure shows its numbers as a table; a table over set-ups has a marker for each', async () => {
    const figures = await open(page, 'pan-2013-pie/14');
    await figures.getByRole('button', { name: 'Numbers of Gain of the loop' }).click();
    const table = figures.getByRole('table', { name: 'Gain of the loop' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'angular frequency, rad/s',
      'R = 100 ms',
      'R = 50 ms',
    ]);
    await expect(table.getByRole('row')).toHaveCount(122);
    await expect(table.getByRole('row').nth(1)).toHaveText(/^0\.05\s*41\.8\s*35\.8$/);

    const chart = points(await open(page, 'novak-duk/2'), 'Mean delay');
    await chart.focus();
    await page.keyboard.press('Home');
    await expect(chart).toHaveAttribute(
      'aria-valuetext',
      /^DUK, published: 11\.9.ms at 1: 20 Mbit\/s, 40 short flows$/,
    );
    await page.keyboard.press('ArrowDown');
    await expect(chart).toHaveAttribute('aria-valuetext', /^CoDel, published: 24\.2.ms at 1: /);
  });
  await test.step('small multiples share a scale, can be enlarged, and one name can stand out', async () => {
    const figures = await open(page, 'raghuvanshi-2013/1-9');
    const charts = figures.locator('figure');
    await expect(charts).toHaveCount(9);
    const chart = charts.filter({ hasText: 'CoDel: mean queue' });
    // Before any run, only a value of the text is known.
    await expect(chart.locator('path.thin')).toHaveCount(1);
    const labels = (title: string): Locator =>
      charts.filter({ hasText: title }).locator('svg text[text-anchor=end]');
    const own = await labels('CoDel: mean queue').allTextContents();
    expect(own.length).toBeGreaterThan(1);
    await expect(labels('ARED: mean queue')).toHaveText(own);

    const small = (await chart.boundingBox())?.width ?? 0;
    await figures.getByRole('button', { name: 'Enlarge CoDel: mean queue' }).click();
    await expect.poll(async () => (await chart.boundingBox())?.width).toBeGreaterThan(1.5 * small);
    await figures.getByRole('button', { name: 'Shrink CoDel: mean queue' }).click();

    await figures.getByRole('button', { name: 'CUBIC' }).click();
    await expect(chart.locator('path.thin')).toHaveClass(/\bfaint\b/);
  });
  await test.step('a time series shows one run with the stated level, and selects its row', async () => {
    const figures = await open(page, 'pan-2013-pie/4-5');
    const charts = figures.locator('figure');
    await expect(charts).toHaveCount(6);
    // Before any run, only the level of the text is known.
    const throughput = charts.filter({ hasText: '50 TCP: throughput' });
    await expect(throughput.locator('path.thin')).toHaveCount(1);
    await page.locator('[data-cell="1/0"]').click();
    await page.keyboard.press('r');
    await expect(throughput.locator('path.trace')).toHaveAttribute('d', /^M/);
    await expect(figures).toContainText('from the lowest to the highest of 5 runs');
    await points(figures, '50 TCP: queue delay').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('End');
    const chart = points(figures, '50 TCP: queue delay');
    await expect(chart).toHaveAttribute('aria-valuetext', /^PIE: .+ms at 99\.9.s$/);
    await page.locator('[data-cell="0/0"]').click();
    await chart.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Selected cell' })).toContainText(/PIE, 50 TCP/);
  });
  await test.step('axe finds no violation, and no figure is wider than the page', async () => {
    for (const item of ['pan-2013-pie/15', 'tahiliani-rfc7928/1']) {
      const figures = await open(page, item);
      await expect(figures.locator('figure svg').first()).toBeVisible();
      await looksRight(page, 'section[aria-label=Figures]');
    }
  });
});
