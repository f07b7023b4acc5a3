import { expect, test } from 'vitest';
import type { Change, Scenario } from '../document/scenario';
import { timelineEntries } from './timeline-entries';

const BASE: Scenario = {
  version: 1,
  durationS: 60,
  link: { rateMbps: 25, rttMs: 50, buffer: { bdp: 2 } },
  queues: [{ kind: 'droptail' }, { kind: 'pie', variant: 'paper2013' }],
  traffic: [
    { kind: 'bulk', flows: 5 },
    { kind: 'cbr', rateMbps: 1 },
  ],
};

function check(changes: readonly Change[], labels: readonly string[]): void {
  expect(timelineEntries(BASE, changes).map((m) => m.label)).toEqual(labels);
}
const one = (set: string, to: unknown): Change[] => [{ atS: 1, set, to }];

test('an entry names the parameter, its former value and its new one', () => {
  check(one('link.rateMbps', 10), ['bandwidth 25 → 10 Mbit/s']);
  check(one('link.rttMs', 100), ['RTT 50 → 100 ms']);
  check(one('link.buffer', { packets: 40 }), ['buffer 2 BDP → 40 packets']);
  check(one('link.buffer', { packets: 1 }), ['buffer 2 BDP → 1 packet']);
  check(one('traffic.0.flows', 1), ['flows 5 → 1']);
  check(one('traffic.0.cc', 'newreno'), ['CUBIC → NewReno']);
  check(one('traffic.0.cc', { kind: 'cubic', beta: 0.5 }), ['CUBIC → CUBIC, beta 0.5']);
  check(one('traffic.0.ecn', true), ['ECN on']);
  check(one('traffic.1.rateMbps', 5), ['CBR 1 → 5 Mbit/s']);
  check(one('queues.0', { kind: 'codel' }), ['lane 1: Drop-tail → CoDel']);
  check(one('queues.0', { kind: 'codel', ecn: true }), ['lane 1: Drop-tail → CoDel with ECN']);
  check(one('queues.1.targetMs', 5), ['lane 2: target 20 → 5 ms']);
  check(one('queues.1.ecn', true), ['lane 2: ECN on']);
  check(one('burst', { rateMbps: 0.5, durationS: 2 }), ['burst 500 kbit/s, 2 s']);
});

test('values that are set have all their digits', () => {
  const label = (set: string, to: unknown): string => timelineEntries(BASE, one(set, to))[0].label;
  expect(label('link.rateMbps', 25.001)).toBe('bandwidth 25 → 25.001 Mbit/s');
  expect(label('link.rttMs', 200.4)).toMatch(/→ 200\.4 ms$/);
  expect(label('link.rateMbps', 12345.5)).toBe('bandwidth 25 → 12\u202f345.5 Mbit/s');
});

test('changes of the reverse bottleneck name it', () => {
  const reverse = { rateMbps: 1, buffer: { ms: 500 } };
  const pie = { kind: 'pie' } as const;
  const label = (name: string, to: unknown, own: object = reverse): string => {
    const base = { ...BASE, link: { ...BASE.link, reverse: own } } as Scenario;
    return timelineEntries(base, one(`link.reverse.${name}`, to))[0].label;
  };
  expect(label('rateMbps', 2)).toBe('reverse bandwidth 1 → 2 Mbit/s');
  expect(label('buffer', { packets: 40 })).toBe('reverse buffer 500 ms → 40 packets');
  expect(label('queue', pie)).toBe('reverse queue as the lane → PIE');
  expect(label('queue', null, { ...reverse, queue: pie })).toBe('reverse queue PIE → as the lane');
  const slower = { kind: 'pie', targetMs: 30 };
  expect(label('queue', slower, { ...reverse, queue: pie })).toBe('reverse target 15 → 30 ms');
});

test('groups of one kind are numbered like their controls', () => {
  const traffic: Scenario['traffic'] = [
    { kind: 'bulk', flows: 5 },
    { kind: 'cbr', rateMbps: 1 },
    { kind: 'bulk', cc: 'newreno' },
  ];
  const label = (set: string, to: unknown): string =>
    timelineEntries({ ...BASE, traffic }, one(set, to))[0].label;
  expect(label('traffic.2.flows', 3)).toBe('flows 1 → 3, group 2');
  expect(label('traffic.0.cc', 'newreno')).toBe('CUBIC → NewReno, group 1');
  expect(label('traffic.1.rateMbps', 3)).toBe('CBR 1 → 3 Mbit/s');
});

