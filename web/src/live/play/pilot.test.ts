import { expect, test } from 'vitest';
import type { Scenario } from '../../core/document/scenario';
import { Bench, PLAIN } from '../../core/state/testing';
import { EVERY_S, Pilot, topMbps } from './pilot';

const SENDING: Scenario = { ...PLAIN, traffic: [{ kind: 'cbr', rateMbps: 1 }] };
const RATE = 'traffic.0.rateMbps';

test('the top of the scale is a round number that does not give the link away', () => {
  expect([0.5, 1, 4, 10, 100, 1000].map(topMbps)).toEqual([1.5, 3, 10, 30, 300, 3000]);
});

test('a movement becomes at most ten changes a second, and one step of undo', async () => {
  const bench = await new Bench(SENDING).opened();
  await bench.pass(500);
  const { workspace } = bench;
  const pilot = new Pilot(workspace, 0);
  const fromS = workspace.run.frontierS;
  // The pointer moves in each frame.
  for (let i = 1; i <= 60; i++) {
    pilot.want(1 + i / 10);
    await bench.pass(1000 / 60);
    pilot.tick();
  }
  pilot.want(7.123);
  pilot.release();
  const { changes } = workspace.doc;
  const lastedS = workspace.run.frontierS - fromS;
  expect(changes.length).toBeGreaterThan(3);
  expect(changes.length).toBeLessThanOrEqual(Math.ceil(lastedS / EVERY_S) + 2);
  expect(changes.every(({ set }) => set === RATE)).toBe(true);
  const gaps = changes.slice(1, -1).map(({ atS }, i) => atS - changes[i].atS);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(EVERY_S - 0.002);
  expect(changes.at(-1)?.to).toBe(7.12);
  workspace.editor.undo();
  expect(workspace.doc.changes).toEqual([]);
});

test('a rate that is set already is no change', async () => {
  const bench = await new Bench(SENDING).opened();
  await bench.pass(500);
  const pilot = new Pilot(bench.workspace, 0);
  pilot.want(1);
  pilot.release();
  expect(bench.workspace.doc.changes).toEqual([]);
});
