import { describe, expect, test } from 'vitest';
import { workersFor } from './deal';
import { Host } from './host';
import type { WorkerLike } from './member';
import type { LaneReport } from './measures.generated';
import type { FromHost, RunMessage, Slice, ToHost } from './protocol';
import { fakeCore, type FakeOptions } from './testing/fake';
import { Team } from './team';

const KINDS = ['droptail', 'codel', 'pie', 'red', 'ared'];
interface Changed {
  readonly atS: number;
  readonly set: string;
  readonly to: unknown;
}
const rate = (atS: number, to: number): Changed => ({ atS, set: 'link.rateMbps', to });

const scenario = (kinds: readonly string[], changes: readonly Changed[] = []): string =>
  JSON.stringify({ version: 1, queues: kinds.map((kind) => ({ kind })), changes });

/** A worker that computes, and sends its answers, only when the test requests it. */
class Hand implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  isGone = false;
  /** Simulated seconds computed by this worker, all its lanes together. */
  simulatedS = 0;
  /** The last message that assigned lanes: load or revise. */
  lanes: readonly number[] = [];
  readonly #inbox: (ToHost | (() => void))[] = [];
  readonly #outbox: FromHost[] = [];
  readonly #host: Host;

  /** `perMs`: packets forwarded per millisecond. */
  constructor(perMs: number, options: FakeOptions) {
    let wall = 0;
    const onWork = (packets: number): void => {
      wall += packets / perMs;
      this.simulatedS += (packets / 1000) * this.lanes.length;
    };
    this.#host = new Host(
      fakeCore({ ...options, onWork }),
      (message) => this.#outbox.push(message),
      () => wall,
      (callback) => this.#inbox.push(callback),
    );
  }

  postMessage(message: ToHost): void {
    this.#inbox.push(message);
  }
  terminate(): void {
    this.isGone = true;
  }
  /** Handles one message. */
  work(): void {
    const message = this.#inbox.shift();
    if (typeof message === 'function') return message();
    if (message && 'lanes' in message) this.lanes = [...message.lanes];
    if (message) this.#host.receive(message);
  }
  /** Delivers one answer. */
  speak(): void {
    const data = this.#outbox.shift();
    if (data) this.onmessage?.({ data } as MessageEvent<FromHost>);
  }
  get isIdle(): boolean {
    return this.isGone || this.#inbox.length + this.#outbox.length === 0;
  }
}

/** A team and its workers; each worker has its own speed and faults. */
class Crew {
  readonly hands: Hand[] = [];
  readonly received: RunMessage[] = [];
  readonly timers: (() => void)[] = [];
  now = 0;
  readonly team: Team;

  constructor(most: number, perMs: readonly number[] = [], faults: readonly FakeOptions[] = []) {
    const spawn = (): WorkerLike => {
      const at = this.hands.length;
      const hand = new Hand(perMs[at % perMs.length] ?? 1000, faults[at] ?? {});
      this.hands.push(hand);
      return hand;
    };
    const later = (callback: () => void): number => this.timers.push(callback);
    const timer = { now: () => this.now, later };
    this.team = new Team(spawn, most, (message) => this.received.push(message), timer);
  }

  /** Lets all workers work and answer until no message is left. */
  settle(): void {
    while (this.hands.some((hand) => !hand.isIdle))
      for (const hand of this.hands) {
        hand.work();
        hand.speak();
      }
  }

  /** Advances wall time by `ms` with the watchdog; `each` is the work of the workers meanwhile. */
  watch(ms: number, each: () => void = () => undefined): void {
    for (const end = this.now + ms; this.now < end;) {
      this.now += 500;
      this.timers.splice(0).forEach((timer) => timer());
      each();
    }
  }

  /** Pulls slices until all lanes are at `toS`. */
  runTo(toS: number): void {
    for (let slices = 0; slices < 1000; slices++) {
      this.team.advance(toS);
      this.settle();
      if ((this.slices.at(-1)?.nowS ?? 0) >= toS) return;
    }
    throw new Error(`it does not get to ${toS} s`);
  }

