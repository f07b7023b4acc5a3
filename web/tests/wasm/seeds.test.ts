import { beforeAll, expect, test } from 'vitest';
import { laneDocument, textOf } from '../../src/shared/seeds/lane-document';
import { MEASURES } from '../../src/shared/seeds/measures';
import { lengthOf, seedRun, valueIn, valueOf } from '../../src/shared/seeds/sums';
import { RunFlows } from '../../src/core/sim/flows';
import { COLUMNS, type Slice } from '../../src/core/sim/protocol';
import { after, type Scenario, toSimulate } from '../../src/core/document/scenario';
import { RunSeries, STEP_S } from '../../src/core/sim/series';
import { seedRun as seedRunOf } from '../../src/wasm/batch-pkg/aqm_batch.js';
import { Engine } from '../../src/wasm/pkg/aqm_wasm.js';
import { loadBatch } from './testing';

beforeAll(loadBatch);

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
    { atS: 9, set: 'link.rateMbps', to: 3, lane: 1 },
    { atS: 10, set: 'link.rateMbps', to: 1, muted: true },
    { atS: 12, set: 'burst', to: { rateMbps: 5, durationS: 2 } },
  ],
};
const [TO_S, SAMPLES, PER_BIN] = [20, 2000, 5];

test('a run of one lane for the ribbons is the run that the page shows with this seed', () => {
  for (const seed of [1, 9]) {
    const lanes = Uint32Array.from([0, 1, 2]);
    const engine = new Engine(toSimulate({ ...SCENARIO, seed }), lanes);
    while (engine.now() < TO_S) engine.advance(TO_S, 100_000);
    const samples = engine.sampleCount();
    expect(samples).toBeGreaterThanOrEqual(SAMPLES);
    const all = engine.columns(COLUMNS.join(' '), 0);
    const [series, flows] = [new RunSeries(3, STEP_S), new RunFlows(3)];
    const at = (lane: number, column: number) => (lane * COLUMNS.length + column) * samples;
    series.append({
      from: 0,
      columns: Array.from(lanes, (lane) =>
        COLUMNS.map((_, k) => all.subarray(at(lane, k), at(lane, k) + samples)),
      ),
    } as unknown as Slice);
    flows.append(Array.from(lanes, (lane) => ({ goodput: engine.goodput(lane, 0) })));
    for (const lane of lanes) {
      const shown = { columns: series.views()[lane], flows: flows.views()[lane] };
      const text = textOf(laneDocument(SCENARIO, lane), SCENARIO.durationS);
      const other = seedRun(seedRunOf(text, 0, seed, TO_S, PER_BIN), PER_BIN * STEP_S);
      expect([lengthOf(other.bins), lengthOf(other.seconds)]).toEqual([SAMPLES / PER_BIN, TO_S]);
      for (const { drawn, compared } of Object.values(MEASURES).flat())
        for (const quotient of [drawn, compared]) {
          const { stepS } = other[quotient.track];
          const bins = Array.from({ length: lengthOf(other[quotient.track]) }, (_, bin) => bin);
          const wrong = bins.filter((bin) => {
            const own = valueIn(other, quotient, bin, bin + 1);
            const value = valueOf(shown, quotient, bin * stepS, (bin + 1) * stepS);
            const isSame = Math.abs(own - value) < 1e-5 * value + 1e-9;
            return !isSame && !(Number.isNaN(own) && Number.isNaN(value));
          });
          expect(wrong).toEqual([]);
        }
    }
    engine.free();
  }
  // The changes matter, or the test would pass without them.
  expect(after(SCENARIO, SCENARIO.changes ?? []).link.rateMbps).toBe(2);
  const [changed, unchanged] = [SCENARIO, { ...SCENARIO, changes: [] }].map((scenario) =>
    seedRun(seedRunOf(textOf(laneDocument(scenario, 0), 30), 0, 1, TO_S, PER_BIN), 0.05),
  );
  const [{ compared }] = MEASURES['queue-delay'];
  expect(valueIn(changed, compared, 0, 400)).toBeGreaterThan(
    1.5 * valueIn(unchanged, compared, 0, 400),
  );
});
