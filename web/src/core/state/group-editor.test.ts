import { expect, test } from 'vitest';
import { path, type Scenario } from '../document/scenario';
import { MOST_GROUPS } from './group-editor';
import { Bench, PLAIN } from './testing';

const CBR = { kind: 'cbr', rateMbps: 1 } as const;
const TWO = { ...PLAIN, traffic: [{ kind: 'bulk', flows: 2 } as const, CBR] };

async function paused(scenario: Scenario = TWO, ms = 0): Promise<Bench> {
  const bench = await new Bench(scenario).opened();
  await bench.pass(ms);
  bench.workspace.run.pause();
  await bench.settle();
  return bench;
}

test('a group that is added during the run starts at the playhead', async () => {
  const { workspace } = await paused(TWO, 3000);
  const { groups, doc, run } = workspace;
  const atS = run.frontierS;
  expect(atS).toBeGreaterThan(2.9);
  groups.add(CBR);
  expect(doc.base.traffic[2]).toEqual({ ...CBR, startS: atS });
  expect(doc.changes).toEqual([]);
  workspace.editor.undo();
  expect(doc.base.traffic).toEqual(TWO.traffic);
});

test('a copy has the values at the playhead and the later changes', async () => {
  const { workspace } = await paused();
  const { groups, doc, controls } = workspace;
  controls.set(path.traffic(1, 'rateMbps'), 4);
  workspace.editor.rewrite({
    changes: [...doc.changes, { atS: 20, set: 'traffic.1.muted', to: true }],
  });
  const atS = workspace.run.frontierS;
  groups.duplicate(1);
  expect(doc.base.traffic[2]).toEqual({ ...CBR, rateMbps: 4, ...(atS > 0 && { startS: atS }) });
  expect(doc.changes.filter((c) => c.set.startsWith('traffic.2'))).toEqual([
    { atS: 20, set: 'traffic.2.muted', to: true },
  ]);
});

test('a group that moves or goes takes its changes along', async () => {
  const { workspace } = await paused();
  const { groups, doc } = workspace;
  const changes = [
    { atS: 5, set: 'traffic.0.flows', to: 9 },
    { atS: 6, set: 'traffic.1.rateMbps', to: 3 },
    { atS: 7, set: 'link.rateMbps', to: 5 },
  ];
  workspace.editor.rewrite({ changes });
  const ids = doc.base.traffic.map((group) => groups.idOf(group));
  groups.move(1, 0);
  expect(doc.base.traffic.map(({ kind }) => kind)).toEqual(['cbr', 'bulk']);
  expect(doc.base.traffic.map((group) => groups.idOf(group))).toEqual(ids.toReversed());
  expect(doc.changes.map((c) => c.set)).toEqual([
    'traffic.1.flows',
    'traffic.0.rateMbps',
    'link.rateMbps',
  ]);
  groups.remove(0);
  expect(doc.base.traffic.map(({ kind }) => kind)).toEqual(['bulk']);
  expect(doc.changes.map((c) => c.set)).toEqual(['traffic.0.flows', 'link.rateMbps']);
  workspace.editor.undo();
  workspace.editor.undo();
  expect(doc.base.traffic).toEqual(TWO.traffic);
  expect(doc.changes).toEqual(changes);
});

test('muting is a change of the timeline, and a name is none', async () => {
  const bench = await paused(TWO, 1000);
  const { groups, doc, run } = bench.workspace;
  groups.mute(1, true);
  expect(doc.changes).toMatchObject([{ set: 'traffic.1.muted', to: true }]);
  await bench.settle();
  const [{ doneS }, before] = [run, run.lanes];
  groups.rename(1, 'Radio');
  await bench.settle();
  expect(doc.base.traffic[1].name).toBe('Radio');
  expect(run.lanes, 'the run goes on').toBe(before);
  expect(run.doneS).toBe(doneS);
  groups.rename(1, '');
  expect(doc.base.traffic[1]).toEqual(CBR);
});

test('a parameter of the start replaces the scenario, and its default is not written', async () => {
  const bench = await paused(TWO, 2000);
  const { groups, doc, run } = bench.workspace;
  const id = groups.idOf(doc.base.traffic[1]);
  groups.setAtStart(1, 'packetBytes', 500, 1500);
  expect(doc.base.traffic[1]).toEqual({ ...CBR, packetBytes: 500 });
  expect(groups.idOf(doc.base.traffic[1])).toBe(id);
  await bench.rested();
  expect(run.phase).toBe('paused');
  expect(run.doneS).toBeGreaterThan(1.9);
  groups.setAtStart(1, 'packetBytes', 1500, 1500);
  expect(doc.base.traffic[1]).toEqual(CBR);
});

test('a full list takes no group, and says so', async () => {
  const full = { ...PLAIN, traffic: Array.from({ length: MOST_GROUPS }, () => CBR) };
  const { workspace } = await paused(full);
  expect(workspace.groups.add(CBR)).toBeUndefined();
  expect(workspace.doc.base.traffic).toHaveLength(MOST_GROUPS);
  expect(workspace.notices.list.at(-1)?.text).toContain('at most 16 traffic groups');
});

test('a group that sends the other way gets a bottleneck there', async () => {
  const { workspace } = await paused();
  const { groups, doc } = workspace;
  groups.setAtStart(0, 'direction', 'reverse', 'forward');
  const { rateMbps, buffer } = TWO.link;
  expect(doc.base.link).toEqual({ ...TWO.link, reverse: { rateMbps, buffer } });
  groups.setAtStart(0, 'direction', 'forward', 'forward');
  expect(doc.base.traffic).toEqual(TWO.traffic);
});

test('a lane that names a group follows it, and loses its control with it', async () => {
  const three = { ...TWO, traffic: [...TWO.traffic, { kind: 'web' } as const] };
  const lane = { kind: 'codel', cc: 'bbr', ccGroup: 2 } as const;
  const { workspace } = await paused({ ...three, queues: [lane, { kind: 'codel' }] });
  const { groups, doc } = workspace;
  workspace.editor.rewrite({
    changes: [
      { atS: 5, set: 'queues.1', to: lane },
      { atS: 6, set: 'queues.0.ccGroup', to: 0 },
      { atS: 7, set: 'queues.0.ccGroup', to: 2 },
    ],
  });
  groups.move(2, 0);
  expect(doc.base.queues).toEqual([{ ...lane, ccGroup: 0 }, { kind: 'codel' }]);
  expect(doc.changes.map((c) => c.to)).toEqual([{ ...lane, ccGroup: 0 }, 1, 0]);
  groups.remove(0);
  expect(doc.base.queues[0]).toEqual({ kind: 'codel' });
  expect(doc.changes.map((c) => c.to)).toEqual([{ kind: 'codel' }, 0]);
});
