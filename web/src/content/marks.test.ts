import { expect, test } from 'vitest';
import type { Change } from '../sim/protocol';
import type { Scenario } from '../sim/scenario';
import { marks } from './marks';

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
  expect(marks(BASE, changes).map((m) => m.label)).toEqual(labels);
}
const one = (set: string, to: unknown): Change[] => [{ atS: 1, set, to }];

test('a mark says what changed, from what to what', () => {
  check(one('link.rateMbps', 10), ['bandwidth 25 → 10 Mbit/s']);
  check(one('link.rttMs', 100), ['RTT 50 → 100 ms']);
  check(one('link.buffer', { packets: 40 }), ['buffer 2 BDP → 40 packets']);
  check(one('link.buffer', { packets: 1 }), ['buffer 2 BDP → 1 packet']);
  check(one('traffic.0.flows', 1), ['flows 5 → 1']);
  check(one('traffic.0.cc', 'newreno'), ['CUBIC → NewReno']);
  check(one('traffic.0.ecn', true), ['ECN on']);
  check(one('traffic.1.rateMbps', 5), ['CBR 1 → 5 Mbit/s']);
  check(one('queues.0', { kind: 'codel' }), ['Drop-tail → CoDel']);
  check(one('queues.1.targetMs', 5), ['PIE target → 5']);
  check(one('burst', { rateMbps: 0.5, durationS: 2 }), ['burst 500 kbit/s, 2 s']);
});

test('what a change starts from is what the changes before it left', () => {
  const changes = [
    { atS: 1, set: 'link.rateMbps', to: 10 },
    { atS: 5, set: 'link.rateMbps', to: 50 },
  ];
  check(changes, ['bandwidth 25 → 10 Mbit/s', 'bandwidth 10 → 50 Mbit/s']);
});

test('the changes of one movement are one mark, from its beginning to its end', () => {
  const drag = [24, 20, 15, 10].map((to, i) => ({ atS: 1 + i / 5, set: 'link.rateMbps', to }));
  const list = marks(BASE, [...drag, { atS: 3, set: 'link.rateMbps', to: 5 }]);
  expect(list.map((m) => m.label)).toEqual(['bandwidth 25 → 10 Mbit/s', 'bandwidth 10 → 5 Mbit/s']);
  expect(list[0]).toMatchObject({ t: 1, indices: [0, 1, 2, 3] });
});

test('a held burst is one mark, however long it was held', () => {
  const list = marks(BASE, [
    { atS: 1, set: 'traffic.1.rateMbps', to: 26 },
    { atS: 4.5, set: 'traffic.1.rateMbps', to: 1 },
  ]);
  expect(list.map((m) => m.label)).toEqual(['burst 25 Mbit/s, 3.5 s']);
  expect(list[0].indices).toEqual([0, 1]);
});

test('bursts never melt into one', () => {
  const burst = { set: 'burst', to: { rateMbps: 10, durationS: 1 } };
  check(
    [
      { atS: 1, ...burst },
      { atS: 1.1, ...burst },
    ],
    ['burst 10 Mbit/s, 1 s', 'burst 10 Mbit/s, 1 s'],
  );
});
