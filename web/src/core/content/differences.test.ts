import { expect, test } from 'vitest';
import type { Scenario } from '../document/scenario';
import { differences, differenceText } from './differences';

const WAS: Scenario = {
  version: 1,
  title: 'Uplink',
  durationS: 60,
  link: { rateMbps: 10, rttMs: 40, buffer: { packets: 100 } },
  queues: [{ kind: 'codel' }, { kind: 'droptail' }],
  traffic: [{ kind: 'bulk', flows: 4 }],
};

test('start values that differ are named as on the timeline', () => {
  expect(
    differences(WAS, {
      ...WAS,
      link: { ...WAS.link, rateMbps: 50, buffer: { packets: 20 }, hops: [] } as Scenario['link'],
      queues: [{ kind: 'codel', targetMs: 10 }, { kind: 'pie' }],
      traffic: [{ kind: 'bulk', flows: 9 }],
      seed: 3,
    }),
  ).toEqual([
    'bandwidth 10 → 50 Mbit/s',
    'buffer 100 packets → 20 packets',
    'other parts of the path',
    'lane 1: target 5 → 10 ms',
    'lane 2: Drop-tail → PIE',
    'flows 4 → 9',
    'seed 1 → 3',
  ]);
});

test('changes, lanes, groups and texts are counted or named; a longer run is no difference', () => {
  expect(differences(WAS, { ...WAS, durationS: 90 })).toEqual([]);
  const now: Scenario = {
    ...WAS,
    title: 'Mine',
    about: 'Notes.',
    queues: [...WAS.queues, { kind: 'red' }],
    traffic: [...WAS.traffic, { kind: 'cbr', rateMbps: 1 }],
    changes: [{ atS: 5, set: 'link.rateMbps', to: 4 }],
  };
  expect(differences(WAS, now)).toEqual([
    '2 → 3 lanes',
    'the groups of the traffic',
    '1 change on the timeline',
    'the title',
    'the notes',
  ]);
  expect(differences(now, { ...now, changes: [] })).toEqual(['no changes on the timeline']);
  expect(differenceText(WAS, now)).toBe(
    'This run differs from the scenario that it came from: 2 → 3 lanes; the groups of the traffic; 1 change on the timeline; the title; 1 more.',
  );
});
