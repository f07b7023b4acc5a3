import { expect, test } from 'vitest';
import { CONGESTION_CONTROLS, QUEUE_KINDS } from '../../src/core/document/scenario.generated';
import { Engine } from '../../src/wasm/pkg/aqm_wasm.js';
import './testing';

/** Returns the digest of a run to its end. */
function digestOf(scenario: { readonly durationS: number }): string {
  const engine = new Engine(JSON.stringify({ version: 1, ...scenario }), Uint32Array.from([0]));
  while (engine.now() < scenario.durationS) engine.advance(scenario.durationS, 100_000);
  const digest = engine.digest(0);
  engine.free();
  return digest;
}

/** Returns the pairs of names that lead to the same run. */
function twins(names: readonly string[], scenarioOf: (name: string) => { durationS: number }) {
  const found = names.map((name) => [name, digestOf(scenarioOf(name))] as const);
  return found.flatMap(([a, digest], i) =>
    found.slice(i + 1).flatMap(([b, other]) => (digest === other ? [`${a} = ${b}`] : [])),
  );
}

test('every queue discipline decides unlike all others', () => {
  // All packets have the full size: AVQ's virtual buffer counts bytes, so small packets overflow the real one first.
  const crowd = (kind: string) => ({
    durationS: 7,
    link: { rateMbps: 10, rttMs: 40, buffer: { packets: 80 } },
    queues: [{ kind }],
    traffic: [
      { kind: 'bulk', flows: 12 },
      { kind: 'cbr', rateMbps: 1 },
    ],
  });
  // Nobody drops a packet by hand.
  expect(twins(QUEUE_KINDS, crowd)).toEqual(['droptail = manual']);
});

test('every congestion control sends unlike all others', () => {
  // A flow with large windows, ECN and a few random losses: some equal Reno with small windows, without marks, or (Veno) without
  // losses at a short queue.
  const alone = (cc: string) => ({
    durationS: 10,
    link: { rateMbps: 50, rttMs: 60, buffer: { bdp: 1 }, lossRate: 0.0003 },
    queues: [{ kind: 'codel', targetMs: 20, ecn: true }],
    traffic: [{ kind: 'bulk', ecn: true, cc }],
  });
  expect(twins(Object.keys(CONGESTION_CONTROLS), alone)).toEqual([]);
});
