import { readFileSync } from 'node:fs';
import { Playground, preset } from './playground.ts';
import { expect, test } from './support/test.ts';

/** The native command's digests of each scenario at its end, one per lane. */
const { digests: golden } = JSON.parse(
  readFileSync(new URL('../scenarios/golden/digests.json', import.meta.url), 'utf8'),
) as { readonly digests: Readonly<Record<string, readonly string[]>> };

/** The first scenario of each folder. The tests of the package in Node, which has the same engine for WebAssembly, run all of them. */
const NAMES = new Map(
  Object.keys(golden)
    .toReversed()
    .map((name) => [name.replace(/[^/]*$/, ''), name]),
);

test('the browser gives the native digests', async ({ page }) => {
  expect(NAMES.size).toBeGreaterThan(3);
  const play = new Playground(page);
  for (const name of NAMES.values())
    await test.step(name, async () => {
      await play.finished(preset(name));
      expect(await play.digests()).toEqual(golden[name]);
    });
});
