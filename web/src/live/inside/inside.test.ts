import { describe, expect, test } from 'vitest';
import type { LaneEvents, LoggedEvent } from '../../core/sim/events.generated';
import { QUEUES } from '../../core/document/scenario.generated';
import type { Queue, QueueKind } from '../../core/document/scenario';
import { binsWithEvents, Inspection } from './inspection.svelte';
import { shown } from './labels';
import { momentAt, overMs, stateOf } from './moment';
import { due, gaps } from './pictures/codel';
import { termsOf } from './pictures/controller';
import { PICTURES } from './pictures/registry';
import { isPlot, roundTop } from './pictures/picture';
import { curve, cut } from './pictures/red';
import { firedLine, numbersBeside, parseRule, ruleBehind, ruleOf } from './rules';
import { summaryOf } from './summary';

const kinds = Object.keys(QUEUES) as QueueKind[];
const style = { colour: 'var(--lane-blue)', dash: [], shape: 0 };

/** A span in which the numbers of the state had these values at 1.00, 1.01, ... s. */
function found(
  numbers: Readonly<Record<string, readonly (number | null)[]>>,
  events: readonly LoggedEvent[] = [],
): LaneEvents {
  const length = Object.values(numbers)[0].length;
  const timesS = Array.from({ length }, (_, i) => 1 + i / 100);
  const series = Object.entries(numbers).map(([name, values]) => ({ name, unit: '', values }));
  return {
    events,
    eventCount: events.length,
    probes: [{ timesS, series }],
    probeCount: length,
    buckets: [],
    sending: null,
  };
}

function dropAt(atS: number, count: number, reason = 'codel.next'): LoggedEvent {
  const numbers = [{ name: 'count', unit: 'drops', value: count }];
  const rest = {
    hop: '1',
    flow: 1,
    group: 0,
    packet: count,
    bytes: 1500,
    sojournMs: 20,
    sentence: '',
  };
  return { atS, kind: 'drop', reason, numbers, ...rest };
}

const at = (atS: number, queue: Queue, of: LaneEvents): ReturnType<typeof momentAt> =>
  momentAt(of, queue, { atS, event: undefined, linkMbps: 10 });

describe('rules', () => {
  test.each(kinds)('%s has a rule with a source and lines that stand for its overflow', (kind) => {
    const rule = ruleOf(kind)!;
    expect(rule.source.length).toBeGreaterThan(5);
    expect(rule.lines.length).toBeGreaterThan(1);
    expect(firedLine(rule, 'overflow')).toBeGreaterThanOrEqual(0);
  });

  test('a line has its depth, text, codes and numbers', () => {
    const { source, lines } = parseRule(
      'RFC 1\non dequeue():\n  drop; p = {a}  # x.one two {count} {target}\n    a = b  {c}\n',
    );
    expect(source).toBe('RFC 1');
    expect(lines).toEqual([
      { depth: 0, text: 'on dequeue():', codes: [], numbers: [] },
      { depth: 1, text: 'drop; p = {a}', codes: ['x.one', 'two'], numbers: ['count', 'target'] },
      { depth: 2, text: 'a = b', codes: [], numbers: ['c'] },
    ]);
  });

  test('the line that fired has the numbers of the event before those of the state', () => {
    const rule = ruleOf('codel')!;
    const line = rule.lines[firedLine(rule, 'codel.next')];
    const numbers = [{ name: 'count', unit: '', value: 9 }];
    expect(numbersBeside(line, dropAt(1, 5).numbers, numbers)[0].value).toBe(5);
    expect(numbersBeside(line, numbers)[0].value).toBe(9);
    expect(firedLine(rule, 'nothing.known')).toBe(-1);
  });
});

test('the rule behind a drop at another hop is that of its discipline', () => {
  expect(ruleBehind(dropAt(1, 1), 'red')).toBe(ruleOf('codel'));
  expect(ruleBehind(dropAt(1, 1, 'overflow'), 'red')).toBe(ruleOf('red'));
  expect(ruleBehind({ ...dropAt(1, 1, 'path.loss'), kind: 'loss' }, 'red')).toBeUndefined();
});

