import { describe, expect, test } from 'vitest';
import { firstSchedule, rateAt, scheduleSpan } from './rate';
import type { Scenario } from './scenario';

const scenario = (
  schedule?: Scenario['link']['schedule'],
  ...changes: readonly (readonly [atS: number, to: number])[]
): Scenario => ({
  version: 1,
  durationS: 60,
  link: { rateMbps: 10, rttMs: 20, buffer: { packets: 60 }, ...(schedule && { schedule }) },
  queues: [{ kind: 'droptail' }],
  traffic: [],
  changes: changes.map(([atS, to]) => ({ atS, set: 'link.rateMbps', to })),
});
const steps = {
  kind: 'steps',
  steps: [
    { atS: 2, rateMbps: 50 },
    { atS: 5, rateMbps: 0 },
    { atS: 6, rateMbps: 20 },
  ],
} as const;

/** The rates at each of these times. */
const rates = (one: Scenario, ...times: readonly number[]): readonly number[] =>
  times.map((atS) => rateAt(one, atS).rateMbps);

describe('bandwidth in force', () => {
  test('without a schedule, the latest change holds', () => {
    const one = scenario(undefined, [3, 50], [8, 20], [8, 25]);
    expect(rates(one, 0, 2.999, 3, 7.9, 8, 60)).toEqual([10, 10, 50, 50, 25, 25]);
    expect(rateAt(one, 1)).toEqual({ rateMbps: 10, from: 'start', sinceS: 0, untilS: 3 });
    expect(rateAt(one, 4)).toEqual({ rateMbps: 50, from: 'change', sinceS: 3, untilS: 8 });
    expect(rateAt(one, 9)).toEqual({ rateMbps: 25, from: 'change', sinceS: 8, untilS: Infinity });
  });

  test('the start value holds until the first step', () => {
    const one = scenario({ ...steps, steps: [...steps.steps] });
    expect(rates(one, 0, 1.9, 2, 5, 5.9, 6, 59)).toEqual([10, 10, 50, 0, 0, 20, 20]);
    expect(rateAt(one, 1)).toEqual({ rateMbps: 10, from: 'start', sinceS: 0, untilS: 2 });
    expect(rateAt(one, 5.5)).toEqual({ rateMbps: 0, from: 'schedule', sinceS: 5, untilS: 6 });
    expect(rateAt(one, 9).untilS).toBe(Infinity);
    expect(scheduleSpan(one)).toEqual({ fromS: 2, untilS: Infinity });
  });

  test('steps repeat; the last one holds until the first of the next round', () => {
    const one = scenario({ ...steps, steps: [...steps.steps], repeatS: 10 });
    expect(rates(one, 10, 11.9, 12, 15, 16, 21, 22)).toEqual([20, 20, 50, 0, 20, 20, 50]);
    expect(rateAt(one, 11)).toEqual({ rateMbps: 20, from: 'schedule', sinceS: 6, untilS: 12 });
  });

  test('a square wave alternates', () => {
    const one = scenario({ kind: 'square', highMbps: 8, lowMbps: 2, periodS: 0.1, duty: 0.3 });
    expect(rates(one, 0, 0.029, 0.03, 0.099, 0.1, 0.3, 0.33)).toEqual([8, 8, 2, 2, 8, 8, 2]);
    expect(rateAt(one, 0.31).sinceS).toBeCloseTo(0.3, 9);
  });

  test('a trace repeats unless it is told not to', () => {
    const trace = { kind: 'trace', binMs: 100, ratesMbps: [5, 5, 1] } as const;
    const own = { ...trace, ratesMbps: [...trace.ratesMbps] };
    expect(rates(scenario(own), 0, 0.19, 0.2, 0.3, 0.5)).toEqual([5, 5, 1, 5, 1]);
    expect(rateAt(scenario(own), 0.1).untilS).toBe(0.2);
    expect(rates(scenario({ ...own, repeat: false }), 0.2, 0.3, 50)).toEqual([1, 1, 1]);
  });

  test('a change ends the schedule, also at the time of a step', () => {
    const one = scenario({ ...steps, steps: [...steps.steps], repeatS: 10 }, [5, 30]);
    expect(rates(one, 4.9, 5, 6, 12)).toEqual([50, 30, 30, 30]);
    expect(rateAt(one, 3).untilS).toBe(5);
    expect(scheduleSpan(one)).toMatchObject({ fromS: 2, untilS: 5, endedBy: { to: 30 } });
    const never = scenario({ ...steps, steps: [...steps.steps] }, [0, 30]);
    expect(scheduleSpan(never)?.untilS).toBe(0);
    expect(rates(never, 0, 3)).toEqual([30, 30]);
  });

  test('there is no span without a schedule', () =>
    expect(scheduleSpan(scenario(undefined, [1, 2]))).toBeUndefined());

  test('a schedule that is switched on begins with the bandwidth shown', () =>
    expect(rates(scenario(firstSchedule(37)), 0, 30)).toEqual([37, 37]));
});
