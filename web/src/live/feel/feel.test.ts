import { expect, test } from 'vitest';
import type { Scenario } from '../../core/document/scenario';
import type { LaneColumns } from '../../core/sim/series';
import { pathDelayOf, queueDelayAt } from './delay';
import { Echo } from './echo';
import { pitchOf } from './tone';

const column = (values: readonly number[]): LaneColumns['delayMean'] => ({
  ...{ startS: 0, stepS: 0.01, length: values.length, epoch: 0 },
  values: Float32Array.from(values),
});
const columns = (all: readonly number[], ...groups: readonly number[][]): LaneColumns =>
  ({ delayMean: column(all), groupDelays: groups.map(column) }) as unknown as LaneColumns;

test('the delay is that of the latest packets of the group, and 0 when none passed for a second', () => {
  const lane = columns([1, 2, 3, 4], [10, NaN, 30, NaN], [NaN, NaN, NaN, NaN]);
  expect(queueDelayAt(lane, 0, 0.04)).toBe(30);
  expect(queueDelayAt(lane, 0, 0.02)).toBe(10);
  expect(queueDelayAt(lane, 1, 0.04)).toBe(0);
  expect(queueDelayAt(columns([1, 2, 3]), 0, 0.03)).toBe(3);
  expect(queueDelayAt(columns([]), 0, 0)).toBe(0);
  expect(queueDelayAt(columns([7, ...new Array<number>(150).fill(NaN)]), 0, 1.51)).toBe(0);
});

test('the path is that of the group, else that of the link', () => {
  const scenario = {
    link: { rttMs: 40 },
    traffic: [{ kind: 'bulk', rttMs: 100 }, { kind: 'bulk', rttMs: null }, { kind: 'cbr' }],
  } as unknown as Scenario;
  expect([0, 1, 2, 3].map((group) => pathDelayOf(scenario, group))).toEqual([100, 40, 40, 40]);
});

test('letters come back after their delay, and never pass each other', () => {
  const echo = new Echo();
  echo.type('a', 0, 300);
  echo.type('b', 100, 50);
  echo.type('c', 400, 50);
  expect([299, 300, 449, 450].map((ms) => echo.back(ms))).toEqual(['', 'ab', 'ab', 'abc']);
  expect([echo.next(0), echo.next(300), echo.next(450)]).toEqual([300, 450, undefined]);
  expect([echo.underway(0), echo.underway(449)]).toEqual([3, 1]);
  echo.clear();
  expect(echo.back(1000)).toBe('');
});

test('ten times the delay is an octave higher', () => {
  expect([0, 1, 10, 100, 1000].map(pitchOf)).toEqual([220, 220, 440, 880, 1760]);
  expect(pitchOf(1e9)).toBe(pitchOf(1e4));
});
