import { expect, test } from 'vitest';
import type { Core, Engine } from '../../src/wasm/core';
import { path } from '../../src/core/document/scenario';
import { Bench, eventually, PLAIN } from '../../src/core/state/testing';
import { core } from './testing';

/** Wall time per packet, ms. */
const PACKET_MS = 0.0001;

/** The simulator on a machine whose clock advances only with the computed packets. */
function timed(move: (ms: number) => void): Core {
  const packets = (engine: Engine): number =>
    (JSON.parse(engine.summary(0)) as { packets: { offered: number } }).packets.offered;
  const open = (scenario: string, lanes: Uint32Array): Engine => {
    const engine = core.open(scenario, lanes);
    const advance = engine.advance.bind(engine);
    engine.advance = (toS, most) => {
      const before = packets(engine);
      const now = advance(toS, most);
      move((packets(engine) - before) * PACKET_MS);
      return now;
    };
    return engine;
  };
  return { ...core, open };
}

async function paused(bench: Bench): Promise<readonly string[]> {
  const { run } = bench.workspace;
  run.pause();
  for (let i = 0; i < 500 && (run.phase === 'busy' || run.report?.nowS !== run.doneS); i++)
    await bench.pass(20);
  return bench.digests;
}

test('a live run equals the run of its link, also on a machine that is too slow', async () => {
  const bench: Bench = new Bench(
    { ...PLAIN, durationS: 3600 },
    { core: timed((ms) => (bench.now += ms)) },
  );
  const { workspace } = await bench.opened();
  workspace.run.speed = Infinity;
  await bench.pass(170);
  // From here on a second takes a thousand times as long, so slices end before their requested time.
  workspace.controls.setAll([
    { set: path.rate, to: 10_000 },
    { set: path.traffic(0, 'flows'), to: 200 },
  ]);
  for (let i = 0; i < 4; i++) {
    await bench.pass(17);
    workspace.bursts.add(1000, 0.1);
  }
  await bench.pass(17);
  const bursts = workspace.doc.changes.filter((change) => change.set === path.burst);
  expect(new Set(bursts.map((change) => change.atS)).size).toBe(4);
  workspace.run.speed = 1;
  const live = await paused(bench);
  const { changes } = workspace.doc;
  expect(changes.at(-1)!.atS - workspace.run.nowS, 'no change lands far ahead').toBeLessThan(0.1);
  await eventually(() => expect(workspace.bar.settled).toBe(true));
  const other = await new Bench(PLAIN, { core, hash: bench.hash }).opened();
  expect(await paused(other)).toEqual(live);
  expect(live).toHaveLength(PLAIN.queues.length);
});
