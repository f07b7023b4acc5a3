import { expect, test } from 'vitest';
import type { Scenario } from '../document/scenario';
import { scheduleState } from './schedule';

const scenario = (firstS: number, ...changesS: readonly number[]): Scenario => ({
  version: 1,
  durationS: 60,
  link: {
    rateMbps: 10,
    rttMs: 20,
    buffer: { packets: 60 },
    schedule: { kind: 'steps', steps: [{ atS: firstS, rateMbps: 50 }] },
  },
  queues: [{ kind: 'droptail' }],
  traffic: [],
  changes: changesS.map((atS) => ({ atS, set: 'link.rateMbps', to: 20 })),
});

test('says whether the schedule is in force, and where a change ends it', () => {
  expect(scheduleState(scenario(0), 5)).toBe('Set by the schedule.');
  expect(scheduleState(scenario(3), 1)).toBe('The schedule begins at 3 s.');
  expect(scheduleState(scenario(3, 8, 9), 4)).toBe(
    'Set by the schedule. A change of the bandwidth ends it at 8 s.',
  );
  expect(scheduleState(scenario(3, 8, 9), 8)).toBe(
    'A change of the bandwidth ended the schedule at 8 s.',
  );
  expect(scheduleState(scenario(3, 1.5), 0)).toMatch(/^The schedule has no effect: .* at 1.5 s/);
});

test('says nothing without a schedule', () => {
  const one = scenario(0);
  expect(scheduleState({ ...one, link: { ...one.link, schedule: null } }, 0)).toBeUndefined();
});
