import { beforeEach, expect, test } from 'vitest';
import { Host, MOST_UNSEEN } from './host';
import type { FromHost, ToHost } from './protocol';
import { fakeCore, type FakeOptions, PACKETS_PER_S } from './testing/fake';

const SCENARIO = JSON.stringify({ version: 1, queues: [{ kind: 'droptail' }, { kind: 'codel' }] });

let wall = 0;
let sent: FromHost[] = [];
let later: (() => void)[] = [];

const lanes = [0, 1];

/** Returns a host whose engine forwards `perMs` packets per millisecond of wall time. */
function host(perMs: number, options: FakeOptions = {}): (message: ToHost) => void {
  const core = fakeCore({ ...options, onWork: (packets) => (wall += packets / perMs) });
  const h = new Host(
    core,
    (message) => sent.push(message),
    () => wall,
    (callback) => later.push(callback),
  );
  return (message) => h.receive(message);
}

beforeEach(() => {
  wall = 0;
  sent = [];
  later = [];
});

const slices = (): Extract<FromHost, { kind: 'slice' }>[] => sent.filter((m) => m.kind === 'slice');

test('a slice ends in time with any engine, and the next continues from there', () => {
  const send = host(100);
  send({ kind: 'load', run: 1, scenario: SCENARIO, lanes });
  // The first slice may be long, because the speed of the engine is not measured yet.
  send({ kind: 'advance', run: 1, toS: 100 });
  for (let i = 0; i < 50; i++) {
    const before = wall;
    send({ kind: 'advance', run: 1, toS: 100 });
    expect(wall - before).toBeLessThan(12);
  }
  const ends = slices().map((m) => m.slice.nowS);
  expect(ends).toEqual([...ends].sort((a, b) => a - b));
  expect(new Set(ends).size).toBe(ends.length);
});

test('slices contain every sample of every lane once', () => {
  const send = host(1000);
  send({ kind: 'load', run: 1, scenario: SCENARIO, lanes });
  while ((slices().at(-1)?.slice.nowS ?? 0) < 2) send({ kind: 'advance', run: 1, toS: 2 });
  let next = 0;
  for (const { slice } of slices()) {
    expect(slice.from).toBe(next);
    expect(slice.columns.length).toBe(2);
    next += slice.columns[0][0].length;
    expect(slice.columns.flat().every((c) => c.length === slice.columns[0][0].length)).toBe(true);
  }
  expect(next).toBe(200);
});

test('the length of the slices does not change a run', () => {
  const digests = [50, 5000].map((perMs) => {
    sent = [];
    const send = host(perMs);
    send({ kind: 'load', run: 1, scenario: SCENARIO, lanes });
    while ((slices().at(-1)?.slice.nowS ?? 0) < 1) send({ kind: 'advance', run: 1, toS: 1 });
    send({ kind: 'report', run: 1, fromS: 0, toS: 1 });
    const report = sent.at(-1);
    return report?.kind === 'report' ? report.report.lanes.map((l) => l.digest) : [];
  });
  expect(digests[0]).toHaveLength(2);
  expect(digests[0]).toEqual(digests[1]);
});

test('it runs to the target time by itself and sends the numbers there', () => {
  const send = host(100);
  send({ kind: 'load', run: 1, scenario: SCENARIO, lanes });
  send({ kind: 'compute', run: 1, toS: 20, report: { fromS: 1, toS: 2 } });
  while (later.length > 0) {
    const before = wall;
    later.shift()?.();
    expect(wall - before, 'the worker reads messages in between').toBeLessThan(12);
    send({ kind: 'seen', run: 1 });
  }
  const tookMs = slices().map(({ slice }) => slice.tookMs);
  expect(tookMs.length).toBeGreaterThan(2);
  expect(Math.min(...tookMs.slice(0, -1)), 'it sends now and then').toBeGreaterThanOrEqual(50);
  expect(Math.max(...tookMs)).toBeLessThan(62);
  expect(tookMs.reduce((a, b) => a + b)).toBeCloseTo(wall);
  expect(slices().at(-1)?.slice.nowS).toBe(20);
  const samples = slices().map(({ slice }) => slice.columns[0][0].length);
  expect(samples.reduce((a, b) => a + b)).toBe(2000);
  expect(sent.at(-1)).toMatchObject({ kind: 'report', report: { nowS: 20, fromS: 1, toS: 2 } });
  expect(sent.filter((m) => m.kind === 'report')).toHaveLength(1);
});

