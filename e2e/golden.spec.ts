import { existsSync, readFileSync } from 'node:fs';
import { Playground, scenarioFile } from './playground.ts';
import { expect, test } from './support/test.ts';

/** What `aqm digest --json scenarios/*.json` printed natively: a digest per lane. */
const golden = new URL('../scenarios/golden/digests.json', import.meta.url);
const digests = existsSync(golden)
  ? (JSON.parse(readFileSync(golden, 'utf8')) as Record<string, readonly string[]>)
  : {};

test('the native digests are there to compare with', () => {
  expect(Object.keys(digests).length).toBeGreaterThan(5);
});

for (const [name, native] of Object.entries(digests)) {
  test(`the browser runs ${name} to the same digests`, async ({ page }) => {
    test.setTimeout(180_000);
    const play = new Playground(page);
    await play.open();
    await play.paste(scenarioFile(name));
    await expect(page.getByRole('dialog')).toBeHidden();
    await play.speed('Infinity');
    await expect(play.bench).toHaveAttribute('data-state', 'finished', { timeout: 170_000 });
    await play.settles();
    expect(await play.digests()).toEqual(native);
  });
}
