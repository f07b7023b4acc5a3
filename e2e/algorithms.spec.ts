import {
  CONGESTION_CONTROLS,
  QUEUE_KINDS,
  QUEUES,
  type CcKind,
} from '../web/src/sim/scenario.generated.ts';
import { Playground } from './playground.ts';
import { expect, test } from './support/test.ts';

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
  traffic: [{ kind: 'bulk', ecn: true }],
};

/** Opens the scenario, makes the choice, and runs to the end. Returns the digest of the lane. */
async function outcome(
  play: Playground,
  scenario: object,
  menu: string,
  choice: string,
): Promise<string> {
  // The former run was at maximum speed.
  await play.speed('1');
  await play.pasteStopped(scenario);
  await play.page.getByRole('combobox', { name: menu }).selectOption(choice);
  await play.page.getByRole('button', { name: 'Play', exact: true }).click();
  await play.finish();
  expect(await play.number(0, 'utilization'), choice).toBeGreaterThan(20);
  return (await play.digests())[0] ?? '';
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
  await play.open();
  const found = new Map<string, string>();
  for (const kind of QUEUE_KINDS)
    await test.step(QUEUES[kind].label, async () => {
      found.set(kind, await outcome(play, CROWD, 'Lane 1: queue discipline', kind));
      await expect(page.locator('[data-lane="0"]')).toHaveAttribute('data-kind', kind);
    });
  // Nobody drops a packet by hand.
  expectAllApart(found, ['droptail = manual']);
});

test('every congestion control can be chosen, runs, and sends unlike all others', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const play = new Playground(page);
  await play.open();
  const found = new Map<string, string>();
  for (const kind of Object.keys(CONGESTION_CONTROLS) as CcKind[])
    await test.step(CONGESTION_CONTROLS[kind].label, async () => {
      // The scenario starts with another one, so that the choice is a change.
      const traffic = [{ ...ALONE.traffic[0], cc: kind === 'cubic' ? 'newreno' : 'cubic' }];
      found.set(kind, await outcome(play, { ...ALONE, traffic }, 'Congestion control', kind));
    });
  expectAllApart(found);
});
