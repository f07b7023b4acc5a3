import { describe, expect, test, vi } from 'vitest';
import { readParameters } from '../../live/embed/parameters';
import { filterAt, pathOf } from '../library/filter';
import { sheetAt } from '../linux/results';
import { encode, STANDARD } from '../../core/model/stability';
import { placeOf } from '../papers/names';
import { decode } from '../stability/decode';
import { decodeLink } from '../../core/state/read-link';
import { encodeLink } from '../../core/state/share';
import { presets } from '../../core/content/presets';
import { load } from '../story/files';
import { nameOf } from '../story/link';
import { readPath, toPath } from '../sweep/link';
import { suggestion } from '../sweep/plan';
import { SECTIONS } from './registry';

/**
 * Every kind of address that the page writes or copies, and what it does in a browser that has never seen it:
 *
 * - carries: the address holds what it shows;
 * - is there: it names a part of the page, which every copy of the page has;
 * - says: what it names is elsewhere, and the page says what to do. The button "Copy link" does not copy such an address, but says so.
 *
 * Node has no storage of a browser: what a reader finds here, it finds everywhere.
 */
interface Kind {
  readonly address: string;
  readonly does: 'carries' | 'is there' | 'says';
  readonly what: string;
  /** Opens it; undefined if only an end-to-end test can. */
  readonly opens?: () => Promise<void> | void;
}

const [{ scenario }] = presets;
const STORY = '---\ntitle: Mine\naudience: All\npoint: P.\nlanguage: en\n---\n';

const KINDS: readonly Kind[] = [
  {
    ...{ address: '', does: 'is there', what: 'the first scenario' },
    opens: () => expect(presets.length).toBeGreaterThan(0),
  },
  {
    ...{
      address: '#v1.…',
      does: 'carries',
      what: 'a run, a challenge, or a hand-in with its task',
    },
    opens: async () => {
      const goals = [{ measure: 'utilization', atLeast: 0.9 }];
      const shared = { scenario: { ...scenario, about: 'The task.', goals }, changes: [], atS: 3 };
      const read = await decodeLink(await encodeLink(shared));
      expect(read.ok && read.shared.scenario).toMatchObject({ about: 'The task.', goals });
    },
  },
  {
    ...{ address: '?embed#v1.…', does: 'carries', what: 'a run inside another page' },
    opens: () => expect(readParameters('?embed&panels=delay').panels).toEqual(['queue-delay']),
  },
  {
    ...{ address: '#story/codel/2', does: 'is there', what: 'a story of the page' },
    opens: async () => expect((await load('codel')).text).toMatch(/^---\ntitle:/),
  },
  {
    ...{ address: '#story/v1.…/2', does: 'carries', what: 'a story of the user' },
    opens: async () => {
      const packed = await nameOf(STORY);
      expect(await load('name' in packed ? packed.name : '')).toEqual({ text: STORY });
    },
  },
  {
    ...{ address: '#story/own/1', does: 'says', what: 'a story that is too large for a link' },
    opens: () => expect(load('own')).rejects.toThrow(/Open its file: press \/ for the library/),
  },
  {
    ...{
      address: '#story/write',
      does: 'is there',
      what: 'the editor, empty; it copies #story/v1.…',
    },
  },
  {
    ...{ address: '?story=…#story/url/1', does: 'is there', what: 'a file of the same host' },
    opens: async () => {
      const page = {
        host: 'h.test',
        origin: 'https://h.test',
        search: '?story=https://b.test/a.md',
      };
      vi.stubGlobal('location', page);
      vi.stubGlobal('document', { baseURI: 'https://h.test/aqm/' });
      await expect(load('url')).rejects.toThrow(/the host of this page only, not from b\.test/);
    },
  },
  {
    ...{ address: '#library/fairness/find/two', does: 'is there', what: 'a filter of the library' },
    opens: () => {
      const filter = filterAt('fairness/find/two');
      expect(pathOf(filter)).toBe('fairness/find/two');
    },
  },
  {
    ...{ address: '#papers/…', does: 'says', what: 'a paper: one of the page, or one from files' },
    opens: () =>
      expect(placeOf('mine/1a', { papers: [] })).toMatchObject({
        message: expect.stringContaining('opened from files elsewhere, ask for them') as string,
      }),
  },
  {
    ...{ address: '#sweep/v1.…', does: 'carries', what: 'a plan; its runs are computed again' },
    opens: async () => {
      const read = await readPath((await toPath(suggestion(scenario)))!);
      expect(read.ok).toBe(true);
    },
  },
  {
    ...{ address: '#stability/R50', does: 'carries', what: 'an operating point' },
    opens: () => {
      const { settings, problem } = decode('R50');
      expect([encode(settings), problem]).toEqual(['R50', undefined]);
      expect(settings).not.toEqual(STANDARD);
    },
  },
  {
    ...{ address: '#linux', does: 'is there', what: 'rows measured with Linux' },
    opens: () => expect(sheetAt('no-such-sheet')).toBeUndefined(),
  },
  {
    ...{ address: '?notes=…', does: 'says', what: 'the notes of a screen in the same browser' },
  },
];

test('every section has an address on the list', () => {
  const listed = KINDS.map(({ address }) => /#(\w+)/.exec(address)?.[1]);
  for (const { name } of SECTIONS) expect(listed, name).toContain(name);
});

describe('in a fresh browser', () => {
  test.each(KINDS.filter(({ opens }) => opens))('$address $does: $what', async ({ opens }) => {
    await opens!();
  });
});
