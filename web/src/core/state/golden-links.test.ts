import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeLink } from './read-link';
import { encodeLink, type Shared } from './share';

/** Links as the releases wrote them, and what they hold. The page's readers and `aqm` must open all of them. */
const golden = JSON.parse(
  readFileSync(new URL('../../../../scenarios/golden/links.json', import.meta.url), 'utf8'),
) as {
  readonly scenario: Record<string, unknown>;
  readonly links: readonly {
    readonly form: string;
    readonly link: string;
    readonly opens: Omit<Shared, 'scenario'>;
  }[];
};

/** Without members that are undefined, as JSON has it. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test.each(golden.links.map((entry) => [entry.form, entry] as const))(
  'a link with %s opens as it did',
  async (_, { link, opens }) => {
    const decoded = await decodeLink(link);
    expect(plain(decoded)).toEqual({
      ok: true,
      shared: { scenario: golden.scenario, ...opens },
    });
  },
);

test('every item that this version writes is in a golden link', async () => {
  const last = golden.links.at(-1)!;
  const { scenario } = golden;
  // A link of today's form is written again, letter for letter.
  expect(await encodeLink({ scenario, ...last.opens })).toBe(last.link);
  const members = new Set(golden.links.flatMap(({ opens }) => Object.keys(opens.display ?? {})));
  expect([...members].sort()).toEqual(
    ['headS', 'span', 'scope', 'scales', 'views', 'layout', 'focus', 'seeds', 'fixed']
      .concat(['interval', 'compared', 'queue', 'whole', 'inspected', 'queueLanes', 'sending'])
      .sort(),
  );
});
