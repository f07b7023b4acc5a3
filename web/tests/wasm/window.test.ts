import { expect, test } from 'vitest';
import type { LaneReport } from '../../src/core/sim/measures.generated';
import { CARDS } from '../../src/core/sim/measures.generated';
import { Engine } from '../../src/wasm/pkg/aqm_wasm.js';
import './testing';

const LANES = [{ kind: 'droptail' }, { kind: 'codel' }, { kind: 'pie', ecn: true }];
const scenario = (durationS: number, warmupS = 0): string =>
  JSON.stringify({
    version: 1,
    durationS,
    warmupS,
    link: { rateMbps: 8, rttMs: 40, buffer: { packets: 120 } },
    queues: LANES,
    traffic: [
      { kind: 'bulk', flows: 4, ecn: true },
      { kind: 'poisson', rateMbps: 1 },
    ],
    changes: [
      { atS: 5.1, set: 'link.rateMbps', to: 3 },
      { atS: 9, set: 'link.rateMbps', to: 20 },
    ],
  });

function run(text: string, durationS: number): Engine {
  const engine = new Engine(text, Uint32Array.from(LANES.keys()));
  while (engine.now() < durationS) engine.advance(durationS, 100_000);
  return engine;
}

const measure = (of: LaneReport, name: string): unknown =>
  name.split('.').reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], of);

// `aqm run` of a scenario that ends where the interval ends, with a warm-up up to its start, counts the same packets.
test.each([
  [4, 9],
  [5, 5.25],
  [0.25, 12],
  [7.75, 8.5],
  [9, 12],
])('the numbers of %d to %d s equal those of a run of this interval alone', (fromS, toS) => {
  const whole = run(scenario(12), 12);
  const alone = run(scenario(toS, fromS), toS);
  for (const lane of LANES.keys()) {
    const shown = JSON.parse(whole.window(lane, fromS, toS)) as LaneReport;
    const truth = JSON.parse(alone.summary(lane)) as LaneReport;
    expect(truth.seconds).toBeCloseTo(toS - fromS, 9);
    expect(truth.queueDelayMs.p95).toBeGreaterThan(0);
    for (const { id, measure: name } of CARDS) {
      // Fairness covers whole seconds.
      if (id === 'jain' && (fromS % 1 !== 0 || toS % 1 !== 0)) continue;
      expect(measure(shown, name), `${name} of lane ${lane + 1}`).toBe(measure(truth, name));
    }
  }
  whole.free();
  alone.free();
});
