import { beforeAll, expect, test } from 'vitest';
import { PacketHost } from '../../src/live/queue/packet-host';
import type { FromPacketWorker, ToPacketWorker } from '../../src/live/queue/packet-jobs';
import { waitingAt } from '../../src/live/queue/model';
import { type Recording, readRecording } from '../../src/live/queue/recording';
import * as batch from '../../src/wasm/batch-pkg/aqm_batch.js';
import { Engine } from '../../src/wasm/pkg/aqm_wasm.js';
import { loadBatch } from './testing';

beforeAll(loadBatch);

const SCENARIO = JSON.stringify({
  version: 1,
  durationS: 20,
  link: { rateMbps: 5, rttMs: 20, buffer: { packets: 60 } },
  queues: [{ kind: 'droptail' }, { kind: 'codel', ecn: true }, { kind: 'fqCodel' }],
  traffic: [
    { kind: 'bulk', flows: 2, ecn: true },
    { kind: 'cbr', rateMbps: 0.5 },
  ],
  changes: [{ atS: 4, set: 'burst', to: { rateMbps: 10, durationS: 0.5 } }],
});

/** What the worker answers for a span of a lane. */
function recorded(lane: number, fromS: number, toS: number): Recording {
  const said: FromPacketWorker[] = [];
  const later: (() => void)[] = [];
  let wall = 0;
  const host = new PacketHost(
    batch,
    (message) => said.push(message),
    () => (wall += 3),
    (callback) => later.push(callback),
  );
  const tell = (message: ToPacketWorker): void => {
    host.receive(message);
    while (later.length > 0) later.shift()?.();
  };
  tell({ kind: 'open', run: 1, scenario: SCENARIO });
  tell({ kind: 'record', run: 1, request: 1, lane, fromS, toS });
  const answer = said.at(-1);
  if (answer?.kind !== 'recorded') throw new Error(`${answer?.kind} is no answer`);
  return readRecording(answer.found);
}

test.each([0, 1, 2])('lane %d: drops, marks and departures are those of the run', (lane) => {
  const engine = new Engine(SCENARIO, Uint32Array.of(lane));
  while (engine.now() < 6) engine.advance(6, 1e6);
  const names = ['sent', 'earlyDrops', 'overflowDrops', 'marks'];
  const columns = engine.columns(names.join(' '), 0);
  const rows = columns.length / (names.length + 3 * engine.groupCount());
  const count = (name: string): number =>
    columns
      .subarray(names.indexOf(name) * rows, names.indexOf(name) * rows + rows)
      .slice(350, 500)
      .reduce((sum, value) => sum + value, 0);
  const { happenings, packets, toS } = recorded(lane, 3, 5);
  const own = happenings.filter(({ atS, row }) => packets.hop[row] === 0 && atS >= 3.5 && atS < 5);
  const of = (what: string): number => own.filter((one) => one.what === what).length;
  expect(toS).toBe(5);
  expect(of('leaves')).toBe(count('sent'));
  expect(of('dropped')).toBe(count('earlyDrops') + count('overflowDrops'));
  expect(of('marked')).toBe(count('marks'));
  expect(of('leaves')).toBeGreaterThan(300);
});

test('two records of overlapping spans show the same packets', () => {
  const [a, b] = [recorded(0, 3, 4.5), recorded(0, 3.7, 5)];
  for (const t of [4, 4.123456, 4.4]) {
    expect(waitingAt(a, t, 0)).toBe(waitingAt(b, t, 0));
    expect(waitingAt(a, t, 0)).toBeGreaterThan(5);
  }
});
