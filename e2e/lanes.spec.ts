import type { Locator, Page } from '@playwright/test';
import { Playground, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';

const parameters = (page: Page, lane: string): Locator =>
  page.getByRole('button', { name: `Parameters of ${lane}`, exact: true });

const labels = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('[data-lane]')
    .evaluateAll((lanes) => lanes.map((lane) => lane.getAttribute('aria-label')));

const control = (page: Page): Locator =>
  page
    .getByRole('group', { name: /^Parameters of/ })
    .getByLabel('Congestion control', { exact: true });

test('lanes with congestion controls of their own, and plots of their state', async ({
  page,
  context,
}) => {
  const play = new Playground(page);
  await test.step('my link: BBR against CUBIC behind the same queue, then a sweep of the buffer', async () => {
    await play.open();
    await page.getByRole('button', { name: 'New scenario' }).click();
    await play.isAt('paused');
    await page.keyboard.type('50');
    await page.keyboard.press('Enter');
    await play.field('Round-trip time').fill('30');
    await play.field('Round-trip time').press('Enter');
    await page.getByLabel('Lane 2: queue discipline').selectOption('Drop-tail');
    await parameters(page, 'Drop-tail, lane 1').click();
    await control(page).selectOption('BBR');
    expect(await labels(page)).toEqual(['Lane 1: Drop-tail · BBR', 'Lane 2: Drop-tail · CUBIC']);
    await page.keyboard.press('Escape');
    await expect(page.getByText('Lane 1 uses BBR.')).toBeVisible();
    const colours = await page
      .locator('[data-lane]')
      .evaluateAll((all) =>
        all.map((lane) => (lane as HTMLElement).style.getPropertyValue('--colour')),
      );
    expect(new Set(colours).size).toBe(2);
    expect(await play.timeline()).toEqual([]);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await play.reaches(5);
    await play.pause();
    expect(await play.number(0, 'mean')).not.toBe(await play.number(1, 'mean'));
    const digests = await play.digests();
    const other = new Playground(await context.newPage());
    await other.page.goto(await page.evaluate(() => location.href));
    await other.isAt('paused');
    await other.settles();
    expect(await other.digests()).toEqual(digests);
    expect(await labels(other.page)).toEqual(await labels(page));
    await other.page.close();

    // The sweep has the same lanes, and their names.
    await page.getByRole('link', { name: 'Sweep' }).click();
    const plan = page.getByRole('region', { name: 'Plan' });
    await expect(plan.getByRole('checkbox', { name: 'Drop-tail · BBR' })).toBeChecked();
    await expect(plan).toContainText('4 TCP flows');
    await plan.getByLabel('First parameter', { exact: true }).selectOption('link.buffer.bdp');
    await plan.getByRole('textbox', { name: 'Run length' }).fill('4');
    await plan.getByRole('textbox', { name: 'Run length' }).press('Enter');
    await page.getByRole('button', { name: 'Run sweep' }).click();
    await expect(page.getByRole('button', { name: 'More seeds' })).toBeVisible();
    const heads = page.getByRole('grid').first().getByRole('columnheader');
    await expect(heads.filter({ hasText: 'BBR' })).not.toHaveCount(0);
    await expect(heads.filter({ hasText: 'CUBIC' })).not.toHaveCount(0);
    await page.getByRole('link', { name: 'Live' }).click();

    // While time flows, the choice is a change of this lane only.
    await parameters(page, 'Drop-tail · CUBIC, lane 2').click();
    await control(page).selectOption('Vegas');
    expect((await play.timeline()).map(({ set, to }) => [set, to])).toEqual([
      ['queues.1.cc', 'vegas'],
    ]);
    await expect(page.getByText('lane 2: as the traffic → Vegas').first()).toBeAttached();
    await page.keyboard.press('Escape');
    // Another discipline keeps the control.
    await page.getByLabel('Lane 1: queue discipline').selectOption('CoDel');
    await expect.poll(() => labels(page)).toContain('Lane 1: CoDel · BBR');
    expect((await play.digests())[0]).toBe(digests[0]);
  });
  await test.step('plots of the state show the whole run, and the link opens them', async () => {
    await play.stopped({ ...UPLINK, queues: [{ kind: 'red' }, { kind: 'pie' }] }, 4);
    const digests = await play.digests();
    const plot = (name: string, on = page): Locator =>
      on.locator('figure h3').getByRole('button', { name, exact: true });
    await plot('Utilization').click();
    await page.locator('[role=menu]').getByLabel('Drop probability').click();
    await expect(plot('Drop probability')).toBeVisible();
    await play.isAt('paused');
    await play.settles();
    expect(await play.digests()).toEqual(digests);
    const menu = page.locator('[role=menu]');
    await plot('Drops and marks').click();
    await expect(menu.getByLabel('State: drop count')).toHaveCount(0);
    await menu.getByLabel('Average queue').click();
    await expect(plot('Average queue')).toBeVisible();
    await play.settles();
    // RED and PIE have a probability; only RED has an average queue.
    const cursor = (name: string): Locator =>
      page.getByRole('slider', { name: `Time cursor in ${name}` });
    await cursor('Drop probability').click({ position: { x: 60, y: 40 } });
    await expect(cursor('Drop probability')).toHaveAttribute(
      'aria-valuetext',
      /RED [\d.]+\s%.*PIE [\d.]+\s%/,
    );
    await expect(page.locator('[data-plot=state-drop-probability] h3')).toContainText('%');
    await expect(cursor('Average queue')).toHaveAttribute('aria-valuetext', /RED [\d.]+/);
    const other = new Playground(await context.newPage());
    await other.page.goto(await page.evaluate(() => location.href));
    await other.isAt('paused');
    await expect(plot('Average queue', other.page)).toBeVisible();
    await other.settles();
    expect(await other.digests()).toEqual(digests);
  });
});
