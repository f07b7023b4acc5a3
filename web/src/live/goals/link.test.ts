import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeLink } from '../../core/state/read-link';
import { encodeLink } from '../../core/state/share';

const FOLDER = new URL('../../../../scenarios/challenges/', import.meta.url);

test('links of challenges keep goals and free values', async () => {
  const files = readdirSync(FOLDER);
  expect(files.length).toBeGreaterThanOrEqual(10);
  for (const file of files) {
    // A link has no card for the library.
    const {
      changes = [],
      preset,
      ...scenario
    } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Record<string, unknown>;
    const link = await encodeLink({ scenario, changes: changes as [], atS: 0 });
    const read = await decodeLink(link);
    expect(read, file).toMatchObject({ ok: true, shared: { scenario, changes } });
    expect(preset, file).toBeDefined();
    expect(link.length, file).toBeLessThan(5000);
  }
});
