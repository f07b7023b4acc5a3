import type { Change } from '../web/src/core/document/scenario.ts';
import { decodeLink } from '../web/src/core/state/read-link.ts';
import { encodeLink } from '../web/src/core/state/share.ts';
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

/** Opens a scenario, computed to its end. Returns the digests of its lanes. */
async function finished(play: Playground, scenario: object): Promise<string[]> {
  await play.finished(scenario);
  return play.digests();
}

/** Expects no violations of accessibility rules inside `selector`. */
async function isAccessible(play: Playground, selector: string): Promise<void> {
  const { violations } = await axe(play.page).include(selector).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
}

test('changes are muted, belong to a lane, and make forks', async ({ page }) => {
  const play = new Playground(page);
  await test.step('a muted change stays on the timeline and in links, and the run is without it', async () => {
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
  await test.step('a change of the path can belong to one lane', async () => {
    const without = await finished(play, SCENARIO);
    const both = await finished(play, { ...SCENARIO, changes: [RATE] });
    await page.locator('.labels button').click();
    await page.getByLabel('Lanes that have this change').selectOption('Lane 2: CoDel');
    await expect(page.locator('.labels button')).toHaveText('lane 2: bandwidth 10 → 4 Mbit/s');
    expect(await play.timeline()).toEqual([{ ...RATE, lane: 1 }]);
    expect(await play.digests()).toEqual([without[0], both[1]]);
  });
  await test.step('controls can change the path of one lane only', async () => {
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
  await test.step('a fork has the past of its lane, and another future', async () => {
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
    await page.getByRole('button', { name: 'Fork CoDel, lane 2, here' }).click();
    await page.getByRole('menuitem', { name: 'Same discipline, other parameters' }).click();
    await expect(play.lanes).toHaveCount(4);
    await expect(page.getByRole('group', { name: /^Parameters of CoDel/ })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(play.lanes).toHaveCount(3);
    await play.settles();
    expect(await play.digests()).toEqual(forked);
  });
});

test('two lanes are compared, controls change the whole run, and a link opens the inspector', async ({
  page,
}) => {
  const play = new Playground(page);
  await test.step('the difference of two lanes, and the first packet that they treat differently', async () => {
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
    await expect(panel.getByText(/First difference at 4\.\d+ s\./)).toBeVisible();
    await expect(panel.getByText(/Flow \d, segment \d+, arrives at/)).toContainText(
      /In lane 3, PIE\s+drops it .*; in lane 1, Drop-tail\s+sends it after \d+ ms/,
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
    await panel.getByRole('button', { name: 'Show in lane 3' }).click();
    const inside = page.getByRole('group', { name: 'Inside PIE' });
    await expect(inside.locator('.sentence')).toHaveText(/^PIE: /);
    expect(await play.now()).toBeGreaterThanOrEqual(4);
    await panel.getByRole('button', { name: 'Show in lane 1' }).click();
    const other = page.getByRole('group', { name: 'Inside Drop-tail' });
    await expect(other).toBeVisible();
    // A wide window has room for both inspectors: the same moment, and the drop where it happens.
    await page.setViewportSize({ width: 1440, height: 900 });
    await panel.getByRole('button', { name: 'Show in both' }).click();
    await expect(inside.locator('.sentence')).toHaveText(/^PIE: /);
    await expect(other.locator('.word').first()).toBeVisible();
    await expect(other.locator('.sentence')).toHaveCount(0);
    await isAccessible(play, '.bench aside');
    await inside.getByRole('button', { name: 'Back to all controls' }).click();
    await expect(play.slider('Bandwidth')).toBeVisible();
    await expect(other).toBeVisible();
    await page.setViewportSize({ width: 1024, height: 768 });
    await play.settles();
    expect(await play.digests()).toEqual(digests);

    // A link shows the panel; the key closes it.
    await page.reload();
    await expect(panel.getByLabel('Lane', { exact: true })).toHaveValue('0');
    await page.keyboard.press('x');
    await expect(panel).toBeHidden();
  });
  await test.step('in Whole run, a control sets the value from time zero', async () => {
    const slower = await finished(play, { ...SCENARIO, link: { ...SCENARIO.link, rateMbps: 6 } });
    await play.stopped(SCENARIO);
    await page.keyboard.press('w');
    const mode = page.getByRole('group', { name: 'What the controls edit' });
    await expect(mode.getByRole('radio', { name: 'Whole run' })).toBeChecked();
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

    // A link opens in the mode. A wide window has the switch beside Play, with the progress.
    await page.setViewportSize({ width: 1440, height: 900 });
    const { hash } = new URL(page.url());
    await page.goto('about:blank');
    await play.open(hash);
    await expect(page.locator('header').getByText('drawn to 12.0 of 12 s')).toBeVisible();
    await expect(page.locator('header').getByRole('radio', { name: 'Whole run' })).toBeChecked();
    await play.settles();
    expect(await play.digests()).toEqual(slower);
    await isAccessible(play, 'header');
    await mode.getByRole('radio', { name: 'Live' }).check();
    await expect(page.getByText('from time zero', { exact: true })).toBeHidden();
    // Now the same control adds a change at the playhead.
    await page.keyboard.press('Escape');
    await play.field('Bandwidth').fill('8');
    await page.keyboard.press('Enter');
    await expect(play.changes).toHaveAttribute('data-changes', '1');
    await page.setViewportSize({ width: 1024, height: 768 });
    await play.field('Bandwidth').blur();
  });
  await test.step('a link opens the inspector with its drop, or its sender', async () => {
    await finished(play, SCENARIO);
    await play.inspect();
    await page.keyboard.press('2');
    const inside = page.getByRole('group', { name: 'Inside CoDel' });
    await page.keyboard.press('d');
    const hash = (): Promise<string> => page.evaluate(() => location.hash);
    const chosen = async (): Promise<string | undefined> => {
      const opened = await decodeLink(await hash());
      return opened.ok ? JSON.stringify(opened.shared.display?.inspected?.event) : undefined;
    };
    // The address follows the page a moment later.
    await expect.poll(chosen).toBeDefined();
    const first = await chosen();
    const next = await inside.locator('.sentence').textContent();
    await page.keyboard.press('Shift+D');
    await expect(inside.locator('.sentence')).not.toHaveText(next!);
    await expect.poll(chosen).not.toBe(first);
    await play.settles();
    const sentence = await inside.locator('.sentence').textContent();
    const withDrop = await hash();
    await inside.getByRole('radio', { name: 'Sender' }).check();
    await inside.getByRole('combobox', { name: 'Sender' }).selectOption({ index: 2 });
    await expect(inside.locator('.word')).not.toHaveText(/Simulating/);
    await expect.poll(hash).not.toBe(withDrop);
    await play.settles();
    const withSender = await hash();

    await page.goto('about:blank');
    await play.open(withDrop);
    await expect(inside.locator('.sentence')).toHaveText(sentence!);
    await play.settles();
    expect(await hash()).toBe(withDrop);
    await page.goto('about:blank');
    await play.open(withSender);
    await expect(inside.getByRole('combobox', { name: 'Sender' })).toHaveValue('2');

    // A lane that does not exist, and a drop that did not happen, do no harm.
    const opened = await decodeLink(withDrop);
    if (!opened.ok) throw new Error('the page wrote a bad link');
    const { shared } = opened;
    const { display } = shared;
    for (const inspected of [{ lane: 9 }, { lane: 1, event: { atS: 3, flow: 3, packet: 1 } }]) {
      const hash = await encodeLink({ ...shared, display: { ...display!, inspected } });
      await page.goto('about:blank');
      await play.open(hash);
      await play.settles();
      await expect(page.locator('.inside .sentence')).toHaveCount(0);
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
  });
});

test('fingers fork a lane, mute a change and see the difference @phone', async ({ page }) => {
  const play = new Playground(page);
  await play.stopped({ ...SCENARIO, changes: [RATE] }, 2);
  await page.getByRole('button', { name: 'Parameters of Drop-tail' }).tap();
  await page.getByRole('button', { name: 'Fork Drop-tail, lane 1, here' }).last().tap();
  await isAccessible(play, '[role=menu]');
  await page.getByRole('menuitem', { name: 'PIE', exact: true }).tap();
  await expect(play.lanes).toHaveCount(3);
  await expect(page.getByRole('group', { name: 'Branches of the timeline' })).toBeVisible();
  await play.settles();
  const changes = await play.timeline();
  expect(changes.map(({ set }) => set)).toEqual(['queues.2', 'link.rateMbps']);

  // The change of all lanes is muted. Two changes share a label here, which opens a list.
  await page.getByRole('button', { name: /^2 changes from/ }).tap();
  const list = page.getByRole('dialog', { name: 'Changes' });
  await list.getByRole('button', { name: /bandwidth/ }).tap();
  const chosen = page.getByRole('group', { name: 'Chosen change' });
  await isAccessible(play, '.chosen');
  await chosen.getByRole('button', { name: 'Mute' }).tap();
  await expect(chosen.getByRole('button', { name: 'Unmute' })).toBeVisible();
  expect((await play.timeline()).at(-1)).toEqual({ ...RATE, muted: true });
  await chosen.getByRole('button', { name: 'Done' }).tap();

  // The difference of the fork and its lane.
  await page.getByRole('button', { name: 'Play' }).tap();
  await play.reaches(6);
  await page.getByRole('button', { name: 'Pause' }).tap();
  await page
    .getByRole('button', { name: /^Queue delay/ })
    .first()
    .tap();
  await page.getByRole('menuitemcheckbox', { name: 'Difference of two lanes' }).tap();
  const panel = page.getByRole('region', { name: 'Difference of two lanes' });
  await expect(panel.getByText(/First difference at \d\.\d+ s\./)).toBeVisible();
  await expect(panel.getByLabel(/Mean difference since/)).toHaveText(/−\d+ ms/);
  await isAccessible(play, '.difference');
  await panel.getByRole('button', { name: 'Show in lane 3' }).tap();
  await expect(page.getByRole('group', { name: 'Inside PIE' })).toBeVisible();
  await isAccessible(play, '.lane .inside');
});
