import type { Locator, Page } from '@playwright/test';
import { Playground } from './playground';
import { axe } from './support/axe';
import { expect, test } from './support/test';

const SCENARIO = {
  version: 1,
  durationS: 8,
  link: { rateMbps: 10, rttMs: 40, buffer: { packets: 300 } },
  queues: [{ kind: 'red' }, { kind: 'codel' }, { kind: 'fqCodel' }, { kind: 'dualpi2' }],
  traffic: [
    { kind: 'bulk', flows: 4 },
    { kind: 'cbr', rateMbps: 1 },
  ],
};

/** Opens the inside of the first lane with the playhead in the middle of a finished run. */
async function openInside(page: Page, name: string): Promise<[Playground, Locator]> {
  const play = new Playground(page);
  await play.finished(SCENARIO);
  await page.keyboard.press('g');
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await expect.poll(() => play.now()).toBe(4);
  const inside = page.getByRole('group', { name: `Inside ${name}` });
  await play.inspect();
  await page.keyboard.press('1');
  await expect(inside).toBeVisible();
  return [play, inside];
}

/** Returns the middle of an element, px. It waits until the element rests. */
async function middle(at: Locator): Promise<{ x: number; y: number }> {
  await at.scrollIntoViewIfNeeded();
  let former = '';
  await expect
    .poll(async () => {
      const latest = JSON.stringify(await at.boundingBox());
      const rests = latest === former;
      former = latest;
      return rests;
    })
    .toBe(true);
  const { x, y, width, height } = (await at.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

const valueOf = async (handle: Locator): Promise<number> =>
  Number(await handle.getAttribute('aria-valuenow'));

test('pictures of disciplines: handles move by drag and key, queues of flows, and all lanes at once', async ({
  page,
}) => {
  await test.step('a threshold of RED is dragged on its curve, and moved by keys', async () => {
    const [play, inside] = await openInside(page, 'RED');
    const upper = inside.getByRole('slider', { name: 'Upper threshold in the picture' });
    await expect(upper).toHaveAttribute('aria-valuetext', '15 packets');
    const before = await play.digests();

    const from = await middle(upper);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 20, from.y + 3, { steps: 4 });
    await page.mouse.move(from.x + 45, from.y + 3, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => valueOf(upper)).toBeGreaterThan(20);
    const dragged = await valueOf(upper);
    // The same change as that of the slider, at the playhead; other lanes stay as they were.
    expect(await play.timeline()).toEqual([
      { atS: 4.001, set: 'queues.0.maxPackets', to: dragged },
    ]);
    await expect.poll(async () => (await play.digests())[0]).not.toBe(before[0]);
    expect((await play.digests()).slice(1)).toEqual(before.slice(1));

    await upper.focus();
    await page.keyboard.press('ArrowRight');
    await expect(upper).toHaveAttribute('aria-valuetext', `${dragged + 1} packets`);
    await page.keyboard.press('Home');
    const lower = inside.getByRole('slider', { name: 'Lower threshold in the picture' });
    // One threshold stays above the other.
    expect(await valueOf(upper)).toBe((await valueOf(lower)) + 1);
    const maximum = inside.getByRole('slider', { name: 'Maximum probability in the picture' });
    await maximum.focus();
    await page.keyboard.press('ArrowUp');
    await expect(maximum).toHaveAttribute('aria-valuetext', '0.11');
    await expect
      .poll(async () => (await play.timeline()).map(({ set, to }) => [set, to]))
      .toContainEqual(['queues.0.maxP', 0.11]);
    const { violations } = await axe(page).include('.lane').analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  });
  await test.step('targets and other parameters are in the pictures of other disciplines', async () => {
    const [, inside] = await openInside(page, 'RED');
    await expect(inside.getByRole('slider', { name: /in the picture$/ })).toHaveCount(3);
    for (const [key, name, handles] of [
      ['2', 'CoDel', ['Target', 'Interval']],
      ['3', 'FQ-CoDel', ['Target']],
      ['4', 'DualPI2', ['Target', 'L4S threshold', 'Coupling factor']],
    ] as const) {
      await page.keyboard.press(key);
      const of = page.getByRole('group', { name: `Inside ${name}` });
      for (const handle of handles)
        await expect(of.getByRole('slider', { name: `${handle} in the picture` })).toBeVisible();
      await expect(of.getByRole('slider', { name: /in the picture$/ })).toHaveCount(handles.length);
    }
  });
  await test.step('FQ-CoDel shows the queues of its flows at the playhead', async () => {
    const [play] = await openInside(page, 'RED');
    const digests = await play.digests();
    await page.keyboard.press('3');
    const table = page.getByRole('table', { name: 'Queues of the flows, in the order of service' });
    const rows = table.getByRole('row').filter({ has: page.getByRole('rowheader') });
    await expect(rows.filter({ hasText: 'next' })).toHaveCount(1);
    await expect(rows.filter({ hasText: 'Bulk TCP' }).first()).toBeVisible();
    const packets = async (): Promise<string[]> => rows.allInnerTexts();
    const then = await packets();
    await page.keyboard.press('k');
    await expect.poll(() => play.now()).toBe(5);
    await expect.poll(packets).not.toEqual(then);
    // Back at the same time the queues are the same.
    await page.keyboard.press('j');
    await expect.poll(packets).toEqual(then);
    expect(await play.digests()).toEqual(digests);
    const { violations } = await axe(page).include('.lane').analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  });
  await test.step('Shift+I shows the first picture of every lane in place of the queue delay', async () => {
    const [, inside] = await openInside(page, 'RED');
    const all = page.getByRole('group', { name: 'Inside all lanes' });
    const delay = page.locator('[data-plot="queue-delay"]');
    await expect(delay).toBeVisible();
    await page.keyboard.press('Shift+I');
    for (const name of ['RED', 'CoDel', 'FQ-CoDel', 'DualPI2'])
      await expect(all.getByRole('region', { name: `Inside ${name}, lane` })).toBeVisible();
    await expect(all.getByRole('figure')).toHaveCount(4);
    await expect(delay).toBeHidden();
    // A picture here has the same handles, and leads to the whole inside of its lane.
    const target = all.getByRole('slider', { name: 'Target in the picture' });
    await target.focus();
    await page.keyboard.press('ArrowUp');
    await expect(target).toHaveAttribute('aria-valuetext', '5.5 ms');
    const { violations } = await axe(page).include('.all').analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
    await all.getByRole('button', { name: 'All of the inside of CoDel, lane 2' }).click();
    await expect(
      page.getByRole('group', { name: 'Inside CoDel, lane 2', exact: true }),
    ).toBeVisible();
    await expect(inside).toBeHidden();
    await page.getByRole('button', { name: 'All lanes' }).click();
    await expect(all).toBeHidden();
    await expect(delay).toBeVisible();
  });
});

test('a finger drags the target of CoDel @phone', async ({ page }) => {
  const play = new Playground(page);
  await play.stopped({ ...SCENARIO, queues: [{ kind: 'codel' }] }, 0.3);
  await page.getByRole('button', { name: 'Parameters of CoDel' }).tap();
  await page.locator('.lane .tabs label', { hasText: 'Inside' }).tap();
  const target = page.getByRole('slider', { name: 'Target in the picture' });
  await expect(target).toHaveAttribute('aria-valuetext', '5 ms');
  const { x, y } = await middle(target);
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dy: number): Promise<unknown> =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + dy }],
    });
  await touch('touchStart', 0);
  for (let dy = -3; dy >= -30; dy -= 3) await touch('touchMove', dy);
  await touch('touchEnd', 0);
  await expect.poll(() => valueOf(target)).toBeGreaterThan(5);
  const value = await valueOf(target);
  const { set, to } = (await play.timeline()).at(-1)!;
  expect([set, to]).toEqual(['queues.0.targetMs', value]);
});
