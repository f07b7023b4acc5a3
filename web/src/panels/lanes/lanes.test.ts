import { expect, test } from 'vitest';
import { path } from '../../sim/scenario';
import { Bench, PLAIN } from '../../state/testing';
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
