import { describe, expect, test } from 'vitest';
import type { Bucket, LaneEvents } from '../../../core/sim/events.generated';
import type { Queue } from '../../../core/document/scenario';
import { settings } from '../../../core/model/settings';
import { QUEUES } from '../../../core/document/scenario.generated';
import type { QueueKind } from '../../../core/document/scenario';
import { type Moment, momentAt } from '../moment';
import { summaryOf } from '../summary';
import { timer } from './codel';
import { burst, lastUpdate, piTerms, termsOf } from './controller';
import { coupling, nextQueue, queues, scheduler } from './dualpi2';
import { buckets, flowsIn } from './fair';
import { freeze, kneeOf } from './feedback';
import { isPlot } from './picture';
import { thresholdOf } from './red';
import { PICTURES } from './registry';

const style = { colour: 'var(--lane-blue)', dash: [], shape: 0 };

function moment(
  queue: Queue,
  numbers: Readonly<Record<string, readonly (number | null)[]>>,
  more: Partial<LaneEvents> = {},
  former = queue,
): Moment {
  const length = Object.values(numbers)[0]?.length ?? 0;
  const timesS = Array.from({ length }, (_, i) => 1 + i / 100);
  const series = Object.entries(numbers).map(([name, values]) => ({ name, unit: '', values }));
  const found: LaneEvents = {
    events: [],
    eventCount: 0,
    probes: [{ timesS, series }],
    probeCount: length,
    buckets: [],
    sending: null,
    ...more,
  };
  const atS = timesS.at(-1) ?? 1;
  return momentAt(found, queue, { atS, event: undefined, linkMbps: 10, former });
}

function bucket(number: number, more: Partial<Bucket> = {}): Bucket {
  return {
    number,
    list: 'old',
    isNext: false,
    deficit: 300,
    packets: 2,
    bytes: 3000,
    waitedMs: 4,
    flows: [{ flow: number, group: 0, packets: 2 }],
    numbers: [],
    ...more,
  };
}

describe('the buckets of FQ-CoDel', () => {
  const state = { backlogged: [2], oldest: [90], dropping: [1] };
  const all = [
    bucket(7, { list: 'new', isNext: true, deficit: -1200 }),
    bucket(3, {
      waitedMs: 90,
      packets: 60,
      numbers: [{ name: 'dropping', unit: '', value: 1 }],
      flows: [3, 11, 19].map((flow) => ({ flow, group: 0, packets: 20 })),
    }),
    bucket(5, { packets: 0, waitedMs: null, flows: [] }),
  ];
  const of = (list: readonly Bucket[], sending: number | null = 3): Moment =>
    moment({ kind: 'fqCodel' }, state, { buckets: list, sending });

  test('are in the order of service, with list, deficit, the next and the sending one', () => {
    const { rows, columns } = buckets(of(all));
    expect(rows.map(({ tag, label, badge }) => [tag, label, badge])).toEqual([
      ['new', 'flow 8', 'next'],
      ['old', '3 flows: flow 4, flow 12, 1 more', 'sends now'],
      ['old', 'no open flow', undefined],
    ]);
    expect(rows.map(({ bars }) => bars[1]?.value)).toEqual([-1200, 300, 300]);
    expect(rows.map(({ bars }) => bars[0]?.value)).toEqual([4, 90, undefined]);
    expect(rows[1]?.bars[0]).toMatchObject({ isStrong: true, text: '90.0, 60 packets, drops' });
    expect(columns[1]?.range).toEqual([-1200, 1200]);
  });

  test('that are many end with a row for the rest, which counts its packets', () => {
    const many = Array.from({ length: 30 }, (_, i) => bucket(i, { packets: i % 2 }));
    const { rows } = buckets(of(many));
    expect(rows).toHaveLength(10);
    expect(rows.at(-1)).toMatchObject({ label: '21 more', bars: [{ text: '6 packets' }, {}] });
  });

  test('name the bucket of the wire where it is empty by now', () => {
    expect(buckets(of(all, 9)).note).toMatch(/from bucket 9, which is empty now/);
    expect(buckets(of(all)).note).not.toMatch(/bucket \d/);
  });

  test('say in a sentence who drops and who sends next', () => {
    expect(summaryOf(of(all)).sentence).toBe(
      'The oldest packet of all queues has waited 90.0 ms. 1 of the queues is in the dropping state of CoDel. flow 8 sends next.',
    );
  });

  test('of SFQ have no lists', () => {
    const { rows } = buckets(moment({ kind: 'sfq' }, state, { buckets: all }));
    expect(rows.every((row) => !('tag' in row))).toBe(true);
    expect(flowsIn(all[2], String)).toBe('no open flow');
  });
});

