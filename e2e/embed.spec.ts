import type { Page } from '@playwright/test';
import { encodeLink } from '../web/src/state/share.ts';
import { decodeLink } from '../web/src/state/read-link.ts';
import { Playground, UPLINK } from './playground.ts';
import { axe } from './support/axe.ts';
import { expect, test } from './support/test.ts';

type Heard = Readonly<Record<string, unknown>>;

/** Shows a page around an embedded run, which records the messages that it gets. */
async function embed(page: Page, query: string, hash: string): Promise<void> {
  const body = `<!doctype html><html lang="en"><title>Course</title><main><h1>Course</h1>
    <script>heard = []; addEventListener('message', (e) => heard.push({ ...e.data, from: e.origin }));</script>
    <iframe title="Run" width="720" height="520" src="./?embed&${query.replaceAll('<', '&lt;')}${hash}"></iframe></main>`;
  await page.route('**/course.html', (route) => route.fulfill({ body, contentType: 'text/html' }));
  await page.goto('./course.html');
}
const heard = (page: Page, event: string): Promise<Heard[]> =>
  page.evaluate(
    (event) =>
      (window as unknown as { heard: Heard[] }).heard.filter((one) => one['event'] === event),
    event,
  );

test('an embedded run has the chosen plots and controls, tells what happens, and opens in full', async ({
  page,
  context,
  watch,
}) => {
  const link = await encodeLink({ scenario: UPLINK, changes: [], atS: 0 });
  await embed(page, 'panels=delay,utilization&controls=play,time,bandwidth', link);
  const frame = page.frameLocator('iframe');
  await expect.poll(() => heard(page, 'ready')).toHaveLength(1);
  const [ready] = await heard(page, 'ready');
  expect(ready).toMatchObject({ source: 'aqm-playground', durationS: 60 });
  expect(ready['from']).toBe(new URL(page.url()).origin);
  await expect(frame.locator('figure')).toHaveCount(2);
  await expect(frame.getByRole('list', { name: 'Ignored parameters' })).toHaveCount(0);
  await expect(frame.getByRole('navigation')).toHaveCount(0);
  await expect(frame.getByRole('slider', { name: 'Round-trip time' })).toHaveCount(0);

  await frame.getByRole('button', { name: 'Play' }).click();
  await expect
    .poll(async () => (await heard(page, 'time')).some(({ nowS }) => Number(nowS) > 1))
    .toBe(true);
  await frame.getByRole('button', { name: 'Pause' }).click();
  const bandwidth = frame.getByRole('textbox', { name: 'Bandwidth', exact: true });
  await bandwidth.fill('5');
  await bandwidth.press('Enter');
  const told = async (): Promise<unknown> => {
    const { link } = (await heard(page, 'changed')).at(-1) ?? {};
    const opened = await decodeLink(new URL(String(link)).hash);
    return opened.ok ? opened.shared.changes : [];
  };
  await expect.poll(told).toMatchObject([{ set: 'link.rateMbps', to: 5 }]);
  const { violations } = await axe(page).analyze();
  expect(violations).toEqual([]);

  const opening = context.waitForEvent('page');
  await frame.getByRole('link', { name: 'AQM Playground' }).click();
  const whole = new Playground(await opening);
  watch(context);
  await expect(whole.lanes.first()).toBeVisible();
  expect(await whole.timeline()).toMatchObject([{ set: 'link.rateMbps', to: 5 }]);
  await expect(whole.page.locator('figure')).toHaveCount(2);
});

test('hostile parameters of an embedded run are ignored, each with a line', async ({ page }) => {
  const hostile = 'panels=<img src=x onerror=alert(1)>,delay&theme=expression(1)&origin=*://*&x=1';
  await embed(page, hostile, '#v1.AAAA');
  const frame = page.frameLocator('iframe');
  const lines = frame.getByRole('list', { name: 'Ignored parameters' });
  await expect(lines).toContainText('panels=<img src=x onerror=alert(1)> is ignored');
  await expect(lines.getByRole('listitem')).toHaveCount(4);
  await expect(frame.locator('img')).toHaveCount(0);
  await expect(frame.locator('figure')).toHaveCount(1);
  // A damaged link says so, and the way to the whole page stays.
  await expect(frame.getByRole('alert')).toBeVisible();
  const whole = frame.getByRole('link', { name: 'AQM Playground' });
  await expect(whole).toHaveAttribute('href', /\/some\/where\//);
});
