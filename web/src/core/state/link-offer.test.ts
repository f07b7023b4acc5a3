import { expect, test, vi } from 'vitest';
import { copiedText, copyLink, runOffer, sizeText } from './link-offer';
import { encodeLink } from './share';

const at = (characters: number, rest = {}): { address: string } => ({
  address: 'h'.repeat(characters),
  ...rest,
});
const said = (offer: { address: string }, protocol = 'https:'): string =>
  copiedText(offer, protocol);

test('the size of a link is said, with what it opens and what it lacks', () => {
  expect([40, 940, 6210, 9960, 23_400].map(sizeText)).toEqual([
    ...['0.1 kB', '0.9 kB', '6.2 kB', '10.0 kB', '23 kB'],
  ]);
  expect(said(at(940))).toBe('Link copied (0.9 kB).');
  expect(said(at(6210, { opens: 'it holds the whole story' }))).toBe(
    'Link copied (6.2 kB): it holds the whole story.',
  );
  expect(said(at(940, { lacks: 'No files.' }))).toBe('Link copied (0.9 kB). No files.');
});

test('a link that many programs cut, and that of a page in a file, come with a warning', () => {
  expect(said(at(8000))).not.toContain('cut');
  expect(said(at(8001))).toMatch(/Many mail and chat programs cut .*send the file/);
  expect(said(at(940), 'file:')).toMatch(/on this computer only.*from “#” on/);
});

function page(refuses = false): { copied: string[]; heard: string[]; copy: typeof copyLink } {
  const [copied, heard] = [[] as string[], [] as string[]];
  const writeText = (text: string): Promise<void> =>
    refuses ? Promise.reject(new Error('no')) : Promise.resolve(void copied.push(text));
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  vi.stubGlobal('location', { href: 'https://h.test/#x', protocol: 'https:' });
  const say = (kind: string) => (text: string) => void heard.push(`${kind}: ${text}`);
  const notices = { done: say('done'), say: say('say'), warn: say('warn') };
  const copy: typeof copyLink = (_, offer, refused) => copyLink(notices, offer, refused);
  return { copied, heard, copy };
}

test('where there is no link nothing is copied, and the page says what to do instead', async () => {
  const { copied, heard, copy } = page();
  await copy(undefined!, { instead: 'Send the file.' });
  await copy(undefined!, { address: 'https://h.test/#a' });
  expect(copied).toEqual(['https://h.test/#a']);
  expect(heard).toEqual(['warn: Send the file.', 'done: Link copied (0.1 kB).']);
  const forbidden = page(true);
  await forbidden.copy(undefined!, { address: 'https://h.test/#a' });
  expect(forbidden.heard).toEqual([
    'warn: The browser does not allow copying. Copy the link from the address bar.',
  ]);
});

test('the link of a run is offered only if the page itself opens it', async () => {
  page();
  const scenario = { version: 1, queues: [{ kind: 'codel' }] };
  const hash = await encodeLink({ scenario, changes: [], atS: 1 });
  expect(await runOffer(hash)).toEqual({ address: `https://h.test/${hash}` });
  const rates = Array.from({ length: 60_000 }, (_, i) => Math.sin(i));
  const large = await encodeLink({ scenario: { ...scenario, rates }, changes: [], atS: 1 });
  expect(await runOffer(large)).toEqual({
    instead: expect.stringMatching(/larger than a link can be.*“Save this scenario”/) as string,
  });
});