describe('PIE', () => {
  const state = {
    probability: [0.02, 0.02, 0.024, 0.024],
    estimatedDelay: [20, 20, 26, 26],
    tuning: [0.5, 0.5, 0.5, 0.5],
    burstAllowance: [30, 30, 20, 20],
  };
  const at = moment({ kind: 'pie', targetMs: 15, alpha: 0.125, beta: 1.25 }, state);

  test('the last update has its terms, the tuning and the change that was made', () => {
    const terms = termsOf(at, 'estimatedDelay', 'probability');
    expect(terms).toHaveLength(1);
    expect(terms[0]?.tuning).toBe(0.5);
    expect(terms[0]?.change).toBeCloseTo(0.4);
    const { rows } = lastUpdate(at, terms, 'p');
    expect(rows.map(({ label }) => label)).toEqual([
      'α (d − target)',
      'β (d − d_old)',
      'change of p, after auto-tuning × 1/2',
    ]);
    // 0.125/s * 11 ms and 1.25/s * 6 ms, in percentage points.
    expect(rows.map(({ bars }) => bars[0]?.text)).toEqual(['+0.138', '+0.75', '+0.4']);
  });

  test('the burst allowance is measured against its parameter', () => {
    expect(burst(at).rows[0]?.bars[0]).toMatchObject({ value: 20, text: '20.0 of 150 ms' });
  });

  test('a target that the user moves does not change the terms of the past', () => {
    const former: Queue = { kind: 'pie', targetMs: 15 };
    const moved = moment({ kind: 'pie', targetMs: 40 }, state, {}, former);
    expect(termsOf(moved, 'estimatedDelay')[0]?.integral).toBeGreaterThan(0);
  });
});

test('PI has an integral and a proportional term whose sum is the change of its law', () => {
  const [a, b, reference] = [1.822e-5, 1.816e-5, 50];
  const state = {
    probability: [0.1, 0.1 + a * (90 - reference) - b * (80 - reference)],
    queue: [80, 90],
    gainA: [a, a],
    gainB: [b, b],
    reference: [reference, reference],
  };
  const terms = piTerms(moment({ kind: 'pi' }, state))!;
  expect(terms.integral + terms.proportional).toBeCloseTo(terms.change!, 9);
  expect(terms.proportional).toBeCloseTo(100 * b * 10, 9);
});

describe('DualPI2', () => {
  const both = {
    classicQueue: [30],
    l4sQueue: [2],
    classicHead: [12],
    l4sHead: [0.4],
    credit: [-500],
    baseProbability: [0.2],
    coupledProbability: [0.4],
    classicProbability: [0.04],
  };
  const of = (more: Partial<typeof both> = {}, queue: Queue = { kind: 'dualpi2' }): Moment =>
    moment(queue, { ...both, ...more });

  test('the scheduler serves L4S first unless Classic has credit', () => {
    expect(nextQueue(of())).toBe('l4s');
    expect(nextQueue(of({ credit: [10] }))).toBe('classic');
    expect(nextQueue(of({ credit: [10], classicQueue: [0] }))).toBe('l4s');
    expect(nextQueue(of({ l4sQueue: [0] }))).toBe('classic');
    expect(nextQueue(of({ l4sQueue: [0], classicQueue: [0] }))).toBeUndefined();
    expect(scheduler(of()).note).toMatch(/^The credit is not above 0, so L4S sends next/);
    expect(scheduler(of({ l4sQueue: [0] })).note).toMatch(/^Only Classic has packets/);
  });

  test('both queues have their threshold and what waits', () => {
    const { rows } = queues(of());
    expect(rows.map(({ label, badge, bars }) => [label, badge, bars[0]?.text])).toEqual([
      ['L4S', 'next', '0.40 ms, 2 packets'],
      ['Classic', undefined, '12.0 ms, 30 packets'],
    ]);
    expect(rows.map(({ bars }) => bars[0]?.limit)).toEqual([1, 15]);
    const inPackets = queues(of({}, { kind: 'dualpi2', variant: 'linux', thresholdPackets: 4 }));
    expect(inPackets.rows[0]?.bars[0]).not.toHaveProperty('limit');
    expect(inPackets.note).toMatch(/from 4 packets on/);
  });

  test('the coupling is drawn through the point of the present, and k is at its line', () => {
    const { series, grips } = coupling(of(), style);
    const line = series[0].points;
    const slope = (line[1][1] ?? 0) / (line[1][0] ?? 1);
    expect(slope).toBeCloseTo(2);
    expect(series.find(({ name }) => name === 'L4S now')!.points).toEqual([[20, 40]]);
    const grip = grips![0];
    expect(2 * grip.scale).toBeCloseTo(slope * grip.across);
  });
});

