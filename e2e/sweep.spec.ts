import type { Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { Playground, UPLINK } from './playground.ts';
import { sweepCsv } from './support/aqm.ts';
import { expect, test } from './support/test.ts';
import { looksRight } from './support/axe.ts';

/** Two values, two lanes, two seeds: eight short runs. */
const PLAN = {
  version: 1,
  title: 'Two targets',
  scenario: { ...UPLINK, durationS: 5 },
  vary: [{ path: 'queues.1.targetMs', values: [2, 20] }],
  seeds: { count: 2 },
  measures: ['queueDelayMs.mean', 'utilization', 'queueDelayMs.max'],
};

/** The section as a user sees it. */
class SweepPage {
  readonly page: Page;
  readonly plan: Locator;
  readonly place: Locator;
  constructor(page: Page) {
    this.page = page;
    this.plan = page.getByRole('region', { name: 'Plan' });
    this.place = page.locator('[data-place]');
  }

  async open(hash = '#sweep'): Promise<void> {
    await this.page.goto(`./${hash}`);
    await expect(this.page.locator('[data-cost]')).toBeAttached();
  }
  async paste(content: object): Promise<void> {
    await this.plan.getByRole('button', { name: 'Open a file' }).click();
    await this.page.getByLabel('Or paste a scenario or a plan').fill(JSON.stringify(content));
    await this.page.getByRole('button', { name: 'Open the pasted text' }).click();
    await expect(this.page.getByRole('dialog')).toBeHidden();
  }
  async run(): Promise<void> {
    await this.page.getByRole('button', { name: /^Run (sweep|the other)/ }).click();
    await expect(this.page.getByRole('button', { name: 'More seeds' })).toBeVisible();
  }
  grid(name: RegExp): Locator {
    return this.page.getByRole('grid', { name });
  }
  async download(button: string): Promise<{ readonly name: string; readonly text: string }> {
    const [file] = await Promise.all([
      this.page.waitForEvent('download'),
      this.plan.getByRole('button', { name: button, exact: true }).click(),
    ]);
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  }
}

test('a plan is edited, run, saved, and has the table of the command', async ({ page }) => {
  const sweep = new SweepPage(page);
  const { plan } = sweep;
  await test.step('the plan is edited: scenario, parameters, range, seeds, lanes, measures', async () => {
    await sweep.open();
    // The suggestion is the scenario of Live over its round-trip time.
    await expect(plan).toContainText('60 runs of 300 s');
    await plan
      .getByRole('combobox', { name: 'Scenario' })
      .selectOption({ label: 'Mice and elephants: short flows beside long ones' });
    await expect(plan).toContainText('120 runs of 60 s');
    await plan.getByLabel('Run length').fill('4');
    await plan.getByLabel('Run length').press('Enter');
    await plan.getByLabel('Warm-up').fill('1');
    await plan.getByLabel('Warm-up').press('Enter');
    await plan
      .getByRole('combobox', { name: 'First parameter' })
      .selectOption({ label: 'Loss rate' });
    const values = plan.getByRole('textbox', { name: 'Values of Loss rate' });
    await values.fill('0, x');
    await values.press('Enter');
    await expect(plan).toContainText('"x" is not a number');
    await values.fill('0, 0.01');
    await values.press('Enter');
    await plan.getByRole('button', { name: 'Add a second parameter' }).click();
    await plan.getByRole('radio', { name: 'Range' }).last().check();
    await plan.getByLabel('Number of values').fill('3');
    await plan.getByLabel('Number of values').press('Enter');
    await expect(plan).toContainText('3 values: 5, 20, 80');
    await plan.getByRole('slider', { name: 'Seeds' }).press('Home');
    for (const lane of ['RED', 'CoDel', 'FQ-CoDel'])
      await plan.getByRole('checkbox', { name: lane, exact: true }).uncheck();
    await expect(plan).toContainText('6 runs of 4 s');
    await plan.locator('summary').click();
    await plan.getByLabel('Delay p99').first().check();
    await sweep.run();
    const { text } = await sweep.download('CSV');
    const [head, ...rows] = text.trim().split('\n');
    expect(head).toContain('link.lossRate,link.rateMbps,lane,queue,seeds,queueDelayMeanMsMean');
    expect(head).toContain('queueDelayP99MsMean');
    expect(rows.map((row) => row.split(',').slice(0, 5).join())).toEqual([
      '0,5,0,droptail,1',
      '0,20,0,droptail,1',
      '0,80,0,droptail,1',
      '0.01,5,0,droptail,1',
      '0.01,20,0,droptail,1',
      '0.01,80,0,droptail,1',
    ]);
    // For a plan that contradicts itself, the page shows the reason and keeps the results.
    await plan.getByLabel('Warm-up').fill('4');
    await plan.getByLabel('Warm-up').press('Enter');
    await expect(plan.getByRole('alert')).toContainText('warmupS');
    await expect(page.getByRole('button', { name: 'More seeds' })).toBeDisabled();
    await expect(
      sweep
        .grid(/^Drop-tail/)
        .getByRole('gridcell')
        .first(),
    ).toHaveText(/\d/);
  });
  await test.step('a sweep runs, and its files give the same table on the command line', async () => {
    await sweep.paste(PLAN);
    await expect(sweep.plan).toContainText('8 runs of 5 s');
    await sweep.run();
    const cells = sweep.grid(/^Mean delay by .*target/).getByRole('gridcell');
    await expect(cells).toHaveCount(4);
    await expect(cells.first()).toContainText('±');
    const csv = await sweep.download('CSV');
    expect(csv.name).toBe('two-targets.csv');
    expect(csv.text).toContain('queueDelayMaxMs');
    const file = await sweep.download('Plan');
    await expect(page.locator('[data-command]')).toHaveText(`aqm sweep ${file.name} --csv`);
    expect(await sweepCsv(JSON.parse(file.text) as object)).toBe(csv.text);
    expect(csv.text.split('\n')).toHaveLength(1 + 4 + 1);
  });
  await test.step('values that a change replaces are left out, or kept with a note at the axis and the table', async () => {
    await sweep.paste({
      ...{ ...UPLINK, durationS: 4 },
      changes: [{ atS: 1, set: 'link.buffer', to: { packets: 40 } }],
    });
    await plan
      .getByRole('combobox', { name: 'First parameter' })
      .selectOption({ value: 'link.buffer.packets' });
    const values = plan.getByRole('textbox', { name: 'Values of Buffer' });
    await values.fill('20, 300');
    await values.press('Enter');
    const choice = plan.getByRole('group', { name: 'Replaced values of Buffer' });
    await expect(choice).toContainText('40 packets at 1 s: left out of the sweep');
    await sweep.run();
    const cells = sweep.grid(/^Mean delay by Buffer/).getByRole('gridcell');
    const first = await cells.allTextContents();
    expect(first[0]).not.toBe(first[2]);
    const notes = page.getByRole('list', { name: 'Notes about the results' });
    await expect(notes).toBeHidden();

    // With the keyboard, as with the mouse.
    await choice.getByRole('radio', { name: 'Leave out' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(choice.getByRole('radio', { name: 'Keep' })).toBeChecked();
    await expect(choice).toContainText('these values have no effect from then on');
    await sweep.run();
    await expect(notes).toContainText('40 packets at 1 s: the values of buffer have no effect');
    await expect(page.getByText('values replaced from 1 s on')).toBeVisible();

    // At the start, nothing of the values would be left: the plan is refused, and leaving out cures it.
    await plan.getByLabel('Warm-up').fill('2');
    await plan.getByLabel('Warm-up').press('Enter');
    await expect(plan.getByRole('alert')).toContainText('within the warm-up of 2 s');
    await choice.getByRole('radio', { name: 'Leave out' }).check();
    await expect(plan.getByRole('alert')).toBeHidden();
  });
  await test.step('a list of values may have ranges, and a wrong one is told when the field is left; invalid plans and links are refused with a reason and lose nothing', async () => {
    await sweep.paste({ ...PLAN, vary: [{ path: 'link.rttMs', values: [5, 20, 80] }] });
    const values = sweep.plan.getByRole('textbox', { name: 'Values of Round-trip time' });
    const former = await values.inputValue();
    for (const [text, reason] of [
      ['5, abc', '"abc" is not a number'],
      ['-5, 10', '-5 is outside'],
      ['', 'at least 1 number'],
    ]) {
      await values.fill(text);
      await values.press('Tab');
      await expect(values).toHaveValue(former);
      await expect(sweep.plan).toContainText(`${reason}`);
      await expect(sweep.plan).toContainText(`still ${former}`);
    }
    await values.fill('1, 2, 5 … 100');
    await values.press('Tab');
    await expect(values).toHaveValue('1, 2, 5, 10, 20, 50, 100');
    await values.fill('1..5');
    await values.press('Enter');
    await expect(values).toHaveValue('1, 2, 3, 4, 5');

    await sweep.paste(PLAN);
    await sweep.plan.getByRole('button', { name: 'Open a file' }).click();
    const text = page.getByLabel('Or paste a scenario or a plan');
    for (const [content, reason] of [
      ['{', /line 1/],
      [JSON.stringify({ ...PLAN, vary: [{ path: 'link.rateMbps', values: [-3] }] }), /rateMbps=-3/],
      [JSON.stringify({ ...PLAN, seeds: { count: 900_000 } }), /at most/],
      [JSON.stringify({ version: 1, scenario: null }), /scenario/],
    ] as const) {
      await text.fill(content);
      await page.getByRole('button', { name: 'Open the pasted text' }).click();
      await expect(page.getByRole('dialog').getByRole('alert')).toContainText(reason);
    }
    await page.keyboard.press('Escape');
    await expect(sweep.plan).toContainText('8 runs of 5 s');
    await page.evaluate(() => (location.hash = '#sweep/v1.AAAA'));
    await expect(page.getByText('This link to a sweep is damaged')).toBeVisible();
    await expect(sweep.plan).toContainText('8 runs of 5 s');
    await expect.poll(() => page.evaluate(() => location.hash)).not.toContain('AAAA');
  });
  await test.step('the section has no accessibility violations', async () => {
    await sweep.paste({
      ...PLAN,
      vary: [...PLAN.vary, { path: 'link.rttMs', values: [10, 40] }],
    });
    await sweep.run();
    await looksRight(page);
  });
});

test('cancel and reload keep the finished runs; the link opens elsewhere', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  const sweep = new SweepPage(page);
  await sweep.open();
  // Long runs, so that some are left.
  const scenario = { ...UPLINK, durationS: 1200, link: { ...UPLINK.link, rateMbps: 50 } };
  await sweep.paste({ ...PLAN, scenario, seeds: { count: 40 } });
  await page.getByRole('button', { name: 'Run sweep' }).click();
  const running = page.locator('header .running');
  await expect(running).toContainText(/[1-9]\d* of 160 runs/);
  await running.getByRole('button', { name: 'Cancel' }).click();
  const other = page.getByRole('button', { name: /^Run the other/ });
  await expect(other).toBeVisible();
  const left = await page.locator('[data-cost]').textContent();
  expect(left).toMatch(/\d+ runs left/);
  const [cell] = await sweep.grid(/by/).getByRole('gridcell').allTextContents();
  // The storage is written at the end of a run.
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).length))
    .toBeGreaterThan(0);
  await page.reload();
  await expect(other).toBeVisible();
  await expect(page.locator('[data-cost]')).toContainText(left!.match(/\d+ runs left/)![0]);
  expect((await sweep.grid(/by/).getByRole('gridcell').allTextContents())[0]).toBe(cell);

  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  watch(context);
  const guest = new SweepPage(await context.newPage());
  await guest.open(new URL(await page.evaluate(() => location.href)).hash);
  await expect(guest.plan).toContainText('160 runs of 1200 s');
  await expect(guest.page.getByRole('button', { name: 'Run sweep' })).toBeVisible();
  await context.close();
});

