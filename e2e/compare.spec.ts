import type { Change } from '../web/src/sim/protocol.ts';
import { Playground } from './playground.ts';
import { expect, test } from './support/test.ts';
import { axe } from './support/axe.ts';

const SCENARIO = {
  version: 1,
  durationS: 12,
  link: { rateMbps: 10, rttMs: 40, buffer: { packets: 300 } },
  queues: [{ kind: 'droptail' }, { kind: 'codel' }],
  traffic: [{ kind: 'bulk', flows: 4 }],
};
const RATE: Change = { atS: 5, set: 'link.rateMbps', to: 4 };

/** Opens a scenario, and runs it to its end. Returns the digests of its lanes. */
async function finished(play: Playground, scenario: object): Promise<string[]> {
  await play.pasteGood(scenario);
  await play.finish();
  return play.digests();
}

/** Expects no violations of accessibility rules inside `selector`. */
async function isAccessible(play: Playground, selector: string): Promise<void> {
  const { violations } = await axe(play.page).include(selector).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
}

test('a muted change stays on the timeline and in links, and the run is without it', async ({
  page,
}) => {
  const play = new Playground(page);
  await play.open();
  const without = await finished(play, SCENARIO);
  const before = await finished(play, { ...SCENARIO, changes: [RATE] });
  expect(before).not.toEqual(without);

  const label = page.locator('.labels button');
  await label.focus();
  await page.keyboard.press('m');
  await expect(label).toHaveText('bandwidth 10 → 4 Mbit/s muted');
  await expect(label.locator('s')).toHaveCount(1);
  await expect(page.getByRole('button', { name: /at 5.00 s: bandwidth .* muted/ })).toBeFocused();
  expect(await play.timeline()).toEqual([{ ...RATE, muted: true }]);
  expect(await play.digests()).toEqual(without);

  // The link opens the same page.
  await page.reload();
  await expect(label).toHaveText(/muted$/);
  await play.settles();
  expect(await play.digests()).toEqual(without);

  // By mouse: the chosen change has a button.
  await label.click();
  const chosen = page.getByRole('group', { name: 'Chosen change' });
  await isAccessible(play, '.chosen');
  await chosen.getByRole('button', { name: 'Unmute' }).click();
  await expect(chosen.getByRole('button', { name: 'Mute' })).toBeVisible();
  await play.settles();
  expect(await play.digests()).toEqual(before);
  await page.keyboard.press('Control+z');
  await expect(label).toHaveText(/muted$/);
});

test('a change of the path can belong to one lane', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  const without = await finished(play, SCENARIO);
  const both = await finished(play, { ...SCENARIO, changes: [RATE] });
  await page.locator('.labels button').click();
  await page.getByLabel('Lanes that have this change').selectOption('Lane 2: CoDel');
  await expect(page.locator('.labels button')).toHaveText('lane 2: bandwidth 10 → 4 Mbit/s');
  expect(await play.timeline()).toEqual([{ ...RATE, lane: 1 }]);
  expect(await play.digests()).toEqual([without[0], both[1]]);
});

test('a fork has the past of its lane, and another future', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  await finished(play, { ...SCENARIO, changes: [RATE] });
  await page.getByLabel('Visible time').selectOption('all');
  await page.keyboard.press('g');
  await page.getByRole('textbox', { name: /time/i }).first().fill('3');
  await page.keyboard.press('Enter');
  await expect.poll(() => play.now()).toBe(3);

  // By key: the menu of the first lane, and the discipline by its letters.
  await page.keyboard.press('Shift+F');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.type('PIE');
  await page.keyboard.press('Enter');
  await expect(play.lanes).toHaveCount(3);
  await expect(play.lanes.nth(2)).toContainText('fork at 3.001 s');
  const change = { atS: 3.001, set: 'queues.2', to: { kind: 'pie' } };
  expect(await play.timeline()).toEqual([change, RATE]);
  const forked = await play.digests();
  const branches = page.getByRole('group', { name: 'Branches of the timeline' });
  await expect(
    branches.getByRole('button', { name: /the same as lane 1 until 3.00 s/ }),
  ).toBeVisible();
  await isAccessible(play, '.branches');

  // The link opens the fork; it equals a run from zero of the same scenario.
  const link = page.url();
  const straight = await finished(play, {
    ...SCENARIO,
    queues: [...SCENARIO.queues, SCENARIO.queues[0]],
    changes: [change, RATE],
  });
  expect(straight).toEqual(forked);
  await play.open(new URL(link).hash);
  await expect(play.lanes).toHaveCount(3);
  await play.settles();
  expect(await play.digests()).toEqual(forked);
  await branches.getByRole('button', { name: /the same as lane 1/ }).click();
  await expect.poll(() => play.now()).toBeCloseTo(3, 2);

  // A wide window shows the fork button. A click forks the lane with the same discipline and other parameters; undo removes the fork.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Fork CoDel here' }).click();
  await page.getByRole('menuitem', { name: 'Same discipline, other parameters' }).click();
  await expect(play.lanes).toHaveCount(4);
  await expect(page.getByRole('group', { name: /^Parameters of CoDel/ })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(play.lanes).toHaveCount(3);
  await play.settles();
  expect(await play.digests()).toEqual(forked);
});

