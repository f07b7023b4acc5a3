import { gzipSync } from 'node:zlib';
import limits from './size-limits.json' with { type: 'json' };
import { Playground } from './playground.ts';
import { expect, test } from './support/test.ts';

/** Kinds of files by extension. A kind without a limit must not be loaded. */
const KINDS = ['.wasm', '.js', '.css', '.html', '.svg'] as const;

test('the first load stays within size-limits.json', async ({ page }) => {
  const files = new Map<string, Promise<Buffer>>();
  page.context().on('response', (response) => {
    const { pathname } = new URL(response.url());
    files.set(pathname.endsWith('/') ? `${pathname}index.html` : pathname, response.body());
  });
  const play = new Playground(page);
  await play.open();
  await play.reaches(1);
  const sizes: Record<string, number> = Object.fromEntries(KINDS.map((kind) => [kind, 0]));
  for (const [path, body] of files) {
    const kind = KINDS.find((ending) => path.endsWith(ending));
    expect(kind, path).toBeDefined();
    sizes[kind ?? ''] = (sizes[kind ?? ''] ?? 0) + gzipSync(await body, { level: 9 }).length;
  }
  const together = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  // Fails if the test recorded no files.
  expect(Math.min(sizes['.wasm'] ?? 0, sizes['.js'] ?? 0)).toBeGreaterThan(10_000);
  for (const kind of KINDS) expect(sizes[kind], kind).toBeLessThanOrEqual(limits[kind]);
  expect(together).toBeLessThanOrEqual(limits.together);
});
