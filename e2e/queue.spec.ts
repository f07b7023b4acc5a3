import type { Locator, Page } from '@playwright/test';
import { Playground } from './playground';
import { expect, test } from './support/test';
import { axe } from './support/axe';

/** A call beside three downloads: the queue of drop-tail grows to 240 ms. */
const SCENARIO = {
  version: 1,
  durationS: 8,
  link: { rateMbps: 10, rttMs: 40, buffer: { packets: 200 } },
  queues: [{ kind: 'droptail' }, { kind: 'codel' }, { kind: 'fqCodel' }],
  traffic: [
    { kind: 'bulk', name: 'Download', flows: 3 },
    { kind: 'voip', name: 'Call' },
  ],
};

const viewOf = (page: Page): Locator => page.getByRole('region', { name: 'Queue view' });

/** Returns the time of the picture, s, once it stands still. */
async function timeOf(view: Locator): Promise<number> {
  await expect(view).toHaveAttribute('data-at', /^\d/);
  return Number(await view.getAttribute('data-at'));
}

/** Waits until the picture stands still at another time than `before`, and returns that. */
async function timeAfter(view: Locator, before: number): Promise<number> {
  await expect
    .poll(async () => Number((await view.getAttribute('data-at')) ?? before))
    .not.toBe(before);
  return timeOf(view);
}

async function goTo(page: Page, s: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.type(s);
  await page.keyboard.press('Enter');
  await page.locator('h2', { hasText: 'Queue view' }).click();
}