test('a slow page is not flooded, and no sample is sent twice', () => {
  const send = host(100);
  const rest = (): void => {
    while (later.length > 0) later.shift()?.();
  };
  send({ kind: 'load', run: 1, scenario: SCENARIO, lanes });
  send({ kind: 'seen', run: 1 });
  send({ kind: 'compute', run: 1, toS: 60 });
  rest();
  const heldMs = wall;
  expect(heldMs).toBeLessThan(MOST_UNSEEN * 12);
  send({ kind: 'seen', run: 7 });
  rest();
  expect(wall).toBe(heldMs);
  send({ kind: 'seen', run: 1 });
  send({ kind: 'seen', run: 1 });
  expect(later, 'the worker continues once').toHaveLength(1);
  while ((slices().at(-1)?.slice.nowS ?? 0) < 60) {
    rest();
    send({ kind: 'seen', run: 1 });
  }
  expect(slices().reduce((sum, { slice }) => sum + slice.columns[0][0].length, 0)).toBe(6000);
  send({ kind: 'seen', run: 1 });
  expect(sent.at(-1)).toBe(slices().at(-1));
});

test('an obsolete run ends with its slice', () => {
  const send = host(100);
  send({ kind: 'load', run: 1, scenario: SCENARIO, lanes });
  send({ kind: 'compute', run: 1, toS: 60 });
  later.shift()?.();
  expect(wall, 'the worker is computing').toBeGreaterThan(0);
  send({ kind: 'revise', run: 2, scenario: withChange(0.2), lanes });
  send({ kind: 'compute', run: 2, toS: 1 });
  sent = [];
  while (later.length > 0) later.shift()?.();
  expect(new Set(sent.map((m) => ('run' in m ? m.run : 0)))).toEqual(new Set([2]));
  expect(slices().at(-1)?.slice.nowS).toBe(1);
});

test('edits replaced before they are shown cost no computing time', () => {
  const send = host(100_000);
  send({ kind: 'load', run: 1, scenario: SCENARIO, lanes });
  for (let run = 2; run < 9; run++) {
    send({ kind: 'revise', run, scenario: withChange(run / 10), lanes });
    // So close to the present time that one slice reaches it.
    send({ kind: 'compute', run, toS: 1, report: { fromS: 0, toS: 1 } });
  }
  expect(wall).toBe(0);
  while (later.length > 0) later.shift()?.();
  expect(slices().map(({ run }) => run)).toEqual([8]);
  expect(sent.filter((m) => m.kind === 'report')).toHaveLength(1);
});

test('in a paused run the engine gets only the last change of each parameter', () => {
  const send = host(1000);
  send({ kind: 'load', run: 1, scenario: SCENARIO, lanes });
  send({ kind: 'advance', run: 1, toS: 0.5 });
  for (const to of [20, 15, 10])
    send({ kind: 'change', run: 1, change: { atS: 0.501, set: 'link.rateMbps', to } });
  send({ kind: 'advance', run: 1, toS: 0.6 });
  send({ kind: 'report', run: 1, fromS: 0, toS: 1 });
  const report = sent.at(-1);
  const digest = report?.kind === 'report' ? report.report.lanes[0].digest : '';
  expect(JSON.parse(digest)).toEqual([
    0,
    0.6 * PACKETS_PER_S,
    [{ atS: 0.501, set: 'link.rateMbps', to: 10 }],
  ]);
});

test('a change that the engine refuses is reported with its reasons', () => {
  const send = host(1000);
  send({ kind: 'load', run: 1, scenario: SCENARIO, lanes });
  const change = { atS: 0.001, set: 'nonsense', to: 1 };
  send({ kind: 'change', run: 1, change });
  send({ kind: 'advance', run: 1, toS: 0.1 });
  expect(sent).toContainEqual({
    kind: 'refused',
    run: 1,
    change,
    problems: [{ path: 'set', message: 'is unknown' }],
  });
});

