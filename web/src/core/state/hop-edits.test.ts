import { expect, test } from 'vitest';
import type { Scenario } from '../document/scenario';
import { withHop, withoutHop } from './hop-edits';

const buffer = { packets: 50 };
const BASE: Scenario = {
  version: 1,
  durationS: 60,
  link: {
    rateMbps: 10,
    rttMs: 40,
    buffer,
    hopsBefore: [{ rateMbps: 20, buffer }],
    hopsAfter: [{ rateMbps: 8, buffer }],
  },
  queues: [{ kind: 'droptail' }],
  traffic: [
    { kind: 'bulk' },
    { kind: 'bulk', lastHop: 1 },
    { kind: 'bulk', firstHop: 2, lastHop: 2 },
    { kind: 'bulk', firstHop: 3 },
  ],
};
const spans = ({ traffic }: Scenario): unknown[] =>
  traffic.map(({ firstHop, lastHop }) => [firstHop, lastHop]);

test('a new hop before that of the lanes moves the groups behind it', () => {
  const { base } = withHop({ base: BASE, changes: [] }, 'hopsBefore');
  expect(base.link.hopsBefore).toEqual([
    { rateMbps: 20, buffer },
    { rateMbps: 10, buffer },
  ]);
  expect(spans(base)).toEqual([
    [undefined, undefined],
    [undefined, 1],
    [3, 3],
    [4, undefined],
  ]);
});

test('a new hop at the end leaves the groups where they are', () => {
  const { base } = withHop({ base: BASE, changes: [] }, 'hopsAfter');
  expect(base.link.hopsAfter).toHaveLength(2);
  expect(spans(base)).toEqual(spans(BASE));
});

test('without a hop its changes are gone, and groups pass the rest of the path', () => {
  const changes = [
    { atS: 1, set: 'link.hopsBefore.0.rateMbps', to: 5 },
    { atS: 2, set: 'link.hopsAfter.0.rateMbps', to: 5 },
  ];
  const next = withoutHop({ base: BASE, changes }, 'hopsBefore', 0);
  expect(next.changes).toEqual([changes[1]]);
  expect('hopsBefore' in next.base.link).toBe(false);
  expect(spans(next.base)).toEqual([
    [undefined, undefined],
    [undefined, 1],
    [undefined, 1],
    [2, undefined],
  ]);
  const one = withoutHop(next, 'hopsAfter', 0);
  expect(
    spans(one.base)
      .flat()
      .every((hop) => hop === undefined),
  ).toBe(true);
});

test('the changes of later hops get the numbers of the hops', () => {
  const two = withHop({ base: BASE, changes: [] }, 'hopsBefore').base;
  const changes = [{ atS: 1, set: 'link.hopsBefore.1.delayMs', to: 5 }];
  expect(withoutHop({ base: two, changes }, 'hopsBefore', 0).changes).toEqual([
    { atS: 1, set: 'link.hopsBefore.0.delayMs', to: 5 },
  ]);
});