test('a cell opens in Live, and the way back leads to the results', async ({ page }) => {
  const sweep = new SweepPage(page);
  await sweep.open();
  await sweep.paste({
    ...PLAN,
    vary: [...PLAN.vary, { path: 'link.rateMbps', from: 5, to: 20, count: 3, log: true }],
    seeds: { first: 7, count: 1 },
  });
  await sweep.run();
  const map = sweep.grid(/^CoDel: Mean delay by CoDel: target and Bandwidth/);
  await expect(map.getByRole('gridcell')).toHaveCount(6);
  // A small plot for each bandwidth, with the same axes; a point selects its bandwidth too.
  const lines = page.getByRole('region', { name: 'Against CoDel: target' });
  await expect(lines.getByRole('figure')).toHaveCount(3);
  await lines.getByRole('radio', { name: 'each bandwidth' }).check();
  const figures = ['5', '10', '20'].map((mbps) =>
    lines.getByRole('figure', { name: `Bandwidth ${mbps} Mbit/s` }),
  );
  const labels = await Promise.all(figures.map((one) => one.locator('text').allTextContents()));
  expect(labels[0]).toContain('Mean delay, ms');
  for (const own of labels) expect(own).toEqual(labels[0]);
  const points = figures[2].getByRole('slider');
  await points.focus();
  for (const key of ['ArrowDown', 'End', 'Enter']) await points.press(key);
  await expect(sweep.place).toHaveText('CoDel: target 20 ms, bandwidth 20 Mbit/s');
  await lines.getByRole('radio', { name: 'selected value' }).check();
  await expect(lines.getByRole('radio', { name: '20', exact: true })).toBeChecked();
  // One tab stop with arrow keys; numbers go upwards.
  await map.locator('[tabindex="0"]').focus();
  for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowRight'])
    await page.keyboard.press(key);
  await expect(sweep.place).toHaveText('CoDel: target 2 ms, bandwidth 10 Mbit/s');
  await expect(map.locator(':focus')).toHaveAttribute(
    'aria-label',
    /^CoDel, CoDel: target 2 ms, bandwidth 10 Mbit\/s: [\d.]+ ms, 1 run$/,
  );
  const shown = await map.locator(':focus').textContent();
  await page.keyboard.press('Enter');
  const play = new Playground(page);
  await play.finish();
  const link = page.getByRole('link', { name: 'Back to the sweep' });
  await expect(link).toBeVisible();
  await expect(page.locator('[data-lane="1"] [data-number="mean"]')).toContainText(shown!.trim());
  await link.click();
  await expect(sweep.place).toHaveText('CoDel: target 2 ms, bandwidth 10 Mbit/s');
  await expect(map.getByRole('gridcell').first()).toHaveText(/\d/);
  await expect(map.locator('[tabindex="0"]')).toBeFocused();
  // A click opens a cell too.
  await map.getByRole('gridcell').last().hover();
  await expect(sweep.place).toHaveText('CoDel: target 2 ms, bandwidth 20 Mbit/s');
  await map.getByRole('gridcell').last().click();
  await expect(link).toBeVisible();
  await play.reaches(0.1);
});

test.describe('without a simulator', () => {
  test.use({ allowed: [/batch-worker/] });

  test('failed runs are named with their reason, and can be made again', async ({ page }) => {
    await page.route(/batch-worker/, (route) => route.abort());
    const sweep = new SweepPage(page);
    await sweep.open();
    await sweep.paste(PLAN);
    await page.getByRole('button', { name: 'Run sweep' }).click();
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('8 runs have failed');
    await expect(alert).toContainText(/target 2 ms, .*seed 1: The simulator did not load/);
    await page.unroute(/batch-worker/);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'More seeds' })).toBeVisible();
    await expect(alert).toHaveCount(0);
  });
});
