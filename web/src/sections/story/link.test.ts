import { expect, test, vi } from 'vitest';
import { pack } from '../../core/state/packing';
import { load } from './files';
import { nameOf, storyOffer, textOf } from './link';
import { MOST_CHARS } from './limits';

const files = import.meta.glob<string>('../../../../stories/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Random letters, which no compression shortens below three quarters of a byte each. */
function noise(length: number): string {
  let state = 1;
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-';
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return letters[state >>> 26];
  }).join('');
}

test('every story of the page survives its link, in less than 8000 characters', async () => {
  for (const [file, text] of Object.entries(files)) {
    const packed = await nameOf(text);
    const name = 'name' in packed ? packed.name : '';
    expect(name, file).toMatch(/^v1\.[\w-]+$/);
    expect(name.length, file).toBeLessThan(8000);
    expect(await load(name), file).toEqual({ text });
  }
});

test('a story with any characters survives its link', async () => {
  const text = '---\ntitle: Ü“‚…😀\\n\u0000"\n'.repeat(2000);
  const packed = await nameOf(text);
  expect(await textOf('name' in packed ? packed.name : '')).toBe(text);
});

test('a story that is too large for a link has what to do instead, with both sizes', async () => {
  const text = noise(100_000);
  expect(await nameOf(text)).toHaveProperty('characters');
  const offer = await storyOffer(text);
  expect(offer).toEqual({
    instead: expect.stringMatching(
      /too large for a link: \d+ kB, of at most 66 kB\. Send its Markdown file/,
    ) as string,
  });
  vi.stubGlobal('location', { href: 'https://host.test/aqm/#story/write' });
  const small = await storyOffer('---');
  expect('address' in small && small.address).toMatch(
    /^https:\/\/host\.test\/aqm\/#story\/v1\.[\w-]+\/1$/,
  );
});

const name = async (...list: unknown[]): Promise<string> => `v1.${await pack(list)}`;

test.each<[string, () => Promise<string> | string, RegExp]>([
  ['nothing', () => 'v1.', /damaged/],
  ['other characters', () => 'v1.@@@', /damaged/],
  ['no data', () => 'v1.AAAA', /damaged/],
  ['a newer version', () => 'v2.AAAA', /newer version/],
  ['too many characters', () => `v1.${'A'.repeat(70_000)}`, /more than 65536 characters/],
  ['a cut link', async () => (await name('---\ntitle: A\n')).slice(0, -4), /damaged/],
  ['a number', () => name(7), /damaged/],
  ['two texts', () => name('a', 'b'), /damaged/],
  ['an object', () => name({ length: 1 }), /damaged/],
  // Its 2 MB are 3 kB in the link: the reader stops at the limit, before it has all.
  ['a bomb', () => name('a'.repeat(2_000_000)), /larger than 256 KiB/],
  ['a story above the limit', () => name('a'.repeat(MOST_CHARS + 1)), /larger than 256 KiB/],
])('a link with %s is refused with a reason', async (_, make, message) => {
  await expect(textOf(await make())).rejects.toThrow(message);
});

test('one wrong letter does not open as another story', async () => {
  const good = await name('---\ntitle: A story\naudience: All\npoint: P.\n---\n');
  for (let at = 3; at < good.length; at += 7) {
    const other = good[at] === 'A' ? 'B' : 'A';
    await expect(textOf(good.slice(0, at) + other + good.slice(at + 1))).rejects.toThrow(/damaged/);
  }
});
