import { expect, test } from 'vitest';
import { checkOf, checkText, readCheck, shortDigest } from './link-check';
import { pack } from './packing';
import { decodeLink } from './read-link';
import { encodeLink, type Shared } from './share';
import { fakeCore } from '../sim/testing/fake';
import type { Core } from '../../wasm/core';
import { Bench, PLAIN } from './testing';

const DISPLAY = { headS: 2, span: 30, scope: 'window', scales: {}, views: undefined } as const;
const SHARED = { scenario: { version: 1 }, changes: [], atS: 3 } satisfies Shared;
const CHECK = { version: '0.2.0', digests: ['1a2b3c4d', '00000000'] };

test('a check holds the first eight digits of each digest', () => {
  const digests = ['1a2b3c4d5e6f7a8b', '00000000ffffffff'];
  expect(checkOf('0.2.0', digests)).toEqual(CHECK);
  expect(checkText(CHECK)).toBe('0.2.0:1a2b3c4d,00000000');
  expect(readCheck(checkText(CHECK))).toEqual(CHECK);
  expect(shortDigest(digests[0])).toBe('1a2b3c4d');
  // A lane that was added while its numbers were on their way has none.
  expect(checkOf('0.2.0', ['1a2b3c4d5e6f7a8b', ''])).toBeUndefined();
  expect(checkOf('0.2.0', [])).toBeUndefined();
});

test('a check survives a link, and pages without it read the rest', async () => {
  const link = await encodeLink({ ...SHARED, display: DISPLAY, check: CHECK });
  const opened = await decodeLink(link);
  expect(opened.ok && opened.shared).toMatchObject({ display: DISPLAY, check: CHECK });
  const without = await decodeLink(await encodeLink({ ...SHARED, display: DISPLAY }));
  expect(without.ok && 'check' in without.shared).toBe(false);
});

test.each([
  [1],
  [null],
  [['0.2.0', '1a2b3c4d']],
  [''],
  [':1a2b3c4d'],
  ['0.2.0:'],
  ['0.2.0:1a2b3c4'],
  ['0.2.0:1A2B3C4D'],
  ['0.2.0:1a2b3c4d,'],
  ['0.2.0:1a2b3c4d\n'],
  ['<b>:1a2b3c4d'],
  [`${'9'.repeat(41)}:1a2b3c4d`],
  [`0.2.0${':1a2b3c4d'.repeat(7)}`],
  [`0.2.0:${Array(7).fill('1a2b3c4d').join(',')}`],
])('a link with %j in place of a check opens without it', async (item) => {
  const view = [2000, 30, 0, 0, [], 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, item];
  const opened = await decodeLink(`#v1.${await pack([3000, {}, [], [], view])}`);
  expect(opened.ok && opened.shared.display?.headS).toBe(2);
  expect(opened.ok && 'check' in opened.shared).toBe(false);
});

test('the opened page keeps the check of its link until it opens something else', async () => {
  const link = async (digests: readonly string[]): Promise<string> =>
    encodeLink({
      scenario: PLAIN as unknown as Record<string, unknown>,
      changes: [],
      atS: 1,
      display: DISPLAY,
      check: { version: '0.1.0', digests },
    });
  const digests = PLAIN.queues.map(() => '1a2b3c4d');
  const { workspace } = await new Bench(PLAIN, { hash: await link(digests) }).opened();
  expect(workspace.origin.promise).toEqual({ version: '0.1.0', digests, atS: 1 });
  // Its own link has no check: the digests of the replaced simulator are no digests.
  const again = await decodeLink(await workspace.link());
  expect(again.ok && again.shared.check).toBeUndefined();
  workspace.opener.openPreset('first', PLAIN);
  expect(workspace.origin.promise).toBeUndefined();
  // One digest too many for the lanes.
  const other = await new Bench(PLAIN, { hash: await link([...digests, '1a2b3c4d']) }).opened();
  expect(other.workspace.origin.promise).toBeUndefined();
});

/** The replaced simulator with digests of the usual form: the time in ms, and the lane. */
function hexCore(): Core {
  const core = fakeCore();
  return {
    ...core,
    open: (...of) => {
      const engine = core.open(...of);
      engine.digest = (lane) =>
        (Math.round(engine.now() * 1000) * 16 + lane).toString(16).padStart(8, '0').padEnd(16, 'f');
      return engine;
    },
  };
}

const checkIn = async (hash: string): Promise<readonly string[] | undefined> => {
  const link = await decodeLink(hash);
  return link.ok ? link.shared.check?.digests : undefined;
};

test.each([1, 2])(
  'the link of a run that comes to rest waits for its digests, with %d workers',
  async (workers) => {
    const bench = await new Bench(PLAIN, { core: hexCore(), workers }).opened();
    const { run } = bench.workspace;
    await bench.pass(700);
    expect(run.phase).toBe('playing');
    expect(await checkIn(await bench.workspace.link())).toBeUndefined();
    run.pause();
    // The numbers are on their way.
    const link = await bench.whenDone(bench.workspace.link());
    const ms = Math.round(run.doneS * 1000);
    const own = [0, 1].map((lane) => (ms * 16 + lane).toString(16).padStart(8, '0'));
    expect(await checkIn(link)).toEqual(own);
    // So is the link in the address bar, once it is written.
    await bench.sleep(1000);
    await bench.settle();
    expect(await checkIn(bench.hash)).toEqual(own);
  },
);

test('a link that is copied while the run plays has the check of that moment, and the run goes on', async () => {
  const bench = await new Bench(PLAIN, { core: hexCore(), workers: 2 }).opened();
  const { run } = bench.workspace;
  await bench.pass(700);
  expect(run.phase).toBe('playing');
  const link = await decodeLink(await bench.whenDone(bench.workspace.checkedLink()));
  if (!link.ok) throw new Error('the link does not open');
  const { atS, check } = link.shared;
  expect(atS).toBeGreaterThan(0);
  const ms = Math.round(atS * 1000);
  expect(check?.digests).toEqual(
    [0, 1].map((lane) => (ms * 16 + lane).toString(16).padStart(8, '0')),
  );
  expect(run.phase).toBe('playing');
  await bench.pass(300);
  expect(run.doneS).toBeGreaterThan(atS);
});

test('it waits for the slice that is being computed', async () => {
  const bench = await new Bench(PLAIN, { core: hexCore(), workers: 2 }).opened();
  const { run } = bench.workspace;
  await bench.pass(700);
  // A change asks for the next slice at once.
  bench.workspace.controls.set('link.rateMbps', 7);
  const before = run.doneS;
  const link = await decodeLink(await bench.whenDone(bench.workspace.checkedLink()));
  if (!link.ok) throw new Error('the link does not open');
  expect(link.shared.atS).toBeGreaterThan(before);
  expect(link.shared.check?.digests).toHaveLength(2);
});

test('before the first packet, and while a burst is held, a link has no check', async () => {
  const bench = await new Bench(PLAIN, { core: hexCore() }).opened();
  const { run, bursts, opener } = bench.workspace;
  await bench.pass(500);
  bursts.press();
  await bench.pass(100);
  expect(await checkIn(await bench.whenDone(bench.workspace.link()))).toBeUndefined();
  bursts.release();
  opener.openNew(PLAIN);
  await bench.settle();
  expect(run.doneS).toBe(0);
  expect(await checkIn(await bench.whenDone(bench.workspace.link()))).toBeUndefined();
});