test('messages of another run change nothing', () => {
  const send = host(1000);
  send({ kind: 'load', run: 2, scenario: SCENARIO, lanes });
  sent = [];
  send({ kind: 'advance', run: 1, toS: 1 });
  send({ kind: 'report', run: 1, fromS: 0, toS: 1 });
  send({ kind: 'change', run: 1, change: { atS: 0.001, set: 'nonsense', to: 1 } });
  send({ kind: 'advance', run: 2, toS: 0.1 });
  expect(sent.map((m) => m.kind)).toEqual(['slice']);
});

test('a scenario with problems is rejected with all of them, and nothing runs', () => {
  const send = host(1000);
  send({ kind: 'load', run: 1, scenario: '{"version":7}', lanes });
  send({ kind: 'advance', run: 1, toS: 1 });
  expect(sent).toEqual([
    {
      kind: 'rejected',
      run: 1,
      problems: [
        { path: 'version', message: 'must be 1' },
        { path: 'queues', message: 'needs at least one queue' },
      ],
    },
  ]);
});

test('a trap is reported, not thrown', () => {
  const send = host(1000, { trapAtS: 0.3 });
  send({ kind: 'load', run: 1, scenario: SCENARIO, lanes });
  send({ kind: 'advance', run: 1, toS: 1 });
  expect(sent.at(-1)).toEqual({ kind: 'crashed', run: 1, message: 'unreachable' });
  send({ kind: 'advance', run: 1, toS: 1 });
  expect(sent.at(-1)?.kind).toBe('crashed');
});

test('a scenario is checked without touching the run', () => {
  const send = host(1000);
  send({ kind: 'load', run: 1, scenario: SCENARIO, lanes });
  send({ kind: 'check', request: 5, scenario: '{' });
  expect(sent.at(-1)).toMatchObject({ kind: 'checked', request: 5, verdict: { valid: false } });
  send({ kind: 'check', request: 6, scenario: SCENARIO });
  expect(sent.at(-1)).toMatchObject({ kind: 'checked', request: 6, verdict: { valid: true } });
  send({ kind: 'advance', run: 1, toS: 0.01 });
  expect(sent.at(-1)?.kind).toBe('slice');
});

const withChange = (atS: number): string =>
  JSON.stringify({
    ...(JSON.parse(SCENARIO) as object),
    changes: [{ atS, set: 'link.rateMbps', to: 5 }],
  });

/** Runs to `toS`. Returns the packets offered meanwhile, for one lane. */
function runTo(send: (message: ToHost) => void, run: number, toS: number): number {
  const before = wall;
  do send({ kind: 'advance', run, toS });
  while ((slices().at(-1)?.slice.nowS ?? 0) < toS);
  return (wall - before) * 1000;
}

test('a revision computes from the first difference and sends the whole run', () => {
  const send = host(1000);
  send({ kind: 'load', run: 1, scenario: SCENARIO, lanes });
  expect(runTo(send, 1, 10)).toBeCloseTo(10_000);
  sent = [];
  send({ kind: 'revise', run: 2, scenario: withChange(7.2), lanes });
  expect(sent).toMatchObject([{ kind: 'loaded', run: 2, about: { lanes: 2, nowS: 7 } }]);
  expect(runTo(send, 2, 10)).toBeCloseTo(3000);
  expect(slices().every((m) => m.run === 2)).toBe(true);
  expect(slices()[0].slice.from).toBe(0);
  const delays = slices().flatMap((m) => [...m.slice.columns[0][0]]);
  expect(delays.length).toBe(1000);
  expect(delays.filter((d) => d === 1)).toHaveLength(280);
});

test('a change that waited for time to advance is not applied twice after a revision', () => {
  const send = host(1000);
  send({ kind: 'load', run: 1, scenario: SCENARIO, lanes });
  runTo(send, 1, 5);
  const change = { atS: 5.001, set: 'link.rateMbps', to: 5 };
  send({ kind: 'change', run: 1, change });
  send({ kind: 'revise', run: 2, scenario: withChange(5.001), lanes });
  // Late messages of the former run.
  send({ kind: 'change', run: 1, change });
  send({ kind: 'advance', run: 1, toS: 9 });
  runTo(send, 2, 6);
  send({ kind: 'report', run: 2, fromS: 0, toS: 1 });
  const report = sent.at(-1);
  const digest = report?.kind === 'report' ? report.report.lanes[0].digest : '';
  expect(JSON.parse(digest)).toEqual([0, 6 * PACKETS_PER_S, [change]]);
});