  /** Lets the members run to `toS` by themselves. */
  computeTo(toS: number): void {
    this.team.compute(toS, { fromS: 0, toS });
    for (let frames = 0; frames < 1000; frames++) {
      this.settle();
      if (this.kinds().at(-1) === 'report') return;
      this.team.seen();
    }
    throw new Error(`it does not get to ${toS} s`);
  }

  get slices(): Slice[] {
    return this.received.flatMap((message) => (message.kind === 'slice' ? message.slice : []));
  }

  /** A digest per lane: its number, its packets, its changes. */
  digests(): string[] {
    this.team.report(0, 1);
    this.settle();
    const last = this.received.findLast((message) => message.kind === 'report');
    return last?.report.lanes.map((lane) => lane.digest) ?? [];
  }

  kinds(): string[] {
    return this.received.map((message) => message.kind);
  }

  /** Runs a first run, after which all workers exist, and clears the recorded messages. */
  begun(kinds: readonly string[] = KINDS): this {
    this.team.load(scenario(kinds));
    this.settle();
    this.digests();
    this.settle();
    this.received.length = 0;
    return this;
  }
}

/** Returns the digests of a run with one worker. */
function alone(kinds: readonly string[], changes: readonly Changed[], toS: number): string[] {
  const crew = new Crew(1);
  crew.team.load(scenario(kinds, changes));
  crew.runTo(toS);
  return crew.digests();
}

const lanesOf = (crew: Crew): (readonly number[])[] => crew.hands.map((hand) => hand.lanes);

test('the first run begins with one worker; the others start when it has begun', () => {
  const crew = new Crew(3);
  crew.team.load(scenario(KINDS));
  crew.settle();
  crew.runTo(1);
  expect(crew.hands).toHaveLength(1);
  expect(crew.digests()).toEqual(alone(KINDS, [], 1));
  expect(lanesOf(crew)).toEqual([[0, 1, 2, 3, 4], [], []]);
  crew.team.load(scenario(KINDS));
  crew.settle();
  expect(lanesOf(crew)).toEqual([[0, 1], [2, 4], [3]]);
});

test('there are no more workers than lanes, and at least one', () => {
  expect(new Crew(6).begun(['codel', 'pie']).hands).toHaveLength(2);
  expect(new Crew(0).begun().hands).toHaveLength(1);
  expect([1, 2, 3, 4, 8].map(workersFor)).toEqual([1, 2, 2, 3, 7]);
});

test('answers in any order become one answer, with the lanes in order', () => {
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]) {
    const crew = new Crew(3).begun();
    const each = (act: (hand: Hand) => void): void =>
      order.forEach((at, i) => {
        expect(crew.received, 'no answer before the last worker').toHaveLength(0);
        act(crew.hands[at]);
        expect(crew.received).toHaveLength(i === 2 ? 1 : 0);
      });
    const all = (act: (hand: Hand) => void): void => crew.hands.forEach(act);
    crew.team.load(scenario(KINDS));
    all((hand) => hand.work());
    each((hand) => hand.speak());
    expect(crew.received.pop()).toMatchObject({ kind: 'loaded', about: { lanes: 5, nowS: 0 } });
    crew.team.advance(0.5);
    all((hand) => hand.work());
    each((hand) => hand.speak());
    const [slice] = crew.slices;
    expect(slice).toMatchObject({ nowS: 0.5, from: 0 });
    expect(slice.columns.map(([delay]) => [delay.length, delay[0]])).toEqual(
      KINDS.map((_, lane) => [50, 10 * lane]),
    );
    crew.received.length = 0;
    crew.team.report(0, 0.5);
    all((hand) => hand.work());
    each((hand) => hand.speak());
    const report = crew.received.find((message) => message.kind === 'report')?.report;
    expect(report?.lanes.map((lane) => lane.whole.queue)).toEqual(KINDS);
    expect(report?.nowS).toBe(0.5);
  }
});

