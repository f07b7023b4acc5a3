import { describe, expect, test } from 'vitest';
import {
  announcement,
  ceilStep,
  type DomainPolicy,
  type DomainState,
  follow,
  initialDomain,
  type Reach,
} from './domain';

const LINEAR: DomainPolicy = { kind: 'linear', least: [0, 5] };
const LOG: DomainPolicy = { kind: 'log', least: [0.5, 100] };

const upTo = (max: number, from = 0): Reach => ({ max, low: Infinity, span: [from, from + 30] });

/** Feeds one maximum per second; returns what the axis did, as text. */
function story(policy: DomainPolicy, maxima: number[]): string {
  let state = initialDomain(policy);
  return maxima
    .map((max, now) => {
      const before = state.domain[1];
      state = follow(policy, state, upTo(max), now);
      const high = state.domain[1];
      return `${high > before ? '+' : high < before ? '-' : ''}${high}`;
    })
    .join(' ');
}

test.each<[string, DomainPolicy, number[], string]>([
  ['starts at its least range', LINEAR, [1, 2], '5 5'],
  ['grows at once, in plain steps', LINEAR, [4, 7, 11, 60], '5 +10 +20 +100'],
  ['log axes grow by the same steps', LOG, [90, 400, 700], '100 +500 +1000'],
  ['a dip does not shrink the axis', LINEAR, [18, 2, 18, 2, 18], '+20 20 20 20 20'],
  ['four seconds of small data shrink the axis', LINEAR, [18, 2, 2, 2, 2, 2], '+20 20 20 20 20 -5'],
  [
    'it does not shrink below the visible data',
    LINEAR,
    [80, 9, 9, 9, 9, 9],
    '+100 100 100 100 100 -10',
  ],
  ['it does not shrink by a small step', LINEAR, [18, 9, 9, 9, 9, 9, 9], '+20 20 20 20 20 20 20'],
  [
    'without data it does not change',
    LINEAR,
    [18, NaN, NaN, NaN, NaN, NaN, NaN],
    '+20 20 20 20 20 20 20',
  ],
  ['it never exceeds the greatest range', { ...LINEAR, most: 100 }, [18, 140], '+20 +100'],
])('%s', (_, policy, maxima, expected) => {
  expect(story(policy, maxima)).toBe(expected);
});

test('a clock that goes back restarts the wait', () => {
  let state = follow(LINEAR, initialDomain(LINEAR), upTo(18), 100);
  state = follow(LINEAR, state, upTo(1), 101);
  state = follow(LINEAR, state, upTo(1), 3);
  state = follow(LINEAR, state, upTo(1), 6);
  expect(state.domain).toEqual([0, 20]);
  expect(follow(LINEAR, state, upTo(1), 7.5).domain).toEqual([0, 5]);
});

test('an axis does not stay large for values that are no longer visible', () => {
  const at = (...pictures: [from: number, max: number][]): string =>
    pictures
      .reduce<DomainState[]>(
        (states, [from, max], i) => [...states, follow(LINEAR, states[i], upTo(max, from), i / 60)],
        [initialDomain(LINEAR)],
      )
      .slice(1)
      .map((state) => state.domain[1])
      .join(' ');
  expect(at([0, 18], [100, 8])).toBe('20 10');
  expect(at([100, 18], [0, 8])).toBe('20 10');
  // Each picture shows a part of the one before, and the last shows nothing of the first.
  expect(at([0, 18], [20, 8], [29, 8], [30, 8])).toBe('20 20 20 10');
  expect(at([0, 18], [20, 15], [40, 8], [49, 8], [50, 8])).toBe('20 20 20 20 10');
});

describe('the low end', () => {
  /** Feeds one low end of the data per second. */
  const down = (policy: DomainPolicy, lows: number[]): string => {
    let state = initialDomain(policy);
    return lows
      .map((low, now) => {
        const before = state.domain[0];
        state = follow(policy, state, { ...upTo(50), low }, now);
        const end = state.domain[0];
        return `${end < before ? '+' : end > before ? '-' : ''}${end}`;
      })
      .join(' ');
  };

  test.each<[string, DomainPolicy, number[], string]>([
    ['of a linear axis stays', { ...LINEAR, least: [0, 100] }, [0.01, 0.01], '0 0'],
    ['of a log axis grows down at once, in plain steps', LOG, [0.6, 0.3, 0.06], '0.5 +0.2 +0.05'],
    ['exactly to a step', LOG, [0.2, 0.1, 0.05, 0.005], '+0.2 +0.1 +0.05 +0.005'],
    ['stays after a short rise', LOG, [0.06, 9, 0.06, 9, 0.06], '+0.05 0.05 0.05 0.05 0.05'],
    [
      'returns after four seconds of larger data',
      LOG,
      [0.06, 9, 9, 9, 9, 9],
      '+0.05 0.05 0.05 0.05 0.05 -0.5',
    ],
    [
      'returns at most to the visible data',
      LOG,
      [0.02, 0.3, 0.3, 0.3, 0.3, 0.3],
      '+0.02 0.02 0.02 0.02 0.02 -0.2',
    ],
    [
      'does not return by a small step',
      LOG,
      [0.06, 0.1, 0.1, 0.1, 0.1, 0.1],
      '+0.05 0.05 0.05 0.05 0.05 0.05',
    ],
    ['has a limit', LOG, [1e-9], '+0.0005'],
    ['has the limit of the policy', { ...LOG, lowest: 0.1 }, [0.2, 1e-9], '+0.2 +0.1'],
    ['stays without data below', LOG, [Infinity, NaN], '0.5 0.5'],
  ])('%s', (_, policy, lows, expected) => {
    expect(down(policy, lows)).toBe(expected);
  });

  test('changes independently of the high end', () => {
    let state = follow(LOG, initialDomain(LOG), { ...upTo(400), low: 0.06 }, 0);
    expect(state.domain).toEqual([0.05, 500]);
    for (let now = 1; now < 6; now++) state = follow(LOG, state, { ...upTo(400), low: 9 }, now);
    expect(state.domain).toEqual([0.5, 500]);
  });
});

describe('plain steps', () => {
  test.each([
    [0.07, 0.1],
    [0.1, 0.1],
    [1, 1],
    [1.01, 2],
    [2, 2],
    [5.0001, 10],
    [400, 500],
    [1000, 1000],
    [0, 0],
  ])('above %f is %f', (v, step) => {
    expect(ceilStep(v)).toBe(step);
  });

  test('are exact for every decade', () => {
    for (let e = -12; e <= 12; e++) expect(ceilStep(Number(`1e${e}`))).toBe(Number(`1e${e}`));
  });
});

test('the announcement names the new range', () => {
  expect(announcement([0, 20], String, '%')).toBe('0 to 20 %');
  expect(announcement([1, 2], String, '')).toBe('1 to 2');
});

test('an unchanged domain is the same object, so that nothing is drawn again', () => {
  const first = follow(LINEAR, initialDomain(LINEAR), upTo(18), 0);
  const later = follow(LINEAR, first, upTo(17, 1), 0.1);
  expect(later).not.toBe(first);
  expect(later.domain).toBe(first.domain);
  expect(follow(LINEAR, later, upTo(1, 2), 0.2).domain).toBe(first.domain);
});
