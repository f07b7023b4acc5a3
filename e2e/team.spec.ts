import type { Page } from '@playwright/test';
import type { Scenario } from '../web/src/core/document/scenario.ts';
import { decodeLink } from '../web/src/core/state/read-link.ts';
import { Playground } from './playground.ts';
import { report } from './support/aqm.ts';
import { expect, test } from './support/test.ts';

/*
 * The page distributes the lanes of a run over workers. With any number of workers, the run equals the command's,
 * which has none.
 */

/** Lanes of unequal cost, with changes for all lanes and for one lane. */
const FIVE: Scenario = {
  version: 1,
  seed: 3,
  durationS: 30,
  warmupS: 2,
  link: { rateMbps: 20, rttMs: 30, buffer: { packets: 200 } },
  queues: [
    { kind: 'droptail' },
    { kind: 'red' },
    { kind: 'codel', ecn: true },
    { kind: 'pie' },
    { kind: 'ared' },
  ],
  traffic: [
    { kind: 'bulk', flows: 6, ecn: true },
    { kind: 'poisson', rateMbps: 1 },
  ],
  changes: [
    { atS: 8, set: 'link.rateMbps', to: 5 },
    { atS: 15, set: 'queues.3.targetMs', to: 40 },
    { atS: 22, set: 'link.rttMs', to: 90 },
  ],
};

/** Opens the page on a machine with this number of cores. A run is under way, so that all workers start. */
async function opened(page: Page, cores: number): Promise<Playground> {
  await page.addInitScript(
    (count) => Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => count }),
    cores,
  );
  const play = new Playground(page);
  await play.open();
  await play.pause();
  return play;
}

const digestsOf = async (scenario: Scenario): Promise<string[]> =>
  (await report(scenario)).map((lane) => lane.digest);

for (const [cores, workers] of [
  [1, 1],
  [6, 5],
] as const)
  test(`with ${cores} cores a run and its edits equal the command's`, async ({ page }) => {
    const play = await opened(page, cores);
    await play.finished(FIVE);
    expect(page.workers()).toHaveLength(workers);
    const whole = await digestsOf(FIVE);
    expect(await play.digests()).toEqual(whole);

    await play.page.getByLabel('Visible time').selectOption('all');
    await page.getByRole('button', { name: /bandwidth 20 → 5/ }).focus();
    await page.keyboard.press('Delete');
    await expect(play.changes).toHaveAttribute('data-changes', '2');
    await play.settles();
    const edited = { ...FIVE, changes: FIVE.changes?.slice(1) };
    expect(await play.digests()).toEqual(await digestsOf(edited));
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(play.changes).toHaveAttribute('data-changes', '3');
    await play.settles();
    expect(await play.digests()).toEqual(whole);
    if (workers === 1) return;
    await test.step('after a worker crashes, the run is computed again', async () => {
      await play.finished(FIVE);
      const before = await play.digests();
      const [, second] = page.workers();
      await second?.evaluate(() =>
        self.postMessage({ kind: 'crashed', run: 0, message: 'broken by the test' }),
      );
      await expect(page.getByText('was restarted')).toBeVisible();
      await play.isAt('finished');
      await play.settles();
      expect(await play.digests()).toEqual(before);
    });
    await test.step('a change during a fast run has the same time in all lanes', async () => {
      await play.stopped({ ...FIVE, durationS: 600, changes: [] });
      await play.speed('100');
      await page.keyboard.press(' ');
      await play.reaches(5);
      await play.slider('Bandwidth').focus();
      for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowLeft');
      await page.getByLabel('Lane 2: queue discipline').selectOption('pie');
      await play.pause();
      const { hash } = new URL(await page.evaluate(() => location.href));
      const link = await decodeLink(hash);
      if (!link.ok) throw new Error(link.message);
      const { scenario, changes, atS } = link.shared;
      expect(new Set(changes.map((change) => change.set))).toEqual(
        new Set(['link.rateMbps', 'queues.1']),
      );
      const run = {
        ...(scenario as unknown as Scenario),
        changes: [...changes],
        durationS: atS,
      };
      expect(await play.digests()).toEqual(await digestsOf(run));
    });
  });

test('a worker that falls silent while the run plays is replaced', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  await play.reaches(2);
  const [worker] = page.workers();
  // This call never returns, so the test does not wait for it.
  void worker?.evaluate('for (;;) {}').catch(() => undefined);
  await expect(page.getByText('was restarted')).toBeVisible();
  const now = await play.now();
  await play.reaches(now + 1);
});
