import { gzipSync } from 'node:zlib';
import limits from './size-limits.json' with { type: 'json' };
import { Playground } from './playground.ts';
import { expect, test } from './support/test.ts';

test('the first load stays within its budget', async ({ page }) => {
  const files = new Map<string, Promise<Buffer>>();
  let isLoaded = false;
  page.context().on('response', (response) => {
    if (!isLoaded) files.set(new URL(response.url()).pathname, response.body());
  });
  const play = new Playground(page);
  await play.open();
  await play.reaches(0.01);
  // Some seconds later an idle page loads the other sections.
  isLoaded = true;
  let together = 0;
  let wasm = 0;
  for (const [path, body] of files) {
    const size = gzipSync(await body, { level: 9 }).length;
    together += size;
    if (path.endsWith('.wasm')) wasm += size;
  }
  // The simulator and the page were loaded, or nothing was measured.
  expect(wasm).toBeGreaterThan(10_000);
  expect(together - wasm).toBeGreaterThan(10_000);
  expect(wasm).toBeLessThanOrEqual(limits['.wasm']);
  expect(together).toBeLessThanOrEqual(limits.together);
});
