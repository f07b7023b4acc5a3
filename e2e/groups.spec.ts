import type { Locator } from '@playwright/test';
import { decodeLink } from '../web/src/core/state/read-link.ts';
import { Playground, preset, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';
import { axe, looksRight } from './support/axe.ts';

const MIXED = {
  ...UPLINK,
  traffic: [
    { kind: 'bulk', flows: 2, name: 'Downloads' },
    { kind: 'cbr', rateMbps: 1, name: 'Radio' },
    { kind: 'poisson', rateMbps: 2 },
  ],
};

const rows = (play: Playground): Locator => play.page.locator('[data-group] .name b');
const line = (play: Playground, name: string): Locator =>
  play.page.locator('.line > .name', { hasText: name });

async function stopped(play: Playground, scenario: object = MIXED): Promise<void> {
  await play.stopped(scenario);
}

/** The traffic groups of the address bar's link. */
async function traffic(play: Playground): Promise<readonly Record<string, unknown>[]> {
  await play.settles();
  const opened = await decodeLink(new URL(await play.page.evaluate(() => location.href)).hash);
  if (!opened.ok) throw new Error('the address bar has no link');
  return opened.shared.scenario['traffic'] as Record<string, unknown>[];
}

test('a list of groups: every kind, its limits, its line, and its place', async ({ page }) => {
  const play = new Playground(page);
  await test.step('a scenario with several groups opens with the list, and each group has a line', async () => {
    await stopped(play);
    await expect(rows(play)).toHaveText(['Downloads', 'Radio', 'Poisson datagrams']);
    await expect(page.getByText('3 of 10 Mbit/s, 1 group takes what it can get')).toBeVisible();
    await expect(line(play, 'Downloads')).toContainText('2 × CUBIC');
    await page.getByRole('radio', { name: 'Simple' }).check();
    await expect(play.field('TCP flows')).toHaveValue('2');
    await expect(page.getByText('1 more group of traffic.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all groups' }).click();
    await expect(rows(play)).toHaveCount(3);
  });
  await test.step('every kind of traffic can be added, and shows what it gets in each lane', async () => {
    await stopped(play, { ...UPLINK, durationS: 30, traffic: [{ kind: 'bulk' }] });
    await page.getByRole('radio', { name: 'Groups' }).check();
    const add = page.getByRole('button', { name: 'Add traffic' });
    await add.click();
    const kinds = await page.getByRole('menuitem').count();
    expect(kinds).toBeGreaterThan(8);
    for (let i = 0; i < kinds; i++) {
      if (i > 0) await add.click();
      await page.getByRole('menuitem').nth(i).click();
      await expect(rows(play)).toHaveCount(i + 2);
    }
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await play.finish();
    for (let i = 0; i <= kinds; i++) {
      const name = page.locator('.line > .name').nth(i);
      if ((await name.getAttribute('aria-expanded')) === 'false') await name.click();
      const results = page.locator('[data-group]').nth(i).getByRole('table');
      await expect(results.locator('tbody tr')).toHaveCount(2);
      await expect(results, await name.innerText()).toContainText(/\d/);
    }
  });
  await test.step('a group is dragged to another place', async () => {
    await stopped(play);
    const grip = page.getByRole('button', { name: 'Move Downloads: arrow keys, or drag' });
    const [from, to] = await Promise.all([
      grip.boundingBox(),
      page.locator('[data-group]').last().boundingBox(),
    ]);
    await page.mouse.move(from!.x + 8, from!.y + 8);
    await page.mouse.down();
    await page.mouse.move(from!.x + 8, to!.y + to!.height - 4, { steps: 4 });
    await expect(page.locator('[data-target=below]')).toContainText('Poisson');
    await page.mouse.up();
    await expect(rows(play)).toHaveText(['Radio', 'Poisson datagrams', 'Downloads']);
  });
  await test.step('no traffic and too much traffic say what to do', async () => {
    const group = { kind: 'cbr', rateMbps: 0.1 };
    await stopped(play, { ...UPLINK, traffic: Array.from({ length: 16 }, () => group) });
    await page.getByRole('button', { name: 'Add traffic' }).click();
    await page.getByRole('menuitem', { name: 'Constant bit rate' }).click();
    await expect(page.getByText('at most 16 traffic groups')).toBeVisible();
    await play.stopped({ ...UPLINK, traffic: [] });
    await page.getByRole('radio', { name: 'Groups' }).check();
    await expect(page.getByText('No traffic. Add traffic.')).toBeVisible();
  });
  await test.step('a call beside downloads has a delay of its own in plot and table', async () => {
    await play.finished({
      ...preset('call-beside-downloads'),
      durationS: 8,
      warmupS: 2,
    });
    await page
      .locator('figure h3')
      .getByRole('button', { name: 'Queue delay', exact: true })
      .click();
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
});

test('groups are edited by keys and by their controls, and look right', async ({ page }) => {
  const play = new Playground(page);
  await test.step('groups are added, renamed, duplicated, moved, muted and deleted by keys; undo restores them', async () => {
    await stopped(play);
    await line(play, 'Radio').focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('Talk radio');
    await page.keyboard.press('Enter');
    await expect(rows(play)).toHaveText(['Downloads', 'Talk radio', 'Poisson datagrams']);
    await expect(line(play, 'Talk radio')).toBeFocused();

    await page.keyboard.press('Alt+ArrowUp');
    await expect(rows(play)).toHaveText(['Talk radio', 'Downloads', 'Poisson datagrams']);
    await expect(line(play, 'Talk radio')).toBeFocused();
    await page.keyboard.press('d');
    await expect(rows(play)).toHaveText([
      'Talk radio',
      'Downloads',
      'Poisson datagrams',
      'Talk radio',
    ]);
    await page.keyboard.press('Delete');
    await expect(rows(play)).toHaveCount(3);
    await line(play, 'Talk radio').focus();
    await page.keyboard.press('m');
    await expect(page.getByRole('button', { name: 'Unmute Talk radio' })).toBeVisible();
    await expect(page.locator('.labels')).toContainText('Talk radio muted');
    await expect(page.getByText('2 of 10 Mbit/s, 1 group takes what it can get')).toBeVisible();

    await line(play, 'Downloads').focus();
    await page.keyboard.press('Delete');
    await expect(rows(play)).toHaveText(['Talk radio', 'Poisson datagrams']);
    await expect(line(play, 'Poisson datagrams')).toBeFocused();
    for (let i = 0; i < 6; i++) await page.keyboard.press('Control+z');
    await expect(rows(play)).toHaveText(['Downloads', 'Radio', 'Poisson datagrams']);
    await expect(play.changes).toHaveAttribute('data-changes', '0');
  });
  await test.step('controls of a group are changes of the timeline, or of the start of the run', async () => {
    await stopped(play);
    await line(play, 'Radio').click();
    await play.field('Rate').fill('3');
    await play.field('Rate').press('Enter');
    await expect(page.locator('.labels')).toContainText('rate 1 → 3 Mbit/s, Radio');
    await page.locator('[data-group]').getByText('More', { exact: true }).click();
    await play.field('Packet size').fill('500');
    await play.field('Packet size').press('Enter');
    await expect.poll(async () => (await traffic(play))[1]).toMatchObject({ packetBytes: 500 });
    expect(await play.timeline()).toHaveLength(1);

    // The link and a reload show the same groups and the same run.
    await line(play, 'Downloads').focus();
    await page.keyboard.press('m');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await play.finish();
    const [digests, names] = [await play.digests(), await rows(play).allInnerTexts()];
    await page.reload();
    await play.settles();
    expect(await play.digests()).toEqual(digests);
    expect(await rows(play).allInnerTexts()).toEqual(names);
    const link = await page.evaluate(() => location.href);
    await page.goto('about:blank');
    await page.goto(link);
    await play.settles();
    expect(await play.digests()).toEqual(digests);
    await expect(rows(play)).toHaveText(names);
  });
  await test.step('axe finds no violation in the list of groups', async () => {
    await stopped(play);
    await line(play, 'Downloads').click();
    await expect(page.getByRole('group', { name: 'Settings of Downloads' })).toBeVisible();
    await looksRight(page, '[aria-labelledby=traffic-title]');
    await page.getByRole('button', { name: 'Radio: more actions' }).click();
    await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeFocused();
    const menu = await axe(page).include('[role=menu]').analyze();
    expect(menu.violations.map(({ id }) => id)).toEqual([]);
  });
});

test('a finger works the list on a phone @phone', async ({ page }) => {
  const play = new Playground(page);
  await stopped(play);
  await page.getByRole('button', { name: 'Pull up controls' }).click();
  const row = page.locator('[data-group] .line').first();
  expect((await axe(page).include('.sheet').analyze()).violations).toEqual([]);
  await row.scrollIntoViewIfNeeded();
  expect((await row.boundingBox())!.height).toBeGreaterThanOrEqual(52);
  await page.getByRole('button', { name: 'Mute Radio' }).tap();
  await expect(page.locator('[data-group].muted')).toHaveCount(1);
  await page.getByRole('button', { name: 'Radio: more actions' }).tap();
  await page.getByRole('menuitem', { name: 'Delete' }).tap();
  await expect(rows(play)).toHaveText(['Downloads', 'Poisson datagrams']);
});