test('datagrams are named by their kind, and several sources by the rate of each', () => {
  const rate = (kind: 'cbr' | 'poisson', flows: number): string =>
    timelineEntries(
      { ...BASE, traffic: [{ kind, flows, rateMbps: 1 }] },
      one('traffic.0.rateMbps', 3),
    )[0].label;
  expect(rate('cbr', 1)).toBe('CBR 1 → 3 Mbit/s');
  expect(rate('cbr', 2)).toBe('CBR 1 → 3 Mbit/s each');
  expect(rate('poisson', 1)).toBe('Poisson 1 → 3 Mbit/s');
});

test('a parameter of a queue has its unit, and its lane if there are several', () => {
  const alone = (queue: Scenario['queues'][number], name: string, to: unknown): string =>
    timelineEntries({ ...BASE, queues: [queue] }, one(`queues.0.${name}`, to))[0].label;
  expect(alone({ kind: 'codel' }, 'targetMs', 10)).toBe('target 5 → 10 ms');
  expect(alone({ kind: 'codel', targetMs: 7 }, 'targetMs', 10)).toBe('target 7 → 10 ms');
  expect(alone({ kind: 'codel' }, 'ceThresholdMs', 1)).toBe('CE threshold off → 1 ms');
  expect(alone({ kind: 'codel', ceThresholdMs: 1 }, 'ceThresholdMs', null)).toBe(
    'CE threshold 1 → off',
  );
  expect(alone({ kind: 'red' }, 'maxPackets', 40)).toBe('upper threshold 15 → 40 packets');
  expect(alone({ kind: 'red' }, 'maxBytes', 40000)).toBe('upper threshold → 40\u202f000 bytes');
  expect(alone({ kind: 'red' }, 'gentle', false)).toBe('gentle off');
  expect(
    timelineEntries({ ...BASE, queues: [{ kind: 'codel' }] }, one('queues.0', { kind: 'pie' })),
  ).toEqual([expect.objectContaining({ label: 'CoDel → PIE' })]);
});

test('ECN at both ends is one entry', () => {
  const both = (atS: number, to: boolean): Change[] =>
    ['traffic.0.ecn', 'queues.0.ecn', 'queues.1.ecn'].map((set) => ({ atS, set, to }));
  const list = timelineEntries(BASE, [...both(1, true), ...both(1.2, false)]);
  expect(list.map((m) => [m.label, m.indices])).toEqual([
    ['ECN on', [0, 1, 2]],
    ['ECN off', [3, 4, 5]],
  ]);
});

test('the former value of a change includes all earlier changes', () => {
  const changes = [
    { atS: 1, set: 'link.rateMbps', to: 10 },
    { atS: 5, set: 'link.rateMbps', to: 50 },
  ];
  check(changes, ['bandwidth 25 → 10 Mbit/s', 'bandwidth 10 → 50 Mbit/s']);
});

test('the changes of one movement are one entry, from its first value to its last', () => {
  const drag = [24, 20, 15, 10].map((to, i) => ({ atS: 1 + i / 5, set: 'link.rateMbps', to }));
  const list = timelineEntries(BASE, [...drag, { atS: 3, set: 'link.rateMbps', to: 5 }]);
  expect(list.map((m) => m.label)).toEqual(['bandwidth 25 → 10 Mbit/s', 'bandwidth 10 → 5 Mbit/s']);
  expect(list[0]).toMatchObject({ t: 1, indices: [0, 1, 2, 3] });
});

test('a movement back to its start shows the furthest value', () => {
  const drag = (set: string, ...values: unknown[]): Change[] =>
    values.map((to, i) => ({ atS: 1 + i / 5, set, to }));
  check(drag('link.rateMbps', 20, 10, 15, 25), ['bandwidth 25 → 10 Mbit/s and back']);
  const buffers = [1, 0.5, 2].map((bdp) => ({ bdp }));
  check(drag('link.buffer', ...buffers), ['buffer 2 BDP → 0.5 BDP and back']);
  check(drag('queues.1.alpha', 1, 0.125), ['lane 2: alpha 0.125 → 1 1/s and back']);
  check(drag('queues.0', { kind: 'pie' }, { kind: 'droptail' }), [
    'lane 1: Drop-tail → PIE and back',
  ]);
});