test('controls can change the path of one lane only', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  const before = await finished(play, SCENARIO);
  await page.keyboard.press('Shift+F');
  await page.getByRole('menuitem', { name: 'Path and traffic of this lane only' }).click();
  await expect(page.getByText(/change in lane 1, Drop-tail, only/)).toBeVisible();
  await page.keyboard.press('j');
  await play.field('Bandwidth').fill('5');
  await page.keyboard.press('Enter');
  await expect(page.locator('.labels button')).toHaveText('lane 1: bandwidth 10 → 5 Mbit/s');
  await play.settles();
  const own = await play.digests();
  expect(own[0]).not.toBe(before[0]);
  expect(own[1]).toBe(before[1]);
  await page.getByRole('button', { name: 'All lanes' }).click();
  await expect(play.field('Bandwidth')).toHaveValue('10');
});

test('the difference of two lanes, and the first packet that they treat differently', async ({
  page,
}) => {
  const play = new Playground(page);
  await play.open();
  const fork = { atS: 4, set: 'queues.2', to: { kind: 'pie' } };
  await finished(play, {
    ...SCENARIO,
    queues: [...SCENARIO.queues, SCENARIO.queues[0]],
    changes: [fork],
  });
  await page.keyboard.press('x');
  const panel = page.getByRole('region', { name: 'Difference of two lanes' });
  await expect(panel.getByLabel('Lane', { exact: true })).toHaveValue('2');
  await expect(panel.getByLabel('Lane that is subtracted')).toHaveValue('0');
  // Both have the same packets until the fork.
  await expect(panel.getByText(/First difference at 4\.\d+ s\./)).toBeVisible({ timeout: 60_000 });
  await expect(panel.getByText(/Flow \d, segment \d+, arrives at/)).toContainText(
    /PIE\s+drops it .*; Drop-tail\s+sends it after \d+ ms/,
  );
  const mean = panel.getByLabel(/Mean difference since 4/);
  await expect(mean).toHaveText(/−\d+ ms/);
  await isAccessible(play, '.difference');

  // The difference of the drops has another sign.
  await panel.getByLabel('Quantity').selectOption('drops');
  await expect(mean).toHaveText(/\+\d+\.\d+ %/);
  await panel.getByLabel('Quantity').selectOption('delay');
  const below = await mean.textContent();
  await page.keyboard.press('Shift+X');
  await expect(panel.getByLabel('Lane', { exact: true })).toHaveValue('0');
  await expect(mean).toHaveText(below!.replace('−', '+'));

  // The moment, in the inspector of each lane.
  const digests = await play.digests();
  await panel.getByRole('button', { name: 'Show in PIE' }).click();
  const inside = page.getByRole('group', { name: 'Inside PIE' });
  await expect(inside.locator('.sentence')).toHaveText(/^PIE: /);
  expect(await play.now()).toBeGreaterThanOrEqual(4);
  await panel.getByRole('button', { name: 'Show in Drop-tail' }).click();
  await expect(page.getByRole('group', { name: 'Inside Drop-tail' })).toBeVisible();
  await play.settles();
  expect(await play.digests()).toEqual(digests);

  // A link shows the panel; the key closes it.
  await page.reload();
  await expect(panel.getByLabel('Lane', { exact: true })).toHaveValue('0');
  await page.keyboard.press('x');
  await expect(panel).toBeHidden();
});

test('in Whole run, a control sets the value from time zero', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  const slower = await finished(play, { ...SCENARIO, link: { ...SCENARIO.link, rateMbps: 6 } });
  await play.speed('1');
  await play.pasteStopped(SCENARIO);
  await page.keyboard.press('w');
  await expect(page.getByRole('radio', { name: 'Whole run', exact: true }).last()).toBeVisible();
  await expect(page.getByText('from time zero', { exact: true })).toBeVisible();
  await isAccessible(play, '.mode');
  // The run is computed to its end at once.
  await expect(play.bench).toHaveAttribute('data-done', '12');
  await play.isAt('paused');

  // A moving slider draws all lanes again, without changes on the timeline.
  const slider = play.slider('Bandwidth');
  await slider.focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
  await play.settles();
  await play.field('Bandwidth').fill('6');
  await page.keyboard.press('Enter');
  await play.settles();
  expect(await play.timeline()).toEqual([]);
  expect(await play.digests()).toEqual(slower);
  await page.getByRole('radio', { name: 'Live', exact: true }).check();
  await expect(page.getByText('from time zero', { exact: true })).toBeHidden();
  // Now the same control adds a change at the playhead.
  await page.keyboard.press('Escape');
  await play.field('Bandwidth').fill('8');
  await page.keyboard.press('Enter');
  await expect(play.changes).toHaveAttribute('data-changes', '1');
});