test('a slice extends to the time of all lanes, and has each sample once', () => {
  const crew = new Crew(2, [1000, 130]).begun();
  crew.team.load(scenario(KINDS, [rate(7.2, 5)]));
  crew.settle();
  const before = crew.hands.map((hand) => hand.simulatedS);
  crew.team.advance(20);
  crew.settle();
  const simulated = crew.hands.map((hand, i) => (hand.simulatedS - before[i]) / hand.lanes.length);
  expect(simulated[0]).toBeGreaterThan(2 * simulated[1]);
  expect(crew.slices.at(-1)?.nowS).toBeCloseTo(simulated[1], 6);
  crew.runTo(20);
  let next = 0;
  const delays: number[][] = KINDS.map(() => []);
  for (const slice of crew.slices) {
    expect(slice.from).toBe(next);
    const lengths = new Set(slice.columns.flat().map((column) => column.length));
    expect(lengths.size).toBe(1);
    next += [...lengths][0];
    expect(next).toBe(Math.floor(slice.nowS * 100 + 1e-6));
    slice.columns.forEach(([delay], lane) => delays[lane].push(...delay));
  }
  expect(next).toBe(2000);
  delays.forEach((delay, lane) => {
    expect(new Set(delay)).toEqual(new Set([10 * lane, 10 * lane + 1]));
    expect(delay.filter((ms) => ms % 10 === 1)).toHaveLength(1280);
  });
});

test('members that run by themselves do not wait, and are reported together', () => {
  const crew = new Crew(2, [1000, 130]).begun();
  crew.team.load(scenario(KINDS, [rate(7.2, 5)]));
  crew.settle();
  crew.received.length = 0;
  crew.team.compute(20, { fromS: 1, toS: 20 });
  const [quick, slow] = crew.hands;
  while (!quick.isIdle) {
    quick.work();
    quick.speak();
  }
  expect(
    quick.simulatedS / quick.lanes.length,
    'the quick worker has reached the target',
  ).toBeCloseTo(20, 6);
  expect(crew.received, 'no data until all members have them').toHaveLength(0);
  while (!slow.isIdle) {
    slow.work();
    slow.speak();
    crew.team.seen();
  }
  expect(crew.slices.length).toBeGreaterThan(2);
  expect(crew.slices.map(({ nowS }) => nowS)).toEqual(
    [...new Set(crew.slices.map(({ nowS }) => nowS))].toSorted((a, b) => a - b),
  );
  expect(crew.slices.at(-1)?.nowS).toBe(20);
  expect(crew.kinds().slice(-2)).toEqual(['slice', 'report']);
  expect(crew.kinds().filter((kind) => kind === 'report')).toHaveLength(1);
  const report = crew.received.find((message) => message.kind === 'report')?.report;
  expect(report?.lanes.map((lane) => lane.digest)).toEqual(alone(KINDS, [rate(7.2, 5)], 20));
  // An equal timeline is complete at once.
  crew.received.length = 0;
  crew.team.revise(scenario(KINDS, [rate(7.2, 5)]));
  crew.computeTo(20);
  expect(crew.kinds()).toEqual(['loaded', 'slice', 'report']);
  expect(crew.slices[0].columns.map(([delay]) => delay.length)).toEqual(KINDS.map(() => 2000));
  // Then the run plays on.
  crew.runTo(21);
  expect(crew.slices.at(-1)).toMatchObject({ nowS: 21 });
});

test('a member far ahead waits for a page that draws no frames', () => {
  const crew = new Crew(2, [1000, 130]).begun();
  crew.team.load(scenario(KINDS));
  crew.team.compute(60);
  crew.settle();
  const [, slow] = crew.hands;
  expect(slow.simulatedS / slow.lanes.length).toBeLessThan(60);
  expect(crew.slices.at(-1)?.nowS).toBeLessThan(60);
  for (let frames = 0; frames < 100; frames++) {
    crew.team.seen();
    crew.settle();
  }
  expect(crew.slices.at(-1)?.nowS).toBe(60);
});