test('bursts are never merged', () => {
  const burst = { set: 'burst', to: { rateMbps: 10, durationS: 1 } };
  check(
    [
      { atS: 1, ...burst },
      { atS: 1.1, ...burst },
    ],
    ['burst 10 Mbit/s, 1 s', 'burst 10 Mbit/s, 1 s'],
  );
});

test('a burst that is still held has no length', () => {
  const to = { rateMbps: 10, durationS: 3600 };
  check([{ atS: 1, set: 'burst', to }], ['burst 10 Mbit/s']);
});

test('entries have distinct ids, also those of one time', () => {
  const burst = { atS: 1, set: 'burst', to: { rateMbps: 10, durationS: 1 } };
  const rate = { atS: 1, set: 'link.rateMbps', to: 5 };
  const rtt = { atS: 1, set: 'link.rttMs', to: 5 };
  const list = timelineEntries(BASE, [burst, burst, burst, rate, rtt, { ...rate, to: 6 }]);
  expect(list).toHaveLength(6);
  expect(new Set(list.map((m) => m.id)).size).toBe(6);
});

test('a change of one lane names the lane, and starts from its value', () => {
  check(
    [
      { atS: 1, set: 'link.rateMbps', to: 10, lane: 1 },
      { atS: 2, set: 'link.rateMbps', to: 5, lane: 1 },
      { atS: 3, set: 'link.rateMbps', to: 20 },
    ],
    [
      'lane 2: bandwidth 25 → 10 Mbit/s',
      'lane 2: bandwidth 10 → 5 Mbit/s',
      'bandwidth 25 → 20 Mbit/s',
    ],
  );
});

test('a muted change is an entry of its own, and later ones start from the value without it', () => {
  const changes: Change[] = [
    { atS: 1, set: 'link.rateMbps', to: 10, muted: true },
    { atS: 1.1, set: 'link.rateMbps', to: 5 },
  ];
  const list = timelineEntries(BASE, changes);
  expect(list.map(({ label, isMuted }) => [label, isMuted])).toEqual([
    ['bandwidth 25 → 10 Mbit/s', true],
    ['bandwidth 25 → 5 Mbit/s', false],
  ]);
});

test('equal changes of a lane and its fork are one entry until they part', () => {
  const base = { ...BASE, queues: [{ kind: 'codel' }, { kind: 'codel' }] } as Scenario;
  const both = (atS: number, to: number): Change[] =>
    [0, 1].map((lane) => ({ atS, set: `queues.${lane}.targetMs`, to }));
  const changes = [
    ...both(1, 6),
    ...both(1.2, 7),
    { atS: 5, set: 'queues.1', to: { kind: 'pie' } },
    { atS: 6, set: 'queues.0.ecn', to: true },
    { atS: 6, set: 'queues.1.ecn', to: true },
  ];
  expect(timelineEntries(base, changes).map(({ label, indices }) => [label, indices])).toEqual([
    ['lanes 1, 2: target 5 → 7 ms', [0, 1, 2, 3]],
    ['lane 2: CoDel → PIE', [4]],
    ['lanes 1, 2: ECN on', [5, 6]],
  ]);
});

test('each order to drop packets is an entry of its own', () => {
  const base: Scenario = {
    version: 1,
    durationS: 60,
    link: { rateMbps: 25, rttMs: 50, buffer: { bdp: 2 } },
    queues: [{ kind: 'manual' }, { kind: 'codel' }],
    traffic: [{ kind: 'bulk' }],
  };
  const order = (atS: number, to: number): Change => ({ atS, set: 'queues.0.dropNext', to });
  const entries = timelineEntries(base, [order(1, 1), order(1.1, 3)]);
  expect(entries.map(({ label }) => label)).toEqual([
    'lane 1: drop the next packet',
    'lane 1: drop the next 3 packets',
  ]);
});
