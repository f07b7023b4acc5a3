import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Scenario } from '../../core/document/scenario';
import { Bench, PLAIN } from '../../core/state/testing';
import { droppedBy, HELD_EVERY_MS, MOST_CHANGES, ownLane, press } from './drops';

const YOURS: Scenario = { ...PLAIN, queues: [{ kind: 'codel' }, { kind: 'manual' }] };

async function played(scenario: Scenario = YOURS): Promise<Bench> {
  const bench = await new Bench(scenario).opened();
  await bench.pass(500);
  return bench;
}

test('a press drops a packet of the first lane of the user, or of that in focus', () => {
  const manual = { kind: 'manual' } as const;
  const three = { ...PLAIN, queues: [{ kind: 'codel' } as const, manual, manual] };
  expect([ownLane(three), ownLane(three, 2), ownLane(three, 0)]).toEqual([1, 2, 1]);
  expect(ownLane(PLAIN)).toBeUndefined();
});

test('presses at one time of the run are one change, later ones are others', async () => {
  const bench = await played();
  const { workspace } = bench;
  expect(press(workspace)).toBe(true);
  // The run goes on by a frame, so that the effect is seen.
  const { frontierS } = workspace.run;
  press(workspace);
  press(workspace);
  const [, second, ...more] = workspace.doc.changes;
  expect([second, more]).toEqual([{ atS: frontierS, set: 'queues.1.dropNext', to: 2 }, []]);
  await bench.pass(500);
  press(workspace);
  expect(workspace.doc.changes).toHaveLength(3);
  expect(droppedBy(workspace.doc.changes, 1)).toBe(4);
  expect(droppedBy(workspace.doc.changes, 1, frontierS)).toBe(3);
  // Each press is a step of undo.
  workspace.editor.undo();
  expect(droppedBy(workspace.doc.changes, 1)).toBe(3);
  workspace.editor.undo();
  expect(droppedBy(workspace.doc.changes, 1)).toBe(2);
  // A press sets no value, so it is no start value either.
  expect(workspace.current.queues[1]).toEqual({ kind: 'manual' });
});

test('a held key drops packets only so often', async () => {
  const { workspace } = await played();
  const start = 1e6;
  expect(press(workspace, 1, false, start)).toBe(true);
  expect(press(workspace, 1, true, start + HELD_EVERY_MS - 1)).toBe(false);
  expect(press(workspace, 1, true, start + HELD_EVERY_MS)).toBe(true);
  // A second press counts at once.
  expect(press(workspace, 1, false, start + HELD_EVERY_MS + 1)).toBe(true);
  expect(droppedBy(workspace.doc.changes, 1)).toBe(3);
});

test('a press before the first packet is a change at time zero', async () => {
  const bench = new Bench(YOURS);
  await bench.opened();
  bench.workspace.transport.restart();
  bench.workspace.run.pause();
  await bench.settle();
  press(bench.workspace);
  const [change] = bench.workspace.doc.changes;
  expect(change.set).toBe('queues.1.dropNext');
  expect(bench.workspace.doc.base.queues[1]).toEqual({ kind: 'manual' });
});

test('a full timeline refuses a press and says so', async () => {
  const changes = Array.from({ length: MOST_CHANGES }, (_, i) => ({
    ...{ atS: 30 + i / 1000, set: 'queues.1.dropNext', to: 1 },
  }));
  const { workspace } = await played({ ...YOURS, changes });
  expect(press(workspace)).toBe(false);
  expect(workspace.doc.changes).toHaveLength(MOST_CHANGES);
  expect(workspace.notices.list.map(({ text }) => text).join()).toContain('1000 changes');
});

test('without a lane of the user a press says so', async () => {
  const { workspace } = await played(PLAIN);
  expect(press(workspace)).toBe(false);
  expect(workspace.doc.changes).toEqual([]);
  expect(workspace.notices.list.map(({ text }) => text).join()).toContain('discipline “You”');
});

test('a challenge that leaves the drops free allows a press, another one does not', async () => {
  const goals = [{ measure: 'utilization', lane: 1, atLeast: 0.9 }];
  const free = [{ set: 'queues.1.dropNext', min: 1, max: 5, live: true }];
  const open = (await played({ ...YOURS, goals, free })).workspace;
  expect(press(open)).toBe(true);
  const locked = (await played({ ...YOURS, goals })).workspace;
  expect(press(locked)).toBe(false);
  expect(locked.notices.list.map(({ text }) => text).join()).toContain('Locked');
});

test('the limit of changes is that of the format', () => {
  const schema = JSON.parse(
    readFileSync(new URL('../../../../scenarios/scenario.schema.json', import.meta.url), 'utf8'),
  ) as { properties: { changes: { maxItems: number } } };
  expect(schema.properties.changes.maxItems).toBe(MOST_CHANGES);
});
