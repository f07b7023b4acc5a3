import { readFileSync } from 'node:fs';
import { Playground, scenarioFile } from './playground.ts';
import { expect, test } from './support/test.ts';

interface Golden {
  /** The runs end here, s. */
  readonly untilS: number;
  /** Per scenario a digest per lane. */
  readonly digests: Readonly<Record<string, readonly string[]>>;
}

/** What the same simulator printed natively. */
const golden = JSON.parse(
  readFileSync(new URL('../scenarios/golden/digests.json', import.meta.url), 'utf8'),
) as Golden;

for (const [name, native] of Object.entries(golden.digests)) {
  test(`the browser runs ${name} to the same digests`, async ({ page }) => {
    test.setTimeout(120_000);
    // Where statistics begin is no part of what happens.
    const scenario = JSON.parse(scenarioFile(name)) as object;
    const play = new Playground(page);
    await play.open();
    await play.paste({ ...scenario, durationS: golden.untilS, warmupS: 0 });
    await expect(page.getByRole('dialog')).toBeHidden();
    await play.finish();
    expect(await play.digests()).toEqual(native);
  });
}
