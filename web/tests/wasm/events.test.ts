import { expect, test } from 'vitest';
import { Host } from '../../src/core/sim/host';
import type { FromHost, LaneEvents, ToHost } from '../../src/core/sim/protocol';
import { core } from './testing';

const SCENARIO = {
  version: 1,
  durationS: 20,
  link: { rateMbps: 5, rttMs: 20, buffer: { packets: 60 } },
  queues: [{ kind: 'codel', ecn: true }, { kind: 'pie' }, { kind: 'droptail' }],
  traffic: [
    { kind: 'bulk', flows: 2, ecn: true },
    { kind: 'bulk', flows: 2 },
    { kind: 'cbr', rateMbps: 0.5 },
  ],
  changes: [
    { atS: 5, set: 'burst', to: { rateMbps: 10, durationS: 1 } },
    { atS: 8, set: 'queues.1', to: { kind: 'codel' } },
  ],
};
const COLUMNS = ['earlyDrops', 'overflowDrops', 'marks'] as const;

/** The worker's side with the real engine; it has handled every message when `tell` returns. */
function started(): { tell: (message: ToHost) => void; said: FromHost[] } {
  const said: FromHost[] = [];
  const later: (() => void)[] = [];
  let wall = 0;
  const host = new Host(
    core,
    (message) => said.push(message),
    () => (wall += 5),
    (callback) => later.push(callback),
  );
  const tell = (message: ToHost): void => {
    host.receive(message);
    while (later.length > 0) later.shift()?.();
  };
  tell({ kind: 'load', run: 1, scenario: JSON.stringify(SCENARIO), lanes: [0, 1, 2] });
  return { tell, said };
}

/** The events of a span of a run that was computed to 15 s. */
function find(lane: number, fromS: number, toS: number): LaneEvents {
  const { tell, said } = started();
  while (said.findLast((m) => m.kind === 'slice')?.slice.nowS !== 15)
    tell({ kind: 'advance', run: 1, toS: 15 });
  tell({ kind: 'events', run: 1, request: 1, lane, fromS, toS });
  const answer = said.at(-1);
  if (answer?.kind !== 'events') throw new Error(`${answer?.kind} is no answer`);
  return answer.found;
}

test.each([0, 1, 2])('the events of lane %d are those that its time series counts', (lane) => {
  const [fromS, toS] = [4, 12];
  const engine = core.open(JSON.stringify(SCENARIO), Uint32Array.of(lane));
  while (engine.now() < 15) engine.advance(15, 100_000);
  const counts = COLUMNS.map((name) =>
    engine
      .columns(name, 0)
      .subarray(fromS * 100, toS * 100)
      .reduce((a, b) => a + b),
  );
  const { events, eventCount, probes, probeCount } = find(lane, fromS, toS);
  const count = (kind: string, isOverflow: boolean): number =>
    events.filter((e) => e.kind === kind && (e.reason === 'overflow') === isOverflow).length;
  expect([count('drop', false), count('drop', true), count('mark', false)]).toEqual(counts);
  expect(eventCount).toBe(events.length);
  expect(events.length).toBeGreaterThan(0);
  expect(events.every((e) => e.atS >= fromS && e.atS < toS && e.sentence.endsWith('.'))).toBe(true);
  // Lane 1 gets another discipline, which begins another set of series.
  expect(probes.length).toBe(lane === 1 ? 2 : 1);
  expect(probeCount).toBe((toS - fromS) * 100);
  expect(probes.flatMap((p) => p.timesS)).toHaveLength(probeCount);
  expect(probes.flatMap((p) => p.series).every((s) => s.name !== '')).toBe(true);
});

test('groups are those of the traffic, and a burst has none', () => {
  const groups = new Set(find(2, 4, 12).events.map(({ group }) => group));
  expect(groups).toEqual(new Set([0, 1, 2, null]));
});

test('a request for events changes nothing of the run', () => {
  const digest = (asks: boolean): unknown => {
    const { tell, said } = started();
    for (const toS of [5, 10]) {
      while (said.findLast((m) => m.kind === 'slice')?.slice.nowS !== toS)
        tell({ kind: 'advance', run: 1, toS });
      if (asks) tell({ kind: 'events', run: 1, request: toS, lane: 1, fromS: 1, toS: 4 });
    }
    tell({ kind: 'report', run: 1, fromS: 0, toS: 1 });
    const last = said.at(-1);
    return last?.kind === 'report' && last.report.lanes.map((lane) => lane.digest);
  };
  expect(digest(true)).toEqual(digest(false));
});

test('an answer holds the first events and the number of all', () => {
  const replay = core.open(JSON.stringify(SCENARIO), Uint32Array.of(2));
  while (replay.now() < 15) replay.advance(15, 100_000);
  const all = replay.replayEvents(0, 0, 15, 10_000);
  const few = replay.replayEvents(0, 0, 15, 5);
  const read = (of: typeof few, probes: number): LaneEvents => {
    while (of?.run(1000) === false);
    return JSON.parse(of?.json(probes) ?? '') as LaneEvents;
  };
  const [complete, first] = [read(all, 10_000), read(few, 3)];
  expect(first.events).toEqual(complete.events.slice(0, 5));
  expect(first.eventCount).toBe(complete.events.length);
  expect(first.probes[0].timesS).toHaveLength(3);
  expect(first.probeCount).toBe(1500);
  expect(replay.replayEvents(1, 0, 15, 5)).toBeUndefined();
});