test('an invalid revision leaves the engine unchanged; without an engine a revision is a load', () => {
  const send = host(1000);
  send({ kind: 'revise', run: 1, scenario: SCENARIO, lanes });
  expect(sent.at(-1)).toMatchObject({ kind: 'loaded', run: 1, about: { nowS: 0 } });
  runTo(send, 1, 2);
  send({ kind: 'revise', run: 2, scenario: '{"version":7}', lanes });
  expect(sent.at(-1)).toMatchObject({ kind: 'rejected', run: 2 });
  send({ kind: 'revise', run: 3, scenario: SCENARIO, lanes });
  expect(sent.at(-1)).toMatchObject({ kind: 'loaded', run: 3, about: { nowS: 2 } });
});

test('an engine is freed when another replaces it', () => {
  let freed = 0;
  const send = host(1000, { onFree: () => freed++ });
  send({ kind: 'load', run: 1, scenario: SCENARIO, lanes });
  send({ kind: 'revise', run: 2, scenario: withChange(1), lanes });
  expect(freed).toBe(0);
  send({ kind: 'load', run: 3, scenario: SCENARIO, lanes });
  expect(freed).toBe(1);
  send({ kind: 'load', run: 4, scenario: '{"version":7}', lanes });
  expect(freed).toBe(2);
});

test('a waiting change applies to its own run only', () => {
  const send = host(1000);
  for (const run of [1, 2]) {
    send({ kind: 'load', run, scenario: SCENARIO, lanes });
    const change = { atS: 0.001, set: 'link.rateMbps', to: 5 };
    if (run === 1) send({ kind: 'change', run, change });
  }
  runTo(send, 2, 1);
  send({ kind: 'report', run: 2, fromS: 0, toS: 1 });
  const report = sent.at(-1);
  const digest = report?.kind === 'report' ? report.report.lanes[0].digest : '';
  expect(JSON.parse(digest)).toEqual([0, PACKETS_PER_S, []]);
});

const request = { kind: 'events', run: 1, request: 7, lane: 1, fromS: 2, toS: 3 } as const;

test('events of a span are found beside the run, in steps that let other messages through', () => {
  const send = host(100);
  send({ kind: 'load', run: 1, scenario: SCENARIO, lanes: [1, 0] });
  while ((slices().at(-1)?.slice.nowS ?? 0) < 4) send({ kind: 'advance', run: 1, toS: 4 });
  const before = sent.length;
  send(request);
  let steps = 0;
  for (; later.length > 0; steps++) {
    const start = wall;
    later.shift()?.();
    expect(wall - start).toBeLessThan(50);
    send({ kind: 'ping' });
  }
  expect(steps).toBeGreaterThan(1);
  expect(sent.slice(before).filter((m) => m.kind !== 'pong')).toMatchObject([
    { kind: 'events', run: 1, request: 7, found: { eventCount: 100 } },
  ]);
  const answer = sent.findLast((m) => m.kind === 'events');
  expect(answer?.found.events[0]).toMatchObject({ atS: 2, sentence: 'lane 0' });
  send({ kind: 'report', run: 1, fromS: 0, toS: 1 });
  expect(sent.at(-1), 'the run has not moved').toMatchObject({ report: { nowS: 4 } });
});

test('a request for events ends with its run, and its memory is given back', () => {
  let freed = 0;
  const send = host(100, { onFree: () => freed++ });
  send({ kind: 'load', run: 1, scenario: SCENARIO, lanes });
  while ((slices().at(-1)?.slice.nowS ?? 0) < 4) send({ kind: 'advance', run: 1, toS: 4 });
  send(request);
  later.shift()?.();
  send({ kind: 'revise', run: 2, scenario: SCENARIO, lanes });
  while (later.length > 0) later.shift()?.();
  expect(sent.filter((m) => m.kind === 'events')).toEqual([]);
  expect(freed).toBe(1);
  send(request);
  send({ ...request, run: 2, lane: 5 });
  expect(later, 'a request of another run, or for an unknown lane').toEqual([]);
});