test('a chosen drop stays while its lane is shown at another place, and goes with its lane', async () => {
  const inspection = new Inspection({} as ConstructorParameters<typeof Inspection>[0]);
  const drop = dropAt(1, 2);
  const leave = inspection.show(0);
  inspection.event = drop;
  leave();
  const leaveAgain = inspection.show(0);
  await Promise.resolve();
  expect(inspection.event).toBe(drop);
  leaveAgain();
  inspection.show(1);
  await Promise.resolve();
  expect(inspection.event).toBeUndefined();
});

describe('the moment', () => {
  const numbers = { probability: [0.1, 0.2, null, 0.4] };

  test('has the last state before it, and the trail until there', () => {
    const moment = at(1.015, { kind: 'pie' }, found(numbers));
    expect(stateOf(moment, 'probability')).toBe(0.2);
    expect(overMs(moment, 'probability').map(([ms]) => Math.round(ms))).toEqual([-15, -5]);
  });

  test('has no number where the state has none', () => {
    const moment = at(1.02, { kind: 'pie' }, found(numbers));
    expect(stateOf(moment, 'probability')).toBeUndefined();
    expect(overMs(moment, 'probability')).toHaveLength(2);
  });

  test('before the first packet there is no state', () => {
    const moment = at(0.5, { kind: 'pie' }, found(numbers));
    expect(moment.state).toEqual([]);
    expect(summaryOf(moment).word).toBe('No packets yet');
  });

  test('drop-tail says that it has no state', () => {
    const probes = [{ timesS: [1], series: [] }];
    const none = { events: [], eventCount: 0, probes, probeCount: 1, buckets: [], sending: null };
    expect(summaryOf(at(1, { kind: 'droptail' }, none)).word).toBe('No state');
  });

  test('reads parameters in force, defaults included', () => {
    const moment = at(1, { kind: 'codel', targetMs: 7 }, found(numbers));
    expect([moment.parameter('targetMs'), moment.parameter('intervalMs')]).toEqual([7, 100]);
  });
});

describe('PIE', () => {
  test('the terms of an update follow from the delays of two updates', () => {
    const state = { probability: [0, 0, 0, 0], estimatedDelay: [20, 20, 26, 23] };
    const moment = at(1.03, { kind: 'pie', targetMs: 15, alpha: 0.125, beta: 1.25 }, found(state));
    const terms = termsOf(moment, 'estimatedDelay');
    expect(terms).toHaveLength(2);
    // 0.125/s * 11 ms and 1.25/s * 6 ms.
    expect(terms[0].integral).toBeCloseTo(0.1375, 9);
    expect(terms[0].proportional).toBeCloseTo(0.75, 9);
    expect(terms[1].proportional).toBeCloseTo(-0.375, 9);
  });
});

describe('CoDel', () => {
  const state = {
    dropping: [1],
    count: [4],
    lastSojourn: [30],
    nextDrop: [1.02],
    firstAbove: [null],
  };

  test('the drops that are due follow the control law', () => {
    const moment = at(1, { kind: 'codel' }, found(state));
    const times = due(moment);
    expect(times[0]).toBeCloseTo(20);
    expect(times[1] - times[0]).toBeCloseTo(100 / Math.sqrt(5));
    expect(times.at(-1)).toBeLessThanOrEqual(300);
  });

  test('gaps join drops of one dropping state only', () => {
    const events = [
      dropAt(0.5, 1, 'codel.enter'),
      dropAt(0.6, 2),
      dropAt(0.65, 3),
      dropAt(0.9, 1, 'codel.enter'),
      dropAt(0.95, 7, 'overflow'),
    ];
    const moment = at(1, { kind: 'codel' }, found(state, events));
    expect(gaps(moment).map(([n, ms]) => [n, Math.round(ms)])).toEqual([
      [1, 100],
      [2, 50],
    ]);
  });

  test('the sentence names delay, target and the next drop', () => {
    expect(summaryOf(at(1, { kind: 'codel' }, found(state)))).toEqual({
      word: 'Dropping',
      sentence: 'The delay is 30.0 ms, above the target of 5 ms. Drop 5 is due in 20.0 ms.',
    });
    const late = summaryOf(at(1.0215, { kind: 'codel' }, found({ ...state, nextDrop: [1.0205] })));
    expect(late.sentence).toMatch(/Drop 5 was due 1\.00 ms ago\.$/);
  });
});

