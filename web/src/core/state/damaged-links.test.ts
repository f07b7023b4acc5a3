import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { decodeLink } from './read-link';

/** Damaged links, and whether they are read. A test of `aqm` reads the same list. `scripts/damaged-links.js` writes it. */
const links = JSON.parse(
  readFileSync(new URL('../../../../scenarios/golden/damaged-links.json', import.meta.url), 'utf8'),
) as readonly { readonly link: string; readonly reads: boolean }[];

/** The stream of a browser: Node's accepts bytes behind the end of the data. */
class BrowserStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor() {
    const parts: Uint8Array[] = [];
    super({
      transform: (part) => void parts.push(part),
      flush: (out) => {
        const whole = Buffer.concat(parts);
        const { buffer, engine } = inflateRawSync(whole, { info: true }) as unknown as {
          readonly buffer: Uint8Array;
          readonly engine: { readonly bytesWritten: number };
        };
        if (engine.bytesWritten !== whole.length) throw new TypeError('bytes behind the end');
        out.enqueue(buffer);
      },
    });
  }
}

test('damaged links are read or refused as by the command', async () => {
  vi.stubGlobal('DecompressionStream', BrowserStream);
  expect(links.length).toBeGreaterThan(500);
  const wrong: string[] = [];
  for (const { link, reads } of links) if ((await decodeLink(link)).ok !== reads) wrong.push(link);
  expect(wrong).toEqual([]);
  // Both answers are in the list.
  expect(links.filter(({ reads }) => reads).length).toBeGreaterThan(50);
});