test('the numbers of all lanes belong to the same time, however far apart the members are', () => {
  const crew = new Crew(2, [1000, 130]).begun();
  crew.team.load(scenario(KINDS));
  crew.team.advance(20);
  crew.team.report(0, 1);
  crew.settle();
  expect(crew.kinds()).toEqual(['loaded', 'slice']);
  while (!crew.kinds().includes('report')) {
    crew.team.advance(20);
    crew.settle();
  }
  const report = crew.received.find((message) => message.kind === 'report')?.report;
  const offered = report?.lanes.map((lane: { whole: LaneReport }) => lane.whole.packets.offered);
  expect(new Set(offered).size).toBe(1);
  expect(offered?.[0]).toBeCloseTo(1000 * (report?.nowS ?? 0), 6);
  expect(report?.nowS).toBeLessThan(20);
});

test('a live change with members at different times equals that of a run with one worker', () => {
  const crew = new Crew(2, [1000, 130]).begun();
  crew.team.load(scenario(KINDS));
  crew.team.advance(3);
  crew.settle();
  expect(crew.slices.at(-1)?.nowS).toBeLessThan(3);
  // Like the page: after the requested time.
  const changes = [rate(3.001, 20), rate(3.5, 5)];
  for (const change of changes) crew.team.change(change);
  crew.runTo(3);
  crew.runTo(4);
  expect(crew.kinds()).not.toContain('refused');
  expect(crew.digests()).toEqual(alone(KINDS, changes, 4));
});

test('a refusal by all members is reported once', () => {
  const crew = new Crew(3).begun();
  crew.team.load(scenario(KINDS));
  crew.team.change({ atS: 0.001, set: 'nonsense', to: 1 });
  crew.runTo(1);
  expect(crew.kinds()).toEqual(['loaded', 'refused', 'slice']);
  crew.received.length = 0;
  // The page requested a slice of the invalid run; that slice does not belong to the former run.
  crew.team.revise(scenario(KINDS, [{ atS: 1, set: 'nonsense', to: 1 }]));
  crew.team.advance(2);
  crew.settle();
  expect(crew.received).toMatchObject([
    { kind: 'rejected', problems: [{ path: 'changes', message: 'are nonsense' }] },
  ]);
  crew.team.revise(scenario(KINDS));
  crew.runTo(2);
  expect(crew.digests()).toEqual(alone(KINDS, [], 2));
  crew.received.length = 0;
  crew.team.load(scenario([]));
  crew.settle();
  expect(crew.kinds()).toEqual(['rejected']);
});

test("a revision is computed by the lanes' workers, and late answers are dropped", () => {
  const crew = new Crew(2).begun();
  crew.team.load(scenario(KINDS));
  crew.runTo(10);
  const before = crew.hands.map((hand) => hand.simulatedS);
  // Of the former run, one answer has arrived, one is being computed, and one has not begun.
  crew.team.advance(11);
  crew.hands[0].work();
  crew.received.length = 0;
  const changes = [rate(8.2, 5)];
  crew.team.revise(scenario(KINDS, changes));
  crew.settle();
  expect(crew.received).toMatchObject([{ kind: 'loaded', about: { lanes: 5, nowS: 8 } }]);
  crew.runTo(11);
  expect(crew.slices[0].from).toBe(0);
  expect(crew.digests()).toEqual(alone(KINDS, changes, 11));
  const simulated = crew.hands.map((hand, i) => (hand.simulatedS - before[i]) / hand.lanes.length);
  // Three seconds for each lane, and one slice that could not be stopped in time.
  expect(simulated[0]).toBeCloseTo(4, 6);
  expect(simulated[1]).toBeCloseTo(4, 6);
});

