import type { Change } from '../web/src/core/document/scenario.ts';
import { Playground, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';

const rate = (atS: number): Change => ({ atS, set: 'link.rateMbps', to: 4 });

/** Opens the uplink with these changes, computed to its end. */
async function finished(play: Playground, changes: readonly Change[]): Promise<void> {
  await play.finished({ ...UPLINK, changes });
  await play.page.getByLabel('Visible time').selectOption('all');
  await play.settles();
}

test('a change is moved by drag and key and deleted; a slider in the past recomputes the run', async ({
  page,
}) => {
  const play = new Playground(page);
  await test.step('a change moved by drag or key gives the run of a scenario with that time', async () => {
    await finished(play, [rate(20)]);
    const first = await play.digests();
    const change = page.getByRole('button', { name: /bandwidth 10 → 4/ });
    const at = await change.boundingBox();
    if (!at) throw new Error('the change is missing');
    const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let dx = 10; dx <= 200; dx += 10) {
      await page.mouse.move(x + dx, y);
      await page.waitForTimeout(20);
    }
    await page.mouse.up();
    const [dragged] = await play.timeline();
    expect(dragged.atS).toBeGreaterThan(25);
    const digests = await play.digests();
    expect(digests).not.toEqual(first);

    // The dragged change is selected. Keys move it by 0.1 s, with Shift by 1 s.
    await expect(change).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await expect(change).toBeFocused();
    await expect.poll(async () => (await play.timeline())[0].atS).toBeCloseTo(dragged.atS - 1.9, 6);
    const moved = await play.digests();
    expect(moved).not.toEqual(digests);
    // Each key press is one step of undo, and so is the drag.
    for (let steps = 0; steps < 3; steps++) await page.keyboard.press('Control+z');
    await expect.poll(async () => (await play.timeline())[0].atS).toBe(dragged.atS);
    expect(await play.digests()).toEqual(digests);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await play.timeline())[0].atS).toBe(20);
    expect(await play.digests()).toEqual(first);

    await finished(play, [dragged]);
    expect(await play.digests()).toEqual(digests);
    await finished(play, [rate(Math.round((dragged.atS - 1.9) * 1000) / 1000)]);
    expect(await play.digests()).toEqual(moved);
  });
  await test.step('a slider moved with the playhead in the past recomputes the run at once', async () => {
    await finished(play, []);
    const first = await play.digests();
    const stage = page.locator('.timeline .surface');
    const box = await stage.boundingBox();
    if (!box) throw new Error('the track is missing');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height - 8);
    await play.isAt('paused');
    const at = await play.now();
    expect(at).toBeGreaterThan(20);
    expect(at).toBeLessThan(40);
    await play.settles();
    expect(await play.digests()).toEqual(first);

    await play.slider('Bandwidth').focus();
    for (let press = 0; press < 8; press++) await page.keyboard.press('ArrowLeft');
    await expect.poll(() => play.digests()).not.toEqual(first);
    await play.isAt('paused');
    const [change] = await play.timeline();
    expect(change.atS).toBeCloseTo(at + 0.001, 9);
    expect(await play.now()).toBe(at);
    const digests = await play.digests();
    await finished(play, [change]);
    expect(await play.digests()).toEqual(digests);
  });
  await test.step('Delete removes the change that was dragged last', async () => {
    await finished(play, [rate(10), { atS: 30, set: 'link.rttMs', to: 90 }]);
    await page.getByRole('button', { name: /bandwidth 10 → 4/ }).click();
    const change = page.getByRole('button', { name: /RTT 40 → 90/ });
    const at = await change.boundingBox();
    if (!at) throw new Error('the change is missing');
    await page.mouse.move(at.x + 9, at.y + 9);
    await page.mouse.down();
    await page.mouse.move(at.x + 40, at.y + 9, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.press('Delete');
    await expect(change).toHaveCount(0);
    expect((await play.timeline()).map(({ set }) => set)).toEqual(['link.rateMbps']);
  });
});
