import { expect, test, vi } from 'vitest';
import { path } from '../sim/scenario';
import { encodeLink } from './share';
import { Bench, PLAIN } from './testing';

/** What is opened while something else is being opened. */

const LATER = { ...PLAIN, title: 'Later' };
const link = (): Promise<string> =>
  encodeLink({ scenario: { ...PLAIN, title: 'Sooner' }, changes: [], atS: 0 });

const title = (bench: Bench): string | undefined => bench.workspace.doc.base.title;

test('a damaged link is not told of by one who has opened something else meanwhile', async () => {
  const bench = await new Bench(PLAIN).opened();
  const opening = bench.workspace.opener.openLink('#v1.broken');
  bench.workspace.opener.openScenario(LATER);
  await bench.whenDone(opening);
  expect(title(bench)).toBe('Later');
  expect(bench.workspace.notices.list).toEqual([]);
});

test('a link that is being checked does not take the place of what was opened meanwhile', async () => {
  const bench = await new Bench(PLAIN).opened();
  const check = vi.spyOn(bench.workspace.run.team, 'check');
  const opening = bench.workspace.opener.openLink(await link());
  await vi.waitFor(() => expect(check).toHaveBeenCalled());
  bench.workspace.opener.openScenario(LATER);
  await bench.whenDone(opening);
  expect(title(bench)).toBe('Later');
});

test('a text that is being checked does not take the place of what was opened meanwhile', async () => {
  const bench = await new Bench(PLAIN).opened();
  const opening = bench.workspace.opener.openText(JSON.stringify({ ...PLAIN, title: 'Sooner' }));
  bench.workspace.opener.openScenario(LATER);
  expect(await bench.whenDone(opening)).toEqual([]);
  expect(title(bench)).toBe('Later');
});

test('a knob that moves has no say in the experiment that is opened next', async () => {
  const bench = await new Bench(PLAIN).opened();
  const { workspace } = bench;
  await bench.pass(500);
  workspace.knobs.turn(path.rtt, 30);
  await bench.pass(17);
  workspace.knobs.turn(path.rtt, 40);
  expect(workspace.current.link.rttMs).toBe(40);
  workspace.opener.openScenario(LATER);
  expect(workspace.current.link.rttMs).toBe(50);
  await bench.pass(1000);
  expect(workspace.doc.changes).toEqual([]);
});