test('lanes stay with their worker, unless it would have more than its share', () => {
  const crew = new Crew(2).begun();
  const revised = (kinds: readonly string[]): (readonly number[])[] => {
    crew.team.revise(scenario(kinds));
    crew.runTo(5);
    expect(crew.digests()).toEqual(alone(kinds, [], 5));
    return lanesOf(crew);
  };
  // The first worker had all lanes.
  expect(revised(['droptail', 'codel', 'pie', 'red'])).toEqual([
    [0, 1],
    [2, 3],
  ]);
  const before = crew.hands.map((hand) => hand.simulatedS);
  expect(revised(['codel', 'pie', 'red'])).toEqual([[0], [1, 2]]);
  expect(crew.hands.map((hand) => hand.simulatedS)).toEqual(before);
  expect(revised(['ared', 'codel', 'pie', 'red'])).toEqual([
    [0, 1],
    [2, 3],
  ]);
  expect(crew.hands[1].simulatedS).toBe(before[1]);
  expect(revised(['ared', 'codel'])).toEqual([[0], [1]]);
  expect(revised(['codel'])).toEqual([[], [0]]);
  expect(revised(['codel', 'codel', 'codel'])).toEqual([[1, 2], [0]]);
  expect(crew.hands).toHaveLength(2);
});

test('a crash is reported once, and all workers start again', async () => {
  for (const broken of [[1], [0], [0, 1], [0, 1, 2]]) {
    const faults = [0, 1, 2].map((at) => (broken.includes(at) ? { trapAtS: 2 } : {}));
    const crew = new Crew(3, [], faults).begun();
    const check = crew.team.check(scenario(KINDS));
    crew.settle();
    crew.team.load(scenario(KINDS));
    crew.team.advance(3);
    crew.settle();
    expect(crew.kinds()).toEqual(['loaded', 'crashed']);
    expect(crew.hands.every((hand) => hand.isGone)).toBe(true);
    // Late answers of replaced workers.
    for (const hand of crew.hands.slice(0, 3)) hand.speak();
    expect(crew.received).toHaveLength(2);
    // The page replays the timeline.
    crew.team.load(scenario(KINDS, [rate(1, 5)]));
    crew.runTo(3);
    expect(crew.digests()).toEqual(alone(KINDS, [rate(1, 5)], 3));
    crew.team.load(scenario(KINDS));
    crew.runTo(3);
    expect(crew.hands.filter((hand) => !hand.isGone)).toHaveLength(3);
    expect(crew.digests()).toEqual(alone(KINDS, [], 3));
    expect((await check).valid).toBe(true);
  }
});

test('a worker that cannot start and has no lanes has no effect', () => {
  const crew = new Crew(3).begun();
  const [, second] = crew.hands;
  const preventDefault = (): void => undefined;
  second.onerror?.({ message: 'no', preventDefault } as unknown as ErrorEvent);
  expect(second.isGone).toBe(true);
  crew.team.load(scenario(KINDS));
  crew.runTo(1);
  expect(crew.digests()).toEqual(alone(KINDS, [], 1));
  expect(crew.kinds()).not.toContain('crashed');
  expect(crew.hands, 'a failed worker is not restarted repeatedly').toHaveLength(3);
});

test('a check that is pending during a crash reports that the simulator failed', async () => {
  const crew = new Crew(2, [], [{}, { trapAtS: 1 }]).begun();
  crew.team.load(scenario(KINDS));
  crew.settle();
  const verdict = crew.team.check(scenario(KINDS));
  crew.team.advance(2);
  crew.hands[1].work();
  crew.hands[1].speak();
  expect(crew.kinds()).toEqual(['loaded', 'crashed']);
  expect(await verdict).toMatchObject({
    valid: false,
    problems: [{ message: 'the simulator failed: unreachable' }],
  });
});

