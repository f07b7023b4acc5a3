import { expect, test } from 'vitest';
import { path } from '../../../core/document/scenario';
import { Bench, PLAIN } from '../../../core/state/testing';
import { Lanes } from './lanes.svelte';

test('a change of the path keeps the list of lane styles, so lanes are not redrawn', async () => {
  const { workspace } = new Bench(PLAIN);
  await workspace.opener.start();
  const lanes = new Lanes(workspace);
  expect(lanes.list.map((look) => look.label)).toEqual(['1: Drop-tail', '2: CoDel']);
  const before = lanes.list;
  workspace.controls.set(path.rate, 5);
  expect(workspace.current.link.rateMbps).toBe(5);
  expect(lanes.list).toBe(before);
  workspace.lanes.add('pie');
  expect(lanes.list).toHaveLength(3);
});

test('a name is that of the time that it is about, wherever the playhead is', async () => {
  const bench = await new Bench(PLAIN).opened();
  const { workspace } = bench;
  const lanes = new Lanes(workspace);
  workspace.run.goTo(4);
  await bench.settle();
  workspace.lanes.fork(0, 'pie');
  await bench.rested();
  // The fork has one name on its card and from the fork on, although the playhead has not passed it.
  expect(lanes.list.map(({ label }) => label)).toEqual(['1: Drop-tail', '2: CoDel', '3: PIE']);
  expect(lanes.list[2].words).toBe('PIE, lane 3');
  const { atS = NaN } = lanes.forks[2] ?? {};
  expect(lanes.labelsAt(atS, Infinity)[2]).toBe('3: PIE');
  expect(lanes.labelsAt(1)[2]).toBe('3: Drop-tail');
  expect(lanes.labelsAt(0, Infinity)[2]).toBe('3: Drop-tail → PIE');
});
