import type { Page } from '@playwright/test';
import { opener } from '../web/src/content/opener.ts';
import { Playground, UPLINK } from './playground.ts';
import { report } from './support/aqm.ts';
import { expect, test } from './support/test.ts';

/*
 * The page begins with what the opening run needs of the simulator. The whole simulator comes when the browser is idle,
 * or when somebody asks for more.
 */

const WHOLE = '**/aqm_wasm_bg-*.wasm';
const waits = (page: Page) => page.getByText('Loading the rest of the simulator…');

/** Holds the whole simulator back; returns how to let it come. */
async function held(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((settle) => (release = settle));
  await page.route(WHOLE, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The run on the page, at its end, is the command's. */
async function isTheCommands(play: Playground): Promise<void> {
  await play.finish();
  const changes = await play.timeline();
  expect(changes).not.toEqual([]);
  const lanes = await report({ ...opener, changes });
  expect(await play.digests()).toEqual(lanes.map((lane) => lane.digest));
}

test('a change that comes before the whole simulator waits for it, and is not lost', async ({
  page,
}) => {
  const release = await held(page);
  const play = new Playground(page);
  await play.open();
  await play.reaches(0.5);
  await expect(waits(page)).toHaveCount(0);
  await play.slider('Bandwidth').press('PageDown');
  await expect(waits(page)).toBeVisible();
  const stoodAt = await play.now();
  // One more change while it waits.
  await play.slider('Bandwidth').press('PageDown');
  await page.waitForTimeout(500);
  expect(await play.now()).toBe(stoodAt);
  release();
  await expect(waits(page)).toBeHidden();
  await play.reaches(stoodAt + 0.5);
  await isTheCommands(play);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a change of the past waits as well, however long it takes', async ({ page }) => {
  const release = await held(page);
  const play = new Playground(page);
  await play.open();
  await play.reaches(1);
  await play.pause();
  await page.keyboard.press('Home');
  await play.slider('Bandwidth').press('PageDown');
  await expect(waits(page)).toBeVisible();
  // Longer than a worker may take that has what it needs.
  await page.waitForTimeout(5500);
  await expect(page.getByRole('alert')).toHaveCount(0);
  release();
  await play.isAt('paused');
  await expect(waits(page)).toBeHidden();
  await page.getByRole('button', { name: 'Play' }).click();
  await isTheCommands(play);
});

test('a scenario that is pasted before the whole simulator is there is told what it waits for', async ({
  page,
}) => {
  const release = await held(page);
  const play = new Playground(page);
  await play.open();
  await play.paste(UPLINK);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Loading the rest of the simulator…')).toBeVisible();
  release();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveTitle(/Test uplink/);
  await play.reaches(0.5);
});

test.describe('without a network', () => {
  // Some browsers look for the icon again.
  test.use({ allowed: [/favicon/] });

  test('the whole simulator comes by itself, goes on with the run, and needs no network then', async ({
    page,
  }) => {
    const play = new Playground(page);
    const arrived = page.waitForResponse(WHOLE);
    await play.open();
    await (await arrived).finished();
    await play.reaches(5);
    await page.context().setOffline(true);
    await play.slider('Bandwidth').press('PageDown');
    await play.reaches((await play.now()) + 0.5);
    await page.context().setOffline(false);
    await isTheCommands(play);
  });
});

test.describe('when the whole simulator does not come', () => {
  test.use({ allowed: [/aqm_wasm_bg|Failed to load resource/] });

  test('the opening run goes on; a change says what is wrong, and can be tried again', async ({
    page,
  }) => {
    await page.route(WHOLE, (route) => route.abort());
    const play = new Playground(page);
    await play.open();
    await play.reaches(4);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await play.slider('Bandwidth').press('PageDown');
    await play.isAt('failed');
    await expect(waits(page)).toBeHidden();
    await page.unroute(WHOLE);
    await page.getByRole('button', { name: 'Try again' }).click();
    await play.isAt('playing');
    await isTheCommands(play);
  });
});
