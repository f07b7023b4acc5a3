import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Playground, scenarioFile } from './playground.ts';
import { expect, test } from './support/test.ts';

const FILE = pathToFileURL(
  fileURLToPath(new URL('../web/dist-single/aqm-playground.html', import.meta.url)),
).href;
const SCENARIO = 'schwardmann-default';

const golden = JSON.parse(
  readFileSync(new URL('../scenarios/golden/digests.json', import.meta.url), 'utf8'),
) as { digests: Record<string, string[]> };

// The page itself is the only request.
test.use({ allowed: [new RegExp(`^request leaves the origin: ${FILE}(#.*)?$`)] });

test('the single file opens from disk without a network: a run, a paper, a story, a definition', async ({
  page,
  context,
}) => {
  await context.setOffline(true);
  const play = new Playground(page);
  await page.goto(FILE);
  await play.reaches(0.5);
  await play.pasteGood(scenarioFile(SCENARIO));
  await play.finish();
  expect(await play.digests()).toEqual(golden.digests[SCENARIO]);

  const library = await play.library();
  await expect(library.locator('svg path, svg polyline').first()).toBeVisible();
  await page.getByRole('link', { name: 'Papers' }).click();
  await page.getByRole('button', { name: 'Run cell' }).click();
  await expect(page.getByText('runs done').locator('+ dd')).toHaveText('4 of 4');

  await page.goto(`${FILE}#story/bufferbloat`);
  await expect(page.locator('[data-story-ready]')).toBeAttached();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Queue delay' }).first().click();
  const definitions = await opened;
  await expect(definitions.locator(':target')).toBeInViewport();
  await expect(definitions.locator(':target')).toHaveText(/delay/i);
});
