import { expect, test } from 'vitest';
import type { Scenario } from '../../core/document/scenario';
import { movedAt, withUnit } from './control';

const buffer = { packets: 300 };
const SCENARIO: Scenario = {
  version: 1,
  durationS: 60,
  link: { rateMbps: 20, rttMs: 40, buffer, hopsAfter: [{ rateMbps: 10, buffer, delayMs: 1 }] },
  queues: [{ kind: 'droptail' }, { kind: 'red' }],
  traffic: [{ kind: 'bulk' }],
  changes: [
    { atS: 30, set: 'traffic.0.flows', to: 40 },
    { atS: 5, set: 'burst', to: { rateMbps: 50, durationS: 0.04 } },
    { atS: 7, set: 'link.hopsAfter.0.rateMbps', to: 8 },
    { atS: 9, set: 'queues.1.weight', to: 0.1 },
  ],
};

test('a control has the label of the field, and says where it is', () => {
  const label = (path: string, target = 1): string | undefined =>
    movedAt(SCENARIO, path, target)?.label;
  expect(label('link.rttMs')).toBe('Round-trip time');
  expect(label('traffic.0.flows')).toBe('TCP flows');
  expect(label('queues.1.weight')).toBe('Averaging weight, lane 2');
  expect(label('link.hopsAfter.0.rateMbps')).toBe('Hop bandwidth, hop 2');
  expect(label('changes.0.to')).toBe('TCP flows, from 30 s');
  expect(label('changes.1.to.durationS')).toBe('Burst length');
  expect(label('changes.2.to')).toBe('Hop bandwidth, hop 2, from 7 s');
  expect(label('changes.3.to')).toBe('Averaging weight, lane 2, from 9 s');
  expect(label('changes.9.to')).toBeUndefined();
});

test('a control for a change has the unit, the range and the definition of its field', () => {
  const moved = movedAt(SCENARIO, 'changes.0.to', 80);
  expect(moved).toMatchObject({ value: 40, integer: true, log: true });
  expect(moved?.definition).toBe(movedAt(SCENARIO, 'traffic.0.flows', 80)?.definition);
  expect(moved?.definition).toMatch(/^docs\/parameters.html#/);
  expect(movedAt(SCENARIO, 'changes.1.to.durationS', 0.1)).toMatchObject({
    unit: 's',
    value: 0.04,
  });
});

test('a unit agrees with its number', () => {
  expect([withUnit(1, 'packets'), withUnit(30, 'packets')]).toEqual(['1 packet', '30 packets']);
  expect([withUnit(1, 'ms'), withUnit(1, 'Mbit/s'), withUnit(0.02, '')]).toEqual([
    '1 ms',
    '1 Mbit/s',
    '0.02',
  ]);
});
