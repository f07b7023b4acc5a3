import { Playground, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';

test.use({ hasTouch: true, viewport: { width: 1024, height: 768 } });

test('a finger drags a mark of the score, and only that', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  await play.paste({ ...UPLINK, changes: [{ atS: 20, set: 'link.rateMbps', to: 4 }] });
  await expect(page.getByRole('dialog')).toBeHidden();
  await play.finish();
  await page.getByLabel('Visible time').selectOption('all');
  await play.settles();
  const first = await play.digests();
  const mark = page.getByRole('button', { name: /bandwidth 10 → 4/ });
  await mark.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  const at = await mark.boundingBox();
  if (!at) throw new Error('the mark is not there');
  const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];

  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dx: number): Promise<unknown> =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx, y: y + dx / 20 }],
    });
  await touch('touchStart', 0);
  for (let dx = 5; dx <= 80; dx += 5) {
    await touch('touchMove', dx);
    await page.waitForTimeout(20);
  }
  await touch('touchEnd', 80);

  const changes = await play.score();
  expect(changes).toHaveLength(1);
  expect(changes[0]?.atS).toBeGreaterThan(21);
  expect(await play.digests()).not.toEqual(first);
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
});
