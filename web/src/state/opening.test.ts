import { expect, test, vi } from 'vitest';
import { path } from '../sim/scenario';
import { encodeLink } from './share';
import { Bench, PLAIN } from './testing';

/** A scenario is opened while another one is still being checked. */

const LATER = { ...PLAIN, title: 'Later' };
const link = (): Promise<string> =>
  encodeLink({ scenario: { ...PLAIN, title: 'Sooner' }, changes: [], atS: 0 });

const title = (bench: Bench): string | undefined => bench.workspace.doc.base.title;

test('a damaged link shows no message if another scenario was opened meanwhile', async () => {
  const bench = await new Bench(PLAIN).opened();
  const opening = bench.workspace.opener.openLink('#v1.broken');
  bench.workspace.opener.openScenario(LATER);
  await bench.whenDone(opening);
  expect(title(bench)).toBe('Later');
  expect(bench.workspace.notices.list).toEqual([]);
});

test('a checked link does not replace a scenario opened meanwhile', async () => {
  const bench = await new Bench(PLAIN).opened();
  const check = vi.spyOn(bench.workspace.run.team, 'check');
  const opening = bench.workspace.opener.openLink(await link());
  await vi.waitFor(() => expect(check).toHaveBeenCalled());
  bench.workspace.opener.openScenario(LATER);
  await bench.whenDone(opening);
  expect(title(bench)).toBe('Later');
});

test('a checked text does not replace a scenario opened meanwhile', async () => {
  const bench = await new Bench(PLAIN).opened();
  const opening = bench.workspace.opener.openText(JSON.stringify({ ...PLAIN, title: 'Sooner' }));
  bench.workspace.opener.openScenario(LATER);
  expect(await bench.whenDone(opening)).toEqual([]);
  expect(title(bench)).toBe('Later');
});

test('a moving slider does not affect the next scenario', async () => {
  const bench = await new Bench(PLAIN).opened();
  const { workspace } = bench;
  await bench.pass(500);
  workspace.controls.turn(path.rtt, 30);
  await bench.pass(17);
  workspace.controls.turn(path.rtt, 40);
  expect(workspace.current.link.rttMs).toBe(40);
  workspace.opener.openScenario(LATER);
  expect(workspace.current.link.rttMs).toBe(50);
  await bench.pass(1000);
  expect(workspace.doc.changes).toEqual([]);
});
