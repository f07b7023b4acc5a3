import { describe, expect, test } from 'vitest';
import { announcement, ceilStep, type DomainPolicy, follow, initialDomain } from './domain';

const LINEAR: DomainPolicy = { kind: 'linear', least: [0, 5] };
const LOG: DomainPolicy = { kind: 'log', least: [0.5, 100] };

/** Feeds one maximum per second; returns what the axis did, as text. */
function story(policy: DomainPolicy, maxima: number[]): string {
  let state = initialDomain(policy);
  return maxima
    .map((max, now) => {
      const step = follow(policy, state, max, now);
      state = step.state;
      const mark = { none: '', grew: '+', shrank: '-' }[step.change];
      return `${mark}${state.domain[1]}`;
    })
    .join(' ');
}

test.each<[string, DomainPolicy, number[], string]>([
  ['starts at its least range', LINEAR, [1, 2], '5 5'],
  ['grows at once, in plain steps', LINEAR, [4, 7, 11, 60], '5 +10 +20 +100'],
  ['log axes grow by the same steps', LOG, [90, 400, 700], '100 +500 +1000'],
  ['a dip does not shrink it', LINEAR, [18, 2, 18, 2, 18], '+20 20 20 20 20'],
  ['a calm of four seconds does', LINEAR, [18, 2, 2, 2, 2, 2], '+20 20 20 20 20 -5'],
  ['not to less than what is seen', LINEAR, [80, 9, 9, 9, 9, 9], '+100 100 100 100 100 -10'],
  ['little room to gain is no reason', LINEAR, [18, 9, 9, 9, 9, 9, 9], '+20 20 20 20 20 20 20'],
  ['no data, no change', LINEAR, [18, NaN, NaN, NaN, NaN, NaN, NaN], '+20 20 20 20 20 20 20'],
  ['never beyond the most', { ...LINEAR, most: 100 }, [18, 140], '+20 +100'],
])('%s', (_, policy, maxima, expected) => {
  expect(story(policy, maxima)).toBe(expected);
});

test('a clock that goes back begins the wait anew', () => {
  let { state } = follow(LINEAR, initialDomain(LINEAR), 18, 100);
  ({ state } = follow(LINEAR, state, 1, 101));
  ({ state } = follow(LINEAR, state, 1, 3));
  const step = follow(LINEAR, state, 1, 6);
  expect(step.change).toBe('none');
  expect(follow(LINEAR, step.state, 1, 7.5).change).toBe('shrank');
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

test('says what changed', () => {
  expect(announcement([0, 20], String, '%')).toBe('axis now 0 to 20 %');
  expect(announcement([1, 2], String, '')).toBe('axis now 1 to 2');
});
