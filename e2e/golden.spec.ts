import { readFileSync } from 'node:fs';
import type { Scenario } from '../web/src/sim/scenario.ts';
import { Playground, scenarioFile } from './playground.ts';
import { expect, test } from './support/test.ts';

/** What the native command gives for each scenario until `untilS`: a digest per lane. */
const golden = JSON.parse(
  readFileSync(new URL('../scenarios/golden/digests.json', import.meta.url), 'utf8'),
) as { readonly untilS: number; readonly digests: Readonly<Record<string, readonly string[]>> };

/** The scenario as it is until `untilS`, and no longer: the warm-up has no part in the digest. */
function shortened(text: string, untilS: number): string {
  const scenario = JSON.parse(text) as Scenario;
  const changes = (scenario.changes ?? []).filter(({ atS }) => atS < untilS);
  const durationS = Math.min(untilS, scenario.durationS);
  return JSON.stringify({ ...scenario, durationS, warmupS: 0, changes });
}

test('the native digests are there to compare with', () => {
  expect(Object.keys(golden.digests).length).toBeGreaterThan(5);
});

for (const [name, native] of Object.entries(golden.digests)) {
  test(`the browser runs ${name} to the same digests`, async ({ page }) => {
    test.setTimeout(120_000);
    const play = new Playground(page);
    await play.open();
    await play.paste(shortened(scenarioFile(name), golden.untilS));
    await expect(page.getByRole('dialog')).toBeHidden();
    await play.speed('Infinity');
    await expect(play.bench).toHaveAttribute('data-state', 'finished', { timeout: 100_000 });
    await play.settles();
    expect(await play.digests()).toEqual(native);
  });
}
