import { beforeAll, expect, test } from 'vitest';
import { fateOf, readFirst } from '../../src/live/compare/first';
import { commonPastS } from '../../src/core/document/forks';
import { type Scenario, toSimulate } from '../../src/core/document/scenario';
import { firstDifference } from '../../src/wasm/batch-pkg/aqm_batch.js';
import { Engine } from '../../src/wasm/pkg/aqm_wasm.js';
import { loadBatch } from './testing';

beforeAll(loadBatch);

const FORK: Scenario = {
  version: 1,
  durationS: 10,
  link: { rateMbps: 5, rttMs: 30, buffer: { packets: 150 } },
  queues: [{ kind: 'droptail' }, { kind: 'droptail' }],
  traffic: [{ kind: 'bulk', flows: 3 }],
  changes: [
    { atS: 2, set: 'link.rateMbps', to: 4 },
    { atS: 3, set: 'link.rateMbps', to: 1, muted: true },
    { atS: 4, set: 'queues.1', to: { kind: 'codel' } },
  ],
};

/** The digests of the lanes at `atS`. The other worker of a page may have the second lane: lanes share nothing. */
function digests(scenario: Scenario, atS: number): string[] {
  return [0, 1].map((lane) => {
    const engine = new Engine(toSimulate(scenario), Uint32Array.of(lane));
    while (engine.now() < atS) engine.advance(atS, 100_000);
    const digest = engine.digest(0);
    engine.free();
    return digest;
  });
}

test('lanes are equal until the first difference, and differ after it', () => {
  const found = readFirst(firstDifference(toSimulate(FORK), 1, 0, 10));
  expect(found).toBeDefined();
  const { atS, packets } = found!;
  expect(commonPastS({ base: FORK, changes: FORK.changes! }, 0, 1)).toBe(4);
  expect(atS).toBeGreaterThanOrEqual(4);
  const [before, after] = [digests(FORK, atS), digests(FORK, atS + 1e-6)];
  expect(before[0]).toBe(before[1]);
  expect(after[0]).not.toBe(after[1]);
  // CoDel drops the packet that drop-tail sends.
  expect(fateOf(packets[0])).toMatch(/^drops it after/);
  expect(fateOf(packets[1])).toMatch(/^sends it after/);
  expect(packets[0]).toMatchObject({ flow: packets[1]!.flow, sequence: packets[1]!.sequence });
});

test('without the change of the fork there is no difference', () => {
  const changes = FORK.changes!.map((change) => ({ ...change, muted: true }));
  expect(readFirst(firstDifference(toSimulate({ ...FORK, changes }), 1, 0, 10))).toBeUndefined();
});
