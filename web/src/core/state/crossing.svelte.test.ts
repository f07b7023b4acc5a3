import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { path } from '../document/scenario';
import { Bench, PLAIN } from './testing';

/**
 * Svelte recomputes a derived signal after each change of its sources, also if the value stays equal. Values that depend on
 * the timeline must therefore not depend on time, which changes in every frame.
 */
test('values that a change leaves equal are not recomputed in every frame', async () => {
  const bench = await new Bench(PLAIN).opened();
  const { workspace } = bench;
  let [times, furthest] = [0, 0];
  const end = $effect.root(() => {
    const lanes = $derived.by(() => (times++, workspace.current.queues.length));
    const computed = $derived.by(() => (furthest++, workspace.furthest.queues.length));
    $effect(() => void [lanes, computed, workspace.run.nowS]);
  });
  flushSync();
  workspace.controls.set(path.rate, 5);
  await bench.pass(1000);
  flushSync();
  const [counts, fromS] = [[times, furthest], workspace.run.nowS];
  expect(counts[0]).toBeGreaterThan(1);
  for (let frame = 0; frame < 20; frame++) {
    await bench.pass(50);
    flushSync();
  }
  expect(workspace.run.nowS).toBeGreaterThan(fromS + 0.5);
  expect([times, furthest]).toEqual(counts);
  end();
});

test('the present scenario changes when the playhead passes a change', async () => {
  const bench = await new Bench(PLAIN).opened();
  const { workspace } = bench;
  await bench.pass(1000);
  workspace.controls.set(path.rate, 5);
  await bench.pass(1000);
  workspace.run.pause();
  await bench.rested();
  const [{ atS }] = workspace.doc.changes;
  const rates = (): number[] =>
    [workspace.current, workspace.furthest].map(({ link }) => link.rateMbps);
  const before = workspace.doc.base.link.rateMbps;
  expect(rates()).toEqual([5, 5]);
  workspace.run.seek(atS - 0.5);
  expect(rates(), 'at a playhead that was moved back').toEqual([before, 5]);
  workspace.run.play();
  await bench.pass(2000);
  expect(rates(), 'after it has come to the change again').toEqual([5, 5]);
});
