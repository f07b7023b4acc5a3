import { expect, test } from 'vitest';
import type { Scenario } from '../../core/document/scenario';
import { movedAt } from './control';
import { queuesAt } from './shown';
import { stepText } from './write';

const scenario = {
  version: 1,
  durationS: 30,
  link: { rateMbps: 10, rttMs: 40, buffer: { packets: 300 } },
  queues: [{ kind: 'droptail' }, { kind: 'droptail' }],
  traffic: [{ kind: 'bulk', flows: 4 }],
  changes: [
    { atS: 10, set: 'queues.1', to: { kind: 'codel' } },
    { atS: 12, set: 'queues.1.targetMs', to: 9 },
    { atS: 13, set: 'queues.0', to: { kind: 'pie' }, muted: true },
  ],
} as unknown as Scenario;

test('queues at a time have the changes before it, without muted ones', () => {
  expect(queuesAt(scenario, 9)).toEqual(scenario.queues);
  expect(queuesAt(scenario, 10)[1]).toEqual({ kind: 'codel' });
  expect(queuesAt(scenario, 30)).toEqual([{ kind: 'droptail' }, { kind: 'codel', targetMs: 9 }]);
});

test('a control has the label and unit of its field, and reaches the value to try', () => {
  const buffer = movedAt(scenario, 'link.buffer.packets', 600);
  expect(buffer).toMatchObject({ label: 'Buffer', unit: 'packets', value: 300 });
  expect(buffer!.max).toBeGreaterThanOrEqual(600);
  expect(movedAt(scenario, 'traffic.0.flows', 40)).toMatchObject({ value: 4, integer: true });
  expect(movedAt(scenario, 'changes.0.atS', 5)).toMatchObject({ value: 10 });
  expect(movedAt(scenario, 'queues.1', { kind: 'codel' })).toBeUndefined();
});

test('a step of the page has its state, its window and views that stories can show', () => {
  const display = {
    headS: 12.13,
    span: 30,
    scope: 'window',
    scales: { 'queue-delay': 'linear' },
    views: ['queue-delay', 'cwnd', 'flow-goodput'],
    fixed: { fromS: 4, toS: 18 },
  } as const;
  const text = stepText({ scenario: { ...scenario, title: 'x' }, display });
  expect(text).toContain(
    '- views = queue-delay, group-goodput\n- window = 4 to 18 s\n- guess at = 12.25 s\n- scale = linear',
  );
  expect(text).not.toContain('"title"');
});
