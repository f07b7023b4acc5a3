import { readFileSync } from 'node:fs';
import { Playground, preset } from './playground.ts';
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
    for (const name of names)
      await test.step(name, async () => {
        await play.finished(preset(name));
        expect(await play.digests()).toEqual(golden[name]);
      });
  });
