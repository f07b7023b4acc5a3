import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { accumulated, meanIn } from '../../src/seeds/bands';
import { laneDocument, textOf } from '../../src/seeds/lane-document';
import { after, type Scenario, toSimulate } from '../../src/sim/scenario';
import { delays, initSync as initBatch } from '../../src/wasm/batch-pkg/aqm_batch.js';
import { Engine, initSync } from '../../src/wasm/pkg/aqm_wasm.js';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url));

beforeAll(() => {
  initSync({ module: read('web/src/wasm/pkg/aqm_wasm_bg.wasm') });
  initBatch({ module: read('web/src/wasm/batch-pkg/aqm_batch_bg.wasm') });
});

const SCENARIO: Scenario = {
  version: 1,
  title: 'Seeds',
  seed: 1,
  durationS: 30,
  link: { rateMbps: 5, rttMs: 30, buffer: { packets: 80 } },
  queues: [{ kind: 'red' }, { kind: 'codel' }, { kind: 'pie' }],
  traffic: [{ kind: 'bulk', name: 'Downloads', flows: 3 }],
  changes: [
    { atS: 4, set: 'link.rateMbps', to: 2 },
    { atS: 7, set: 'queues.1', to: { kind: 'pie' } },
    { atS: 8, set: 'queues.2.targetMs', to: 40 },
    { atS: 12, set: 'burst', to: { rateMbps: 5, durationS: 2 } },
  ],
};
const [TO_S, SAMPLES, PER_BIN] = [20, 2000, 5];

test('a run of one lane for the ribbons is the run that the page shows with this seed', () => {
  for (const seed of [1, 9]) {
    const lanes = Uint32Array.from([0, 1, 2]);
    const engine = new Engine(toSimulate({ ...SCENARIO, seed }), lanes);
    while (engine.now() < TO_S) engine.advance(TO_S, 100_000);
    const columns = engine.columns('delayMean sent', 0);
    const count = engine.sampleCount();
    expect(count).toBeGreaterThanOrEqual(SAMPLES);
    for (const lane of lanes) {
      const at = (column: number, i: number) => columns[(2 * lane + column) * count + i];
      const text = textOf(laneDocument(SCENARIO, lane), SCENARIO.durationS);
      const bins = accumulated(delays(text, 0, seed, TO_S, PER_BIN));
      expect(bins).toHaveLength(2 * (SAMPLES / PER_BIN + 1));
      for (let bin = 0; bin < SAMPLES / PER_BIN; bin++) {
        let [sum, packets] = [0, 0];
        for (let i = bin * PER_BIN; i < (bin + 1) * PER_BIN; i++) {
          if (!(at(1, i) > 0)) continue;
          sum += at(0, i) * at(1, i);
          packets += at(1, i);
        }
        const mean = meanIn(bins, bin, bin + 1);
        if (packets === 0) expect(mean).toBeNaN();
        else expect(Math.abs(mean - sum / packets)).toBeLessThan(1e-6 * mean + 1e-9);
      }
    }
    engine.free();
  }
  // The changes matter, or the test would pass without them.
  expect(after(SCENARIO, SCENARIO.changes ?? []).link.rateMbps).toBe(2);
  const [changed, unchanged] = [SCENARIO, { ...SCENARIO, changes: [] }].map((scenario) =>
    accumulated(delays(textOf(laneDocument(scenario, 0), 30), 0, 1, TO_S, PER_BIN)),
  );
  expect(meanIn(changed, 0, 400)).toBeGreaterThan(1.5 * meanIn(unchanged, 0, 400));
});
