import { describe, expect, test } from 'vitest';
import { QUEUES } from '../../core/content/queues';
import type { Goal, Scenario } from '../../core/document/scenario.generated';
import {
  boundOf,
  challengeOf,
  draftOf,
  firstFree,
  freeable,
  fromShown,
  measured,
  measureName,
  otherProblems,
  problemsOf,
  settingsToTry,
  toShown,
  withBound,
  withMeasure,
  withValues,
} from './draft';

const SCENARIO = {
  version: 1,
  title: 'My link',
  about: 'What I watched.',
  durationS: 60,
  link: { rateMbps: 10, rttMs: 40, buffer: { packets: 600 } },
  queues: [{ kind: 'droptail' }, { kind: 'codel', targetMs: 7 }],
  traffic: [
    { kind: 'bulk', name: 'Downloads', flows: 4 },
    { kind: 'voip', name: 'Call' },
  ],
} as unknown as Scenario;
const WORDS = QUEUES.map(({ kind, label }) => ({ value: kind, label }));
const free = freeable(SCENARIO, WORDS);
const at = (path: string) => free.find((one) => one.path === path)!;

test('a draft has the title of a challenge, and makes the scenario one', () => {
  const draft = draftOf(SCENARIO);
  expect(draft).toEqual({
    ...{ title: 'Challenge: My link', about: 'What I watched.', goals: [], free: [] },
  });
  const goals: Goal[] = [{ measure: 'utilization', atLeast: 0.9 }];
  const challenge = challengeOf(SCENARIO, { ...draft, about: ' Keep \n the link busy. ', goals });
  expect(challenge).toEqual({
    ...{ ...SCENARIO, title: 'Challenge: My link', about: 'Keep the link busy.', goals, free: [] },
  });
  expect(draftOf(challenge)).toMatchObject({ title: 'Challenge: My link', goals });
});

test('goals measure lanes, and groups with their goodput and the results of their application', () => {
  const names = measured(SCENARIO).map(({ name }) => name);
  for (const name of [
    'queueDelayMs.p95',
    'groups.0.goodputMbps',
    'groups.1.mos',
    'groups.1.queueDelayMs.mean',
  ])
    expect(names, name).toContain(name);
  expect(names).not.toContain('groups.1.goodputMbps');
});

test('a goal changes its measure and keeps a bound with the same unit only', () => {
  const goal: Goal = { measure: 'queueDelayMs.mean', lane: 1, atMost: 20, fromS: 5 };
  expect(withMeasure(goal, 'queueDelayMs.p95', true)).toEqual({
    ...goal,
    measure: 'queueDelayMs.p95',
  });
  const mos = withMeasure(goal, 'groups.1.mos', false);
  expect(mos).toEqual({ measure: 'mos', group: 1, lane: 1, atMost: 0, fromS: 5 });
  expect(measureName(mos)).toBe('groups.1.mos');
  expect(withMeasure(mos, 'utilization', false)).not.toHaveProperty('group');
});

test.each<Goal>([
  { measure: 'jain', atMost: 0.5 },
  { measure: 'jain', atLeast: 0 },
  { measure: 'jain', lessThanLane: 0 },
  { measure: 'jain', moreThanLane: 2 },
])('the bound %j survives', (goal) => {
  expect(withBound({ measure: 'jain', atMost: 7 }, boundOf(goal))).toEqual(goal);
});

test('shares are shown in percent without rounding errors', () => {
  for (const share of [0.97, 0.07, 0.29, 0.575, 1])
    expect(fromShown(toShown(share, 100), 100)).toBe(share);
  expect(toShown(0.29, 100)).toBe(29);
});

test('every value of the scenario can be free, with a range that holds the present value', () => {
  expect(firstFree(at('link.buffer.packets'))).toMatchObject({ set: 'link.buffer.packets' });
  for (const one of free) {
    const added = firstFree(one);
    if (added.values) expect(added.values, one.path).toContain(one.value);
    else if (typeof one.value === 'number') {
      expect(added.min, one.path).toBeLessThanOrEqual(one.value);
      expect(added.max, one.path).toBeGreaterThanOrEqual(one.value);
    }
  }
  expect(firstFree(at('queues.0.kind'))).toEqual({ set: 'queues.0.kind', values: ['droptail'] });
});

test('problems stand at their entry, and others below', () => {
  const problems = ['goals[1].atMost', 'goals[10].lane', 'free[1]', 'title', 'goals'].map(
    (path) => ({ path, message: 'is wrong.' }),
  );
  expect(problemsOf(problems, 'goals[1]').map(({ path }) => path)).toEqual(['goals[1].atMost']);
  expect(problemsOf(problems, 'free[1]')).toHaveLength(1);
  expect(otherProblems(problems).map(({ path }) => path)).toEqual(['title', 'goals']);
});

describe('a search', () => {
  test('tries the ends and values evenly between them, each setting once', () => {
    const settings = settingsToTry(
      [
        { set: 'link.buffer.packets', min: 10, max: 1000 },
        { set: 'queues.0.kind', values: ['droptail', 'pie'] },
        { set: 'queues.1.dropNext', min: 1, max: 9, live: true },
      ],
      () => true,
      24,
    );
    expect(settings).toHaveLength(24);
    expect(settings[0]).toEqual([
      ['link.buffer.packets', 10],
      ['queues.0.kind', 'droptail'],
    ]);
    expect(settings[1]).toEqual([
      ['link.buffer.packets', 1000],
      ['queues.0.kind', 'pie'],
    ]);
    // Over decades by factors: half of them are below the geometric mean.
    const packets = settings.map(([[, value]]) => Number(value));
    expect(packets.filter((value) => value < 100).length).toBeGreaterThan(8);
    expect(packets.every((value) => Number.isInteger(value) && value >= 10 && value <= 1000)).toBe(
      true,
    );
    expect(settingsToTry([{ set: 'queues.0.kind', values: ['pie'] }], () => false, 24)).toEqual([
      [['queues.0.kind', 'pie']],
    ]);
    expect(settingsToTry([], () => false, 24)).toEqual([]);
  });

  test('a new discipline gets the free values of its kind only, as a hand-in does', () => {
    const values = [
      ['queues.0.targetMs', 9],
      ['queues.0.kind', 'pie'],
      ['queues.1.targetMs', 3],
      ['queues.1.kind', 'droptail'],
      ['link.buffer.packets', 77],
    ] as const;
    const next = withValues(SCENARIO, values);
    expect(next.queues).toEqual([{ kind: 'pie', targetMs: 9 }, { kind: 'droptail' }]);
    expect(next.link.buffer).toEqual({ packets: 77 });
    expect(SCENARIO.queues[0]).toEqual({ kind: 'droptail' });
  });
});
