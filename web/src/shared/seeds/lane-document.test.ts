import { expect, test } from 'vitest';
import type { Scenario } from '../../core/document/scenario';
import { PLAIN } from '../../core/state/testing';
import { equalUntilS, laneDocument, textOf } from './lane-document';

const CHANGES: NonNullable<Scenario['changes']> = [
  { atS: 5, set: 'link.rateMbps', to: 4 },
  { atS: 8, set: 'queues.0', to: { kind: 'pie' } },
  { atS: 9, set: 'queues.1.targetMs', to: 20 },
  { atS: 12, set: 'burst', to: { rateMbps: 5, durationS: 2 } },
];
const SCENARIO: Scenario = { ...PLAIN, seed: 7, changes: CHANGES };
const of = (more: Partial<Scenario>, lane = 1): ReturnType<typeof laneDocument> =>
  laneDocument({ ...SCENARIO, ...more }, lane);

test('the scenario of a lane has this lane and its changes alone', () => {
  const text = JSON.parse(textOf(laneDocument(SCENARIO, 1), 60)) as Scenario;
  expect(text).toEqual({
    version: 1,
    durationS: 60,
    link: PLAIN.link,
    queues: [{ kind: 'codel' }],
    traffic: PLAIN.traffic,
    changes: [CHANGES[0], { atS: 9, set: 'queues.0.targetMs', to: 20 }, CHANGES[3]],
  });
});

test('a lane does not depend on names, the seed, the duration or other lanes', () => {
  const same: Partial<Scenario>[] = [
    { title: 'Another', about: 'text', seed: 3, durationS: 90 },
    { traffic: PLAIN.traffic.map((group) => ({ ...group, name: 'Downloads' })) },
    { queues: [{ kind: 'red' }, { kind: 'codel' }], changes: CHANGES.toSpliced(1, 1) },
  ];
  for (const more of same) expect(equalUntilS(of(more), laneDocument(SCENARIO, 1))).toBe(Infinity);
  const moved = of({ queues: [{ kind: 'codel' }], changes: [CHANGES[0], CHANGES[3]] }, 0);
  const unchanged = of({ changes: CHANGES.toSpliced(2, 1) });
  expect(equalUntilS(moved, unchanged)).toBe(Infinity);
});

test('after an edit two documents are equal until it takes effect', () => {
  const before = of({});
  const until = (changes: Scenario['changes']): number => equalUntilS(of({ changes }), before);
  expect(until([...CHANGES, { atS: 30, set: 'link.rttMs', to: 9 }])).toBe(30);
  expect(until(CHANGES.slice(0, 3))).toBe(12);
  // Moved from 12 s, either way.
  expect(until([...CHANGES.slice(0, 3), { ...CHANGES[3], atS: 10 }])).toBe(10);
  expect(until([...CHANGES.slice(0, 3), { ...CHANGES[3], atS: 40 }])).toBe(12);
  expect(until([{ ...CHANGES[0], to: 3 }, ...CHANGES.slice(1)])).toBe(5);
  expect(equalUntilS(of({ link: { ...PLAIN.link, rttMs: 51 } }), before)).toBe(0);
  expect(equalUntilS(of({ queues: [{ kind: 'droptail' }, { kind: 'pie' }] }), before)).toBe(0);
});