test('the queue view steps through packets, plays, follows a flow, and has three of six lanes', async ({
  page,
}) => {
  const play = new Playground(page);
  await test.step('Q opens the queue view, and keys step through the packets of the run', async () => {
    await play.finished(SCENARIO);
    const digests = await play.digests();
    await page.keyboard.press('q');
    const view = viewOf(page);
    await expect(view).toBeVisible();
    await expect(view.getByText('1 s on your watch = 10 ms in the network')).toBeVisible();
    await goTo(page, '5');
    await expect.poll(() => timeOf(view)).toBe(5);

    // What waits is what the run had in its queues at this time.
    const words = view.getByRole('list', { name: 'Packets in words' }).getByRole('listitem');
    await expect(words).toHaveCount(3);
    await expect(words.first()).toHaveText(
      /^1: Drop-tail: \d{2,3} packets wait; Download 1 has a window of \d+/,
    );

    // An event is later, and the step back returns to the one before.
    await page.keyboard.press('.');
    const first = await timeAfter(view, 5);
    expect(first).toBeGreaterThan(5);
    expect(first).toBeLessThan(5.01);
    await expect(view.locator('.said p')).toHaveText(/^Packet \d+ of .* (reaches|leaves) /);
    await page.keyboard.press('.');
    const second = await timeAfter(view, first);
    expect(second).toBeGreaterThan(first);
    await page.keyboard.press(',');
    expect(await timeAfter(view, second)).toBe(first);

    // A step to a drop may be far away.
    await view.getByLabel('A step goes to the next').selectOption('drop');
    await view.getByRole('button', { name: 'Next drop or mark' }).click();
    const drop = await timeAfter(view, first);
    await expect(view.locator('.said p')).toHaveText(
      / drops packet \d+ of .* (on arrival|after .* ms in the queue)\. /,
    );
    await view.getByRole('button', { name: 'Former drop or mark' }).click();
    expect(await timeAfter(view, drop)).toBeLessThan(drop);

    // Looking changes nothing in the run.
    expect(await play.digests()).toEqual(digests);
    await page.keyboard.press(']');
    await expect(view.getByText('1 s on your watch = 30 ms in the network')).toBeVisible();
    const { violations } = await axe(page).include('.queue').analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
    await page.keyboard.press('q');
    await expect(view).toBeHidden();
  });
  await test.step('of six lanes three are in the view, and others take their place', async () => {
    const queues = ['droptail', 'codel', 'pie', 'red', 'blue', 'fqCodel'].map((kind) => ({ kind }));
    await play.stopped({ ...SCENARIO, queues }, 1);
    await page.keyboard.press('q');
    const view = viewOf(page);
    await timeOf(view);
    const words = view.getByRole('list', { name: 'Packets in words' }).getByRole('listitem');
    await expect(words).toHaveText([/^1: Drop-tail: /, /^2: CoDel: /, /^3: PIE: /]);
    const lanes = view.getByRole('list', { name: /^Lanes in the view/ });
    await lanes.getByRole('button', { name: 'FQ-CoDel' }).click();
    await expect(words).toHaveText([/^2: CoDel: /, /^3: PIE: /, /^6: FQ-CoDel: /]);
    await expect(lanes.getByRole('button', { pressed: true })).toHaveCount(3);
    await lanes.getByRole('button', { name: 'PIE' }).focus();
    await page.keyboard.press('Enter');
    await expect(words).toHaveText([/^2: CoDel: /, /^6: FQ-CoDel: /]);
    const { violations } = await axe(page).include('.queue').analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  });
  await test.step('the mouse plays, follows a flow, and closes; a link holds the view', async () => {
    await play.stopped(SCENARIO, 2);
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Queue view', exact: true }).first().click();
    const view = viewOf(page);
    await expect(view.getByRole('button', { name: /^D Call/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await view.getByRole('button', { name: /^A Download 1/ }).click();
    await expect(view.getByRole('button', { name: /^A Download 1/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(view.getByRole('button', { name: /^D Call/ })).toHaveAttribute(
      'aria-pressed',
      'false',
    );

    // It plays on, slowly, and rests where it is paused.
    const before = await play.now();
    await expect.poll(() => play.now()).toBeGreaterThan(before);
    await play.pause();
    const at = await timeOf(view);
    expect(at).toBeGreaterThanOrEqual(before);

    // Steps of a followed flow leave out the others.
    await view.getByLabel('A step goes to the next').selectOption('packet');
    await view.getByRole('button', { name: 'Next packet' }).click();
    await timeAfter(view, at);
    await expect(view.locator('.said p')).toHaveText(/^Packet \d+ of Download 1 leaves /);

    await play.settles();
    const { hash } = new URL(page.url());
    await view.getByRole('button', { name: 'Close the queue view' }).click();
    await expect(view).toBeHidden();
    await page.goto('about:blank');
    await play.open(hash);
    await expect(viewOf(page)).toBeVisible();
    await timeOf(viewOf(page));
  });
  await test.step('without motion the view opens paused, and steps work', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await play.stopped(SCENARIO, 1);
    await page.keyboard.press(' ');
    await play.isAt('playing');
    await page.keyboard.press('q');
    await play.isAt('paused');
    const view = viewOf(page);
    await expect(view.getByText('Your system asks for less motion')).toBeVisible();
    const at = await timeOf(view);
    await page.keyboard.press('.');
    expect(await timeAfter(view, at)).toBeGreaterThan(at);
  });
});

test('fingers open, step and close the queue view @phone', async ({ page }) => {
  const play = new Playground(page);
  await play.stopped(SCENARIO, 1);
  await page.getByRole('button', { name: 'Queue view', exact: true }).first().tap();
  const view = viewOf(page);
  await expect(view).toBeVisible();
  const at = await timeOf(view);
  await view.getByRole('button', { name: 'Next event' }).tap();
  await timeAfter(view, at);
  await expect(view.locator('.said p')).not.toBeEmpty();
  await view.getByRole('button', { name: /^A Download 1/ }).tap();
  await expect(view.getByRole('button', { name: /^A Download 1/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const { violations } = await axe(page).include('.queue').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  await view.getByRole('button', { name: 'Close the queue view' }).tap();
  await expect(view).toBeHidden();
});
