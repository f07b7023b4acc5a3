import { expect, test } from 'vitest';
import type { Change, Scenario } from '../../src/core/document/scenario';
import { folded, isIdle, tidied } from '../../src/core/document/start-values';
import { core } from './testing';

const BASE: Scenario = {
  version: 1,
  durationS: 6,
  link: {
    rateMbps: 10,
    rttMs: 40,
    buffer: { bdp: 2 },
    reverse: { rateMbps: 0.2, buffer: { packets: 50 } },
  },
  queues: [{ kind: 'droptail' }, { kind: 'codel', ecn: true }, { kind: 'pie' }, { kind: 'red' }],
  traffic: [
    { kind: 'bulk', flows: 3, ecn: true },
    { kind: 'cbr', rateMbps: 1 },
  ],
};

/** Members of a report that are not measures of the lane. */
const APART = ['queue', 'parameters', 'digest', 'flows', 'flowDelays'];

/** The measures of all lanes. */
function measures(scenario: Scenario): readonly unknown[] {
  const json = JSON.stringify(scenario);
  const problems = core.check(json);
  if (problems !== '') throw new Error(problems);
  const engine = core.open(
    json,
    Uint32Array.from(scenario.queues, (_, lane) => lane),
  );
  engine.advance(scenario.durationS, Infinity);
  const all = scenario.queues.map((_, lane) => {
    const summary = JSON.parse(engine.summary(lane)) as Record<string, unknown>;
    // The report names the discipline and its parameters as they are in the file. Flows that start later have other numbers.
    return { ...summary, ...Object.fromEntries(APART.map((name) => [name, undefined])) };
  });
  engine.free();
  return all;
}

/** Changes of a parameter to another value than that of `BASE`. */
const CHANGES: readonly (readonly [set: string, to: unknown])[] = [
  ['link.rateMbps', 25],
  ['link.rttMs', 15],
  ['link.buffer', { packets: 40 }],
  ['link.lossRate', 0.01],
  ['link.jitterMs', 3],
  ['link.deviceQueuePackets', 20],
  ['link.tokenBucketBytes', 15000],
  ['link.reverse.rateMbps', 1],
  ['link.reverse.buffer', { packets: 5 }],
  ['queues.0', { kind: 'codel' }],
  ['queues.1.targetMs', 20],
  ['queues.1.ecn', false],
  ['queues.2.targetMs', 30],
  ['queues.3.maxPackets', 40],
  ['traffic.0.flows', 5],
  ['traffic.0.cc', 'bbr'],
  ['traffic.0.cc', { kind: 'cubic', beta: 0.5 }],
  ['traffic.0.rttMs', 90],
  ['traffic.0.ecn', false],
  ['traffic.0.muted', true],
  ['traffic.1.rateMbps', 4],
];
const plain = measures(BASE);

test.each(CHANGES)('%s is the same at time zero and as a start value', (set, to) => {
  const change: Change = { atS: 0, set, to };
  const start = folded({ base: BASE, changes: [change] }, [set]);
  expect(start.changes).toEqual([]);
  const run = measures(start.base);
  expect(run).not.toEqual(plain);
  expect(run).toEqual(measures({ ...BASE, changes: [change] }));
});

test('the same congestion control again has an effect: it starts anew', () => {
  const again: Change = { atS: 2, set: 'traffic.0.cc', to: 'cubic' };
  expect(isIdle(BASE, again)).toBe(false);
  expect(measures({ ...BASE, changes: [again] })).not.toEqual(plain);
});

const others = CHANGES.filter(([set]) => !set.endsWith('.cc'));
test.each(others)('%s without an effect can be removed', (set, to) => {
  const base = folded({ base: BASE, changes: [{ atS: 0, set, to }] }, [set]).base;
  const idle: Change = { atS: 2, set, to };
  expect(isIdle(base, idle)).toBe(true);
  const tidy = tidied({ base, changes: [] }, { base, changes: [idle] });
  expect(tidy.changes).toEqual([]);
  expect(measures({ ...base, changes: [idle] })).toEqual(measures(base));
});

test('the change that ends a schedule has an effect, also to the start value', () => {
  const schedule = { kind: 'square' as const, highMbps: 8, lowMbps: 2, periodS: 1 };
  const base = { ...BASE, link: { ...BASE.link, schedule } };
  const end: Change = { atS: 2, set: 'link.rateMbps', to: 10 };
  expect(isIdle(base, end)).toBe(false);
  expect(measures({ ...base, changes: [end] })).not.toEqual(measures(base));
});
