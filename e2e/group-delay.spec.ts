import { Playground, scenarioFile } from './playground.ts';
import { expect, test } from './support/test.ts';

test('a call beside downloads has a delay of its own in plot and table', async ({ page }) => {
  const play = new Playground(page);
  await play.finished({
    ...(JSON.parse(scenarioFile('call-beside-downloads')) as object),
    durationS: 8,
    warmupS: 2,
  });
  await page.locator('figure h3').getByRole('button', { name: 'Queue delay', exact: true }).click();
  await page.getByLabel('Queue delay per group', { exact: true }).click();
  await expect(page.getByRole('figure', { name: 'Queue delay per group' })).toBeVisible();

  // Each group has a dash, which a legend names; the crosshair names the values.
  const plot = page.getByRole('figure', { name: 'Queue delay per group' });
  const names = await plot
    .getByRole('list', { name: 'Traffic groups' })
    .locator('li')
    .allInnerTexts();
  expect(names.length).toBe(2);
  await plot.getByRole('slider').focus();
  await page.keyboard.press('PageDown');
  const row = plot.locator('.readout dl div').first();
  for (const name of names) await expect(row.locator('dd', { hasText: name })).toHaveCount(1);
  await expect(row).toContainText(/\d/);
  await page.keyboard.press('Escape');

  /** The p95 of the flows of the latest lane, ms: four downloads and a call. */
  let flows: string[] = [];
  const p95 = async (lane: number): Promise<number[]> => {
    await page.locator(`[data-lane="${lane}"]`).getByTitle('Parameters').click();
    const rows = page.locator('[data-row="part"]:visible');
    await expect(rows.first()).toBeVisible();
    const cells = await rows.locator('td:nth-of-type(2)').allInnerTexts();
    await page.getByText('Flows', { exact: true }).locator('visible=true').click();
    flows = await page.locator('[data-row="flow"]:visible td:nth-of-type(2)').allInnerTexts();
    await page.keyboard.press('Escape');
    return cells.map(Number);
  };
  const [downloads, call, sparse, bulk] = await p95(2);
  expect(call).toBeLessThan(downloads / 2);
  expect(sparse).toBeLessThan(bulk);
  // The call is a flow of its own.
  expect(flows.length).toBe(5);
  expect(Number(flows[4])).toBeLessThan(Number(flows[0]) / 2);
  const underDropTail = await p95(0);
  expect(underDropTail.length).toBe(2);
  expect(underDropTail[1]).toBeGreaterThan(100);
});
