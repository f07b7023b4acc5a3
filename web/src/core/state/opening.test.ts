import { expect, test, vi } from 'vitest';
import { path, type Scenario } from '../document/scenario';
import { encodeLink } from './share';
import { Bench, eventually, PLAIN } from './testing';

/** A scenario is opened while another one is still being checked. */

const LATER = { ...PLAIN, title: 'Later' };
const link = (): Promise<string> =>
  encodeLink({ scenario: { ...PLAIN, title: 'Sooner' }, changes: [], atS: 0 });

const title = (bench: Bench): string | undefined => bench.workspace.doc.base.title;

test('a damaged link shows no message if another scenario was opened meanwhile', async () => {
  const bench = await new Bench(PLAIN).opened();
  const opening = bench.workspace.opener.openLink('#v1.broken');
  bench.workspace.opener.openPreset('other', LATER);
  await bench.whenDone(opening);
  expect(title(bench)).toBe('Later');
  expect(bench.workspace.notices.list).toEqual([]);
});

test('a checked link does not replace a scenario opened meanwhile', async () => {
  const bench = await new Bench(PLAIN).opened();
  const check = vi.spyOn(bench.workspace.run.team, 'check');
  const opening = bench.workspace.opener.openLink(await link());
  await eventually(() => expect(check).toHaveBeenCalled());
  bench.workspace.opener.openPreset('other', LATER);
  await bench.whenDone(opening);
  expect(title(bench)).toBe('Later');
});

test('a checked text does not replace a scenario opened meanwhile', async () => {
  const bench = await new Bench(PLAIN).opened();
  const opening = bench.workspace.opener.openText(JSON.stringify({ ...PLAIN, title: 'Sooner' }));
  bench.workspace.opener.openPreset('other', LATER);
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
  workspace.opener.openPreset('other', LATER);
  expect(workspace.current.link.rttMs).toBe(50);
  await bench.pass(1000);
  expect(workspace.doc.changes).toEqual([]);
});

test('an address without a link or section opens the first scenario with a message', async () => {
  const bench = await new Bench(PLAIN, { hash: '#nonsense' }).opened();
  const { notices, opener, run } = bench.workspace;
  expect(title(bench)).toBe('Plain');
  expect(run.phase).toBe('playing');
  expect(notices.list.map(({ text }) => text)).toEqual([expect.stringContaining('“#nonsense”')]);
  // The address stays, so that the user can correct it.
  await bench.pass(1000);
  expect(bench.hash).toBe('#nonsense');
  bench.workspace.controls.set(path.rtt, 30);
  await bench.pass(1000);
  await eventually(() => expect(bench.workspace.bar.settled).toBe(true));
  expect(bench.hash).toMatch(/^#v1\./);
  notices.clear();
  bench.hash = '#other';
  await bench.whenDone(opener.hashChanged());
  expect(notices.list[0].text).toContain('“#other”');
  expect(bench.workspace.doc.changes).toHaveLength(1);
});

test('an address without a hash opens the first scenario without a message', async () => {
  const bench = await new Bench(PLAIN).opened();
  bench.hash = '';
  await bench.whenDone(bench.workspace.opener.hashChanged());
  expect(bench.workspace.notices.list).toEqual([]);
});

test('a slow scenario waits for Play', async () => {
  const slowness = ({ link }: Scenario): number | undefined =>
    link.rateMbps > 1000 ? 30 : undefined;
  const bench = await new Bench(PLAIN, { slowness }).opened();
  const { workspace } = bench;
  expect([workspace.run.phase, workspace.slowS]).toEqual(['playing', undefined]);
  const fast = { ...LATER, link: { ...PLAIN.link, rateMbps: 10_000 } };
  expect(await bench.whenDone(workspace.opener.openText(JSON.stringify(fast)))).toEqual([]);
  await bench.settle();
  expect([workspace.run.phase, workspace.slowS]).toEqual(['paused', 30]);
  workspace.run.play();
  await bench.pass(100);
  expect(workspace.run.phase).toBe('playing');
});

test('a preset is shown with its own plots, the next one with the standard plots, and Back shows the first again', async () => {
  const bench = await new Bench(PLAIN).opened();
  const { opener, display, bar } = bench.workspace;
  opener.openPreset('one', LATER, { views: ['utilization'], span: 'all' });
  expect(display.forLink(0)).toMatchObject({ views: ['utilization'], span: 'all' });
  await eventually(() => expect(bar.settled).toBe(true));
  const one = bench.hash;
  opener.openPreset('two', PLAIN, {});
  expect(display.forLink(0)).toMatchObject({ views: undefined, span: 30 });
  await bench.whenDone(opener.openLink(one));
  expect(display.forLink(0)).toMatchObject({ views: ['utilization'], span: 'all' });
});

test('a link whose run takes long waits, says how long, and can be computed and stopped', async () => {
  const bench = await new Bench(PLAIN, {
    lasts: ({ link: { rateMbps } }, toS) => (rateMbps > 1000 ? 2 * toS : 0),
  }).opened();
  const { run, opener, notices, transport } = bench.workspace;
  const heavy = { ...PLAIN, link: { ...PLAIN.link, rateMbps: 5000 } };
  const open = (atS: number): Promise<unknown> =>
    encodeLink({ scenario: heavy, changes: [], atS }).then((hash) =>
      bench.whenDone(opener.openLink(hash)),
    );
  // 20 s is not long.
  await open(10);
  await bench.settle();
  expect([run.doneS, notices.list]).toEqual([10, []]);
  await open(40);
  await bench.settle();
  expect([run.doneS, run.phase]).toEqual([0, 'paused']);
  const [notice] = notices.list;
  expect(notice.text).toContain('The run up to 40 s takes about 80 s to compute');
  notice.action?.act();
  expect(run.phase).toBe('busy');
  transport.stop();
  await bench.settle();
  expect([run.doneS, run.phase]).toEqual([0, 'paused']);
  notice.action?.act();
  await bench.settle();
  expect(run.doneS).toBe(40);
  // A challenge wants the whole run, and shows what its link does until the user wants more.
  const goals = { goals: [{ measure: 'utilization', atLeast: 0.9 }] };
  const whole = await encodeLink({ scenario: { ...heavy, ...goals }, changes: [], atS: 5 });
  await bench.whenDone(opener.openLink(whole));
  await bench.settle();
  expect(run.doneS).toBe(5);
  expect(notices.list[0].text).toContain('The run up to 60 s takes about 2 min');
});