test('the timer of CoDel runs while the delay is above the target, and counts drops after that', () => {
  const rows = (numbers: Readonly<Record<string, readonly (number | null)[]>>) =>
    timer(moment({ kind: 'codel', intervalMs: 100 }, numbers)).rows.map(({ bars }) => bars[0]);
  expect(rows({ dropping: [0], firstAbove: [null], nextDrop: [null] })).toMatchObject([
    { value: 0, text: 'stopped: below the target' },
    { value: undefined, text: 'not dropping' },
  ]);
  expect(rows({ dropping: [0], firstAbove: [1.04], nextDrop: [null] })[0]).toMatchObject({
    value: expect.closeTo(60) as number,
    text: '60.0 of 100 ms',
  });
  const dropping = rows({ dropping: [1], count: [4], firstAbove: [0.9], nextDrop: [1.02] });
  expect(dropping[0]).toMatchObject({ value: 100, text: 'more than 100 ms' });
  expect(dropping[1]).toMatchObject({ value: expect.closeTo(30) as number, limit: 50 });
});

test('BLUE is frozen until its time', () => {
  const numbers = { probability: [0.1], increases: [3], decreases: [1], frozenUntil: [1.025] };
  const { rows, note } = freeze(moment({ kind: 'blue', freezeMs: 100 }, numbers));
  expect(rows[0]?.bars[0]).toMatchObject({ text: '25.0 of 100 ms' });
  expect(note).toBe('Increases so far: 3; decreases: 1.');
});

test('at the knee of DUK the delay rises as fast as the utilization', () => {
  const at = moment({ kind: 'duk', intervalMs: 5 }, { capacity: [12] });
  const { knee, curve } = kneeOf(at)!;
  // A packet takes 1 ms; the unit of time is 5 ms. Slope by differences, in units of time per share.
  const wait = (percent: number): number => percent / 100 / (2 * (1 - percent / 100));
  const slope = (wait(knee[0] + 0.01) - wait(knee[0] - 0.01)) / 5 / 0.0002;
  expect(slope).toBeCloseTo(1, 3);
  expect(knee[1]).toBeCloseTo(wait(knee[0]));
  expect(curve.at(-1)?.[0]).toBe(99);
  expect(kneeOf(moment({ kind: 'duk' }, { capacity: [null] }))).toBeUndefined();
});

describe('the thresholds of RED', () => {
  const state = { minThreshold: [30], maxThreshold: [90] };

  test('follow their parameter, which may be later than the state', () => {
    const at = moment({ kind: 'red', minPackets: 12, maxPackets: 40 }, state);
    expect(thresholdOf(at, 'min')).toEqual({ value: 12, parameter: 'minPackets', scale: 1 });
  });

  test('as a share of the buffer have the scale of the state', () => {
    const former: Queue = { kind: 'red', minShare: 0.1, maxShare: 0.3 };
    const at = moment({ ...former, minShare: 0.2 }, state, {}, former);
    expect(thresholdOf(at, 'min')).toEqual({ value: 60, parameter: 'minShare', scale: 300 });
  });

  test('of Adaptive RED are those of the state, and cannot be dragged', () => {
    expect(thresholdOf(moment({ kind: 'ared' }, state), 'max')).toEqual({
      value: 90,
      parameter: undefined,
      scale: 1,
    });
  });
});

test('every grip is a live parameter with a slider, and its value lies on its axis', () => {
  const numbers = { minThreshold: [5], maxThreshold: [15], maxProbability: [0.1], reference: [50] };
  let grips = 0;
  for (const kind of Object.keys(QUEUES) as QueueKind[]) {
    const at = moment({ kind }, numbers);
    for (const picture of PICTURES[kind]?.(at, style) ?? []) {
      for (const grip of isPlot(picture) ? (picture.grips ?? []) : []) {
        const setting = settings({ kind }).find(({ name }) => name === grip.parameter);
        expect(setting?.parameter.slider, `${kind} ${grip.parameter}`).toBeDefined();
        const { range } = (picture as { x: { range?: unknown }; y: { range?: unknown } })[
          grip.axis
        ];
        const [low, high] = range as [number, number];
        const value = Number(setting!.value) * grip.scale;
        expect(value, `${kind} ${grip.parameter}`).toBeGreaterThanOrEqual(low);
        expect(value, `${kind} ${grip.parameter}`).toBeLessThanOrEqual(high);
        grips++;
      }
    }
  }
  expect(grips).toBeGreaterThan(12);
});