test('RED rises gently to 1 at twice the upper threshold, and jumps in Linux', () => {
  const numbers = {
    minThreshold: [5],
    maxThreshold: [15],
    maxProbability: [0.1],
    averageQueue: [8],
  };
  const gentle = curve(at(1, { kind: 'red' }, found(numbers)), 40);
  expect(gentle).toEqual([
    [0, 0],
    [5, 0],
    [15, 10],
    [30, 100],
    [40, 100],
  ]);
  const linux = curve(at(1, { kind: 'red', variant: 'linux' }, found(numbers)), 40);
  expect(linux).toEqual([
    [0, 0],
    [5, 0],
    [15, 10],
    [15, 100],
    [40, 100],
  ]);
});

test('a curve ends at the height of its picture', () => {
  expect(
    cut(
      [
        [0, 0],
        [10, 10],
        [20, 110],
      ],
      60,
    ),
  ).toEqual([
    [0, 0],
    [10, 10],
    [15, 60],
  ]);
  expect(
    cut(
      [
        [0, 0],
        [10, 10],
      ],
      60,
    ),
  ).toHaveLength(2);
});

test('every picture can be drawn from an empty state', () => {
  for (const kind of kinds) {
    const moment = at(1, { kind }, found({ unknown: [1] }));
    for (const picture of PICTURES[kind]?.(moment, style) ?? []) {
      const ranges = isPlot(picture) ? [picture.x, picture.y] : picture.columns;
      for (const { range } of ranges) expect(range?.[0], kind).toBeLessThan(range![1]);
      expect(JSON.stringify(picture), kind).not.toMatch(/NaN|undefined|Infinity/);
    }
    expect(summaryOf(moment).sentence).not.toMatch(/NaN|undefined/);
  }
});

test.each([
  [0, 1, 1],
  [3, 1, 5],
  [11, 1, 20],
  [0.5, 0, 0.5],
  [100, 1, 100],
])('the top of an axis for %d, at least %d, is %d', (value, least, top) => {
  expect(roundTop(value, least)).toBe(top);
});

test('numbers have units, shares are in percent, and times count from the moment', () => {
  const number = (name: string, unit: string, value: number | null): string =>
    shown({ name, unit, value }, 2);
  expect(number('probability', '', 0.0123)).toBe('1.23 %');
  expect(number('nextDrop', 's', 2.03)).toBe('in 30.0 ms');
  expect(number('dropping', '', 1)).toBe('yes');
  expect(number('dropping', 'queues', 2)).toBe('2 queues');
  expect(number('departureRate', 'Mbit/s', null)).toBe('none');
  expect(number('departureRate', 'Mbit/s', 1)).toBe('1 Mbit/s');
  expect(number('count', 'drops', 1)).toBe('1 drop');
});

test('the samples with drops or marks are found in both directions', () => {
  const column = (values: number[]): never =>
    ({ startS: 0, stepS: 0.01, values: Float32Array.from(values), length: values.length }) as never;
  const columns = {
    drops: column([1, 0, 0, 2, 0]),
    marks: column([0, 0, 1, 0, 0]),
    reverse: undefined,
    hops: [],
  };
  expect([...binsWithEvents(columns, 0.005, 1)]).toEqual([0, 2, 3]);
  expect([...binsWithEvents(columns, 0.025, 1)]).toEqual([2, 3]);
  expect([...binsWithEvents(columns, 0.025, -1)]).toEqual([3, 2, 0]);
});