test('a simulator that does not load is reported for any first request', async () => {
  const crew = new Crew(2);
  const verdict = crew.team.check(scenario(KINDS));
  crew.hands[0].onerror?.({ message: 'no', preventDefault: () => undefined } as never);
  expect(await verdict).toMatchObject({ valid: false });
  expect(crew.kinds()).toEqual(['crashed']);
});

const inMs = (s: number): number => Math.round(s * 1000) / 1000;

/** Returns random numbers that are equal in every run of the test. */
function* random(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

test('with any speeds and any order of answers, the run equals that of one worker', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const numbers = random(seed);
    const next = (below: number): number => Math.floor(numbers.next().value * below);
    const speeds = [0, 1, 2].map(() => 50 + next(1000));
    const crew = new Crew(1 + next(4), speeds).begun();
    /** Works and answers in a random order. */
    const muddle = (): void => {
      while (crew.hands.some((hand) => !hand.isIdle)) {
        const hand = crew.hands[next(crew.hands.length)];
        if (next(2) === 0) hand.work();
        else hand.speak();
      }
    };
    let [kinds, changes] = [KINDS, [] as Changed[]];
    let horizonS = 0;
    let isComputing = false;
    crew.team.load(scenario(kinds));
    for (let step = 0; step < 12; step++) {
      const what = next(5);
      while (isComputing && what < 4 && (crew.slices.at(-1)?.nowS ?? 0) < horizonS) {
        muddle();
        crew.team.seen();
      }
      if (what < 4) isComputing = false;
      if (what < 3) {
        horizonS = inMs(horizonS + next(300) / 100);
        crew.team.advance(horizonS);
        if (next(2) === 0) crew.team.report(0, horizonS);
      } else if (what === 3) {
        const change = rate(inMs(horizonS + 0.001 * (1 + next(400))), step);
        changes = [...changes, change].toSorted((a, b) => a.atS - b.atS);
        crew.team.change(change);
      } else {
        kinds = kinds.filter(() => next(5) > 0);
        if (kinds.length < 2) kinds = KINDS;
        changes = changes.filter(() => next(4) > 0);
        crew.received.length = 0;
        crew.team.revise(scenario(kinds, changes));
        // Like the page; sometimes the next revision comes before this one is complete.
        isComputing = horizonS > 0;
        if (isComputing) crew.team.compute(horizonS);
      }
      if (next(4) > 0) muddle();
      // The page requests one slice at a time.
      if (what < 3) muddle();
    }
    const toS = inMs(horizonS + 0.5);
    crew.runTo(toS);
    expect(crew.digests(), `seed ${seed}`).toEqual(alone(kinds, changes, toS));
    const samples = crew.slices.map(({ columns }) => columns[0][0].length);
    expect(samples.reduce((a, b) => a + b, 0)).toBe(Math.floor(toS * 100 + 1e-6));
  }
});

describe('events of a span', () => {
  test('come from the worker that has the lane', async () => {
    const crew = new Crew(3).begun();
    crew.runTo(2);
    const requests = KINDS.map((_, lane) => crew.team.events(lane, 0.5, 1));
    crew.settle();
    for (const [lane, found] of (await Promise.all(requests)).entries()) {
      expect(found?.eventCount).toBe(50);
      expect(found?.events[0]).toMatchObject({ atS: 0.5, sentence: `lane ${lane}` });
    }
  });

  test('are undefined for a lane that does not exist, and after a revision or a crash', async () => {
    const crew = new Crew(2).begun();
    crew.runTo(2);
    expect(await crew.team.events(9, 0, 1)).toBeUndefined();
    const revised = crew.team.events(1, 0, 1);
    crew.team.revise(scenario(KINDS));
    crew.settle();
    expect(await revised).toBeUndefined();
    const crashed = crew.team.events(1, 0, 1);
    crew.hands.forEach((hand) => hand.onerror?.(new Event('error') as ErrorEvent));
    expect(await crashed).toBeUndefined();
  });

  test('of a silent worker are undefined after it is replaced', async () => {
    const crew = new Crew(2).begun();
    crew.runTo(2);
    const requests = crew.team.events(0, 0, 1);
    crew.watch(6000);
    expect(await requests).toBeUndefined();
  });
});

