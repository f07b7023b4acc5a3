import type { Locator } from '@playwright/test';
import { decodeLink } from '../web/src/core/state/read-link.ts';
import { Playground, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';
import { axe } from './support/axe.ts';

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

test('a scenario with several groups opens with the list, and each group has a line', async ({
  page,
}) => {
  const play = new Playground(page);
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

test('groups are added, renamed, duplicated, moved, muted and deleted by keys; undo restores them', async ({
  page,
}) => {
  const play = new Playground(page);
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

test('a group that is added at the playhead leaves the past as it was', async ({ page }) => {
  const play = new Playground(page);
  await play.stopped({ ...MIXED, durationS: 20 }, 2);
  const at = await play.now();
  const before = await play.number(0, 'mean');
  await page.getByRole('button', { name: 'Add traffic' }).click();
  await page.getByRole('menuitem', { name: 'Bulk TCP' }).click();
  await play.settles();
  await expect(rows(play)).toHaveCount(4);
  expect(await play.now()).toBe(at);
  expect(await play.number(0, 'mean')).toBe(before);
  const [added] = (await traffic(play)).slice(-1);
  expect(added).toMatchObject({ kind: 'bulk', startS: expect.closeTo(at, 1) });
  await expect(page.getByRole('group', { name: 'Settings of Bulk TCP' })).toBeVisible();
});

test('controls of a group are changes of the timeline, or of the start of the run', async ({
  page,
}) => {
  const play = new Playground(page);
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

test('every kind of traffic can be added, and shows what it gets in each lane', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const play = new Playground(page);
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

test('a group is dragged to another place', async ({ page }) => {
  const play = new Playground(page);
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

test('no traffic and too much traffic say what to do', async ({ page }) => {
  const play = new Playground(page);
  const group = { kind: 'cbr', rateMbps: 0.1 };
  await stopped(play, { ...UPLINK, traffic: Array.from({ length: 16 }, () => group) });
  await page.getByRole('button', { name: 'Add traffic' }).click();
  await page.getByRole('menuitem', { name: 'Constant bit rate' }).click();
  await expect(page.getByText('at most 16 traffic groups')).toBeVisible();
  await play.stopped({ ...UPLINK, traffic: [] });
  await page.getByRole('radio', { name: 'Groups' }).check();
  await expect(page.getByText('No traffic. Add traffic.')).toBeVisible();
});

test('axe finds no violation in the list of groups @looks', async ({ page }) => {
  const play = new Playground(page);
  await stopped(play);
  const sheet = page.getByRole('button', { name: 'Pull up controls' });
  if (await sheet.isVisible()) await sheet.click();
  await line(play, 'Downloads').click();
  await expect(page.getByRole('group', { name: 'Settings of Downloads' })).toBeVisible();
  const list = axe(page).include('[aria-labelledby=traffic-title]');
  const { violations } = await list.analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await page.getByRole('button', { name: 'Radio: more actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeFocused();
  const menu = await axe(page).include('[role=menu]').analyze();
  expect(menu.violations.map(({ id }) => id)).toEqual([]);
});

test('a finger works the list on a phone @phone', async ({ page }) => {
  const play = new Playground(page);
  await stopped(play);
  await page.getByRole('button', { name: 'Pull up controls' }).click();
  const row = page.locator('[data-group] .line').first();
  await row.scrollIntoViewIfNeeded();
  expect((await row.boundingBox())!.height).toBeGreaterThanOrEqual(52);
  await page.getByRole('button', { name: 'Mute Radio' }).tap();
  await expect(page.locator('[data-group].muted')).toHaveCount(1);
  await page.getByRole('button', { name: 'Radio: more actions' }).tap();
  await page.getByRole('menuitem', { name: 'Delete' }).tap();
  await expect(rows(play)).toHaveText(['Downloads', 'Poisson datagrams']);
});
