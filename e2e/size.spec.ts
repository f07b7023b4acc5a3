import { gzipSync } from 'node:zlib';
import limits from './size-limits.json' with { type: 'json' };
import { Playground } from './playground.ts';
import { expect, test } from './support/test.ts';

test('the first load stays within its budget', async ({ page }) => {
  const files = new Map<string, Promise<Buffer>>();
  page.context().on('response', (response) => {
    const { pathname } = new URL(response.url());
    const body = response.body();
    // A file that is not counted may still be on its way at the end.
    body.catch(() => undefined);
    files.set(pathname, body);
  });
  const play = new Playground(page);
  const address = await page.goto('./');
  const html = (await address?.text()) ?? '';
  await play.reaches(0.01);
  // The page, the files that it names, and the simulator. On a busy machine other files may have come by now: an idle page loads
  // the other sections.
  const isFirst = (path: string): boolean =>
    path.endsWith('/') ||
    html.includes(path.replace(/^.*\//, '')) ||
    /aqm_wasm.*\.wasm$/.test(path);
  let together = 0;
  let wasm = 0;
  for (const [path, body] of files) {
    if (!isFirst(path)) continue;
    const size = gzipSync(await body, { level: 9 }).length;
    together += size;
    if (path.endsWith('.wasm')) wasm += size;
  }
  // The simulator and the page were loaded, or nothing was measured.
  expect(wasm).toBeGreaterThan(10_000);
  expect(together - wasm).toBeGreaterThan(100_000);
  expect(wasm).toBeLessThanOrEqual(limits['.wasm']);
  expect(together).toBeLessThanOrEqual(limits.together);
});
