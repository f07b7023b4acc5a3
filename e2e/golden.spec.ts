import { readFileSync } from 'node:fs';
import { Playground, scenarioFile } from './playground.ts';
import { expect, test } from './support/test.ts';

/** The native command's digests of each scenario at its end, one per lane. */
const { digests: golden } = JSON.parse(
  readFileSync(new URL('../scenarios/golden/digests.json', import.meta.url), 'utf8'),
) as { readonly digests: Readonly<Record<string, readonly string[]>> };

/**
 * Every sixth scenario, by folder; the tests of the package in Node run all of them. Each folder uses one page, because opening a page
 * takes longer than most runs.
 */
const folders = new Map<string, string[]>();
for (const name of Object.keys(golden).filter((_, index) => index % 6 === 0)) {
  const folder = name.includes('/') ? name.replace(/\/[^/]*$/, '') : '';
  folders.set(folder, [...(folders.get(folder) ?? []), name]);
}

test('native digests exist', () => {
  expect(folders.get('')?.length).toBeGreaterThan(5);
  expect(folders.size).toBeGreaterThan(1);
});

for (const [folder, names] of folders)
  test(`the browser gives the native digests for scenarios/${folder}`, async ({ page }) => {
    test.setTimeout(30_000 * names.length);
    const play = new Playground(page);
    await play.open();
    await play.speed('Infinity');
    for (const name of names)
      await test.step(name, async () => {
        const text = scenarioFile(name);
        await play.pasteGood(text);
        // A challenge opens paused, because only its start values count; but one that is played by hand plays.
        const { free = [] } = JSON.parse(text) as { readonly free?: readonly { live?: boolean }[] };
        if (folder === 'challenges' && !free.some(({ live }) => live))
          await page.getByRole('button', { name: 'Play', exact: true }).click();
        await play.isAt('finished');
        await play.settles();
        expect(await play.digests()).toEqual(golden[name]);
      });
  });
