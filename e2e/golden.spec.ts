import { readFileSync } from 'node:fs';
import { Playground, scenarioFile } from './playground.ts';
import { expect, test } from './support/test.ts';

/** What the native command gives for each scenario at its end: a digest per lane. */
const { digests: golden } = JSON.parse(
  readFileSync(new URL('../scenarios/golden/digests.json', import.meta.url), 'utf8'),
) as { readonly digests: Readonly<Record<string, readonly string[]>> };

/** By folder: one page each, since opening it takes longer than most runs. */
const folders = new Map<string, string[]>();
for (const name of Object.keys(golden)) {
  const folder = name.includes('/') ? name.replace(/\/[^/]*$/, '') : '';
  folders.set(folder, [...(folders.get(folder) ?? []), name]);
}

test('the native digests are there to compare with', () => {
  expect(folders.get('')?.length).toBeGreaterThan(5);
  expect(folders.size).toBeGreaterThan(1);
});

for (const [folder, names] of folders)
  test(`the browser runs all of scenarios/${folder} to the same digests`, async ({ page }) => {
    test.setTimeout(30_000 * names.length);
    const play = new Playground(page);
    await play.open();
    await play.speed('Infinity');
    for (const name of names)
      await test.step(name, async () => {
        await play.pasteGood(scenarioFile(name));
        await play.isAt('finished');
        await play.settles();
        expect(await play.digests()).toEqual(golden[name]);
      });
  });