describe('a worker that falls silent', () => {
  test('is replaced within 3 s while the run plays', () => {
    const crew = new Crew(1).begun();
    crew.team.advance(1);
    crew.watch(1500);
    expect(crew.kinds()).toEqual([]);
    crew.watch(1500);
    expect(crew.kinds()).toEqual(['crashed']);
    expect(crew.hands[0].isGone).toBe(true);
    crew.team.load(scenario(KINDS));
    crew.settle();
    crew.watch(10_000, () => crew.settle());
    expect(crew.kinds().at(-1)).toBe('loaded');
  });

  test('is replaced while it loads or checks a scenario, or computes its numbers', async () => {
    for (const request of ['load', 'check', 'report'] as const) {
      const crew = new Crew(1).begun();
      let verdict: unknown;
      if (request === 'load') crew.team.load(scenario(KINDS));
      else if (request === 'report') crew.team.report(0, 1);
      else void crew.team.check(scenario(KINDS)).then((judged) => (verdict = judged));
      crew.watch(3000);
      expect(crew.kinds(), request).toEqual(['crashed']);
      await Promise.resolve();
      expect(verdict !== undefined, request).toBe(request === 'check');
    }
  });

  test('is not replaced while it loads the simulator for the first time', () => {
    const crew = new Crew(1);
    crew.team.load(scenario(KINDS));
    crew.watch(60_000);
    expect(crew.kinds()).toEqual([]);
  });

  test('is not replaced while it answers pings', () => {
    const crew = new Crew(1).begun();
    crew.team.compute(1e6);
    // The worker handles one message and sends one answer per check: a thousand times slower than the others.
    crew.watch(60_000, () => {
      crew.hands[0].work();
      crew.hands[0].speak();
    });
    expect(crew.kinds()).not.toContain('crashed');
  });

  test('is not replaced for time in which the page itself did not run', () => {
    const crew = new Crew(1).begun();
    crew.team.advance(1);
    // The timers of a hidden tab fire once a second, or once a minute.
    for (const ms of [1000, 60_000, 1000, 1000, 1000, 1000, 1000, 1000]) {
      crew.now += ms;
      crew.timers.splice(0).forEach((timer) => timer());
    }
    expect(crew.kinds()).toEqual([]);
    crew.settle();
    expect(crew.kinds()).toEqual(['slice']);
  });

  test('gets more time after each replacement', () => {
    const crew = new Crew(1).begun();
    crew.team.advance(1);
    crew.watch(3000);
    crew.team.load(scenario(KINDS));
    crew.settle();
    crew.team.advance(1);
    crew.watch(4000);
    expect(crew.kinds()).toEqual(['crashed', 'loaded']);
    crew.watch(1000);
    expect(crew.kinds().at(-1)).toBe('crashed');
  });

  test('is not pinged without a pending request', () => {
    const crew = new Crew(1).begun();
    crew.watch(1000);
    expect(crew.timers).toEqual([]);
    expect(crew.hands[0].isIdle).toBe(true);
  });
});

test('a worker that was never there is one that could not be loaded', () => {
  const unloaded = (crew: Crew): unknown[] =>
    crew.received.map((message) => message.kind === 'crashed' && message.isUnloaded);
  const error = { preventDefault: () => undefined, message: '' } as ErrorEvent;
  const absent = new Crew(1);
  absent.team.load(scenario(KINDS));
  absent.hands[0].onerror?.(error);
  expect(unloaded(absent)).toEqual([true]);
  const present = new Crew(1).begun();
  present.hands[0].onerror?.(error);
  expect(unloaded(present)).toEqual([false]);
});
