import { expect, test } from 'vitest';
import {
  hasEcn,
  hasEcnInPart,
  newQueue,
  type Queue,
  type Scenario,
  type Traffic,
} from './scenario';

const scenario = (queues: Queue[], traffic: Traffic[]): Scenario => ({
  version: 1,
  durationS: 60,
  link: { rateMbps: 25, rttMs: 50, buffer: { bdp: 2 } },
  queues,
  traffic,
});
const capable: Traffic = { kind: 'bulk', ecn: true };
const marking: Queue = { kind: 'codel', ecn: true };

test('ECN is on if all senders are ECN-capable and all queues that can mark do so', () => {
  expect(hasEcn(scenario([{ kind: 'droptail' }, marking], [capable]))).toBe(true);
  expect(hasEcn(scenario([{ kind: 'pie' }, marking], [capable]))).toBe(false);
  expect(hasEcn(scenario([marking], [capable, { kind: 'bulk' }]))).toBe(false);
  expect(hasEcnInPart(scenario([marking], [capable, { kind: 'bulk' }]))).toBe(true);
  expect(hasEcnInPart(scenario([{ kind: 'pie' }, marking], [capable]))).toBe(true);
  expect(hasEcnInPart(scenario([marking], [capable]))).toBe(false);
  expect(hasEcnInPart(scenario([{ kind: 'pie' }], [{ kind: 'bulk' }]))).toBe(false);
  expect(hasEcn(scenario([marking], [{ kind: 'cbr', rateMbps: 1 }]))).toBe(false);
});

test('a new queue marks if ECN is on', () => {
  const on = scenario([{ kind: 'droptail' }, marking], [capable]);
  expect(newQueue(on, 'pie')).toEqual({ kind: 'pie', ecn: true });
  expect(newQueue(on, 'droptail')).toEqual({ kind: 'droptail' });
  expect(newQueue(scenario([{ kind: 'codel' }], [capable]), 'pie')).toEqual({ kind: 'pie' });
});
