import {
  CONGESTION_CONTROLS,
  QUEUE_KINDS,
  QUEUES,
  type CcKind,
} from '../web/src/core/document/scenario.generated.ts';
import { Playground } from './playground.ts';
import { expect, test } from './support/test.ts';

/** The page shows at most as many lanes. */
const MOST_LANES = 6;

/** Enough drops and marks in a short run for every discipline to decide something. */
const CROWD = {
  version: 1,
  durationS: 10,
  link: { rateMbps: 10, rttMs: 40, buffer: { packets: 80 } },
  queues: [{ kind: 'droptail' }],
  // The choice is made before the traffic starts, with an empty queue. All packets have the full size: AVQ's virtual
  // buffer counts bytes, so small packets overflow the real one first.
  traffic: [
    { kind: 'bulk', flows: 12, startS: 3 },
    { kind: 'cbr', rateMbps: 1, startS: 3 },
  ],
};

/**
 * One flow with large windows, ECN and a few random losses. Some algorithms equal Reno with small windows, without
 * marks, or (Veno) without losses at a short queue.
 */
const ALONE = {
  version: 1,
  durationS: 10,
  link: { rateMbps: 50, rttMs: 60, buffer: { bdp: 1 }, lossRate: 0.0003 },
  queues: [{ kind: 'codel', targetMs: 20, ecn: true }],
  // The choice is made before the flow starts.
  traffic: [{ kind: 'bulk', ecn: true, startS: 1 }],
};

/** Plays to the end. Returns the digest of each lane. */
async function outcome(play: Playground, choices: readonly string[]): Promise<string[]> {
  await play.page.getByRole('button', { name: 'Play', exact: true }).click();
  await play.finish();
  for (const [lane, choice] of choices.entries())
    expect(await play.number(lane, 'utilization'), choice).toBeGreaterThan(20);
  return play.digests();
}

/** Expects that all choices lead to different runs, except `alike`; names those that do not. */
function expectAllApart(found: ReadonlyMap<string, string>, alike: readonly string[] = []): void {
  const names = [...found.keys()];
  const twins = names.flatMap((a, i) =>
    names.slice(i + 1).flatMap((b) => (found.get(a) === found.get(b) ? [`${a} = ${b}`] : [])),
  );
  expect(twins).toEqual(alike);
}

test('every queue discipline can be chosen, runs, and decides unlike all others', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const play = new Playground(page);
  const found = new Map<string, string>();
  // In as many lanes as the page shows.
  for (let from = 0; from < QUEUE_KINDS.length; from += MOST_LANES) {
    const kinds = QUEUE_KINDS.slice(from, from + MOST_LANES);
    await test.step(kinds.map((kind) => QUEUES[kind].label).join(', '), async () => {
      await play.stopped({ ...CROWD, queues: kinds.map(() => ({ kind: 'droptail' })) });
      for (const [lane, kind] of kinds.entries()) {
        const menu = `Lane ${lane + 1}: queue discipline`;
        await page.getByRole('combobox', { name: menu }).selectOption(kind);
        await expect(page.locator(`[data-lane="${lane}"]`)).toHaveAttribute('data-kind', kind);
      }
      const digests = await outcome(play, kinds);
      for (const [lane, kind] of kinds.entries()) {
        await expect(page.locator(`[data-lane="${lane}"]`)).toHaveAttribute('data-kind', kind);
        found.set(kind, digests[lane] ?? '');
      }
    });
  }
  // Nobody drops a packet by hand.
  expectAllApart(found, ['droptail = manual']);
});

test('every congestion control can be chosen, runs, and sends unlike all others', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const play = new Playground(page);
  const found = new Map<string, string>();
  for (const kind of Object.keys(CONGESTION_CONTROLS) as CcKind[])
    await test.step(CONGESTION_CONTROLS[kind].label, async () => {
      // The scenario starts with another one, so that the choice is a change.
      const traffic = [{ ...ALONE.traffic[0], cc: kind === 'cubic' ? 'newreno' : 'cubic' }];
      await play.stopped({ ...ALONE, traffic });
      await page.getByRole('combobox', { name: 'Congestion control' }).selectOption(kind);
      found.set(kind, (await outcome(play, [kind]))[0] ?? '');
    });
  expectAllApart(found);
});
