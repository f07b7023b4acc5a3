import { expect, test } from 'vitest';
import type { Change, Lane, Scenario } from '../document/scenario';
import { after } from '../document/scenario';
import { laneLabelsOver, laneNames } from './lane-labels';
import { timelineEntries } from './timeline-entries';
import { trafficMix } from './traffic-mix';

const link = { rateMbps: 50, rttMs: 30, buffer: { bdp: 4 } } as const;
const TRAFFIC: Scenario['traffic'] = [
  { kind: 'bulk', flows: 2 },
  { kind: 'web', cc: 'vegas' },
];
const ONE = TRAFFIC.slice(0, 1);
const names = (queues: Lane[], traffic = ONE): string[] => laneNames({ queues, traffic });

test('a lane with a congestion control has it in its name, and so has its rival', () => {
  expect(names([{ kind: 'droptail', cc: 'bbr' }, { kind: 'droptail' }])).toEqual([
    'Drop-tail · BBR',
    'Drop-tail · CUBIC',
  ]);
  expect(names([{ kind: 'droptail', cc: 'bbr' }, { kind: 'codel' }])).toEqual([
    'Drop-tail · BBR',
    'CoDel',
  ]);
  const beta = { kind: 'cubic', beta: 0.5 } as const;
  expect(names([{ kind: 'pie', cc: beta }, { kind: 'pie' }])[0]).toBe('PIE · CUBIC, beta 0.5');
});

test('lanes of one discipline and one control still differ by a parameter', () => {
  const bbr = { kind: 'codel', cc: 'bbr' } as const;
  expect(names([bbr, { ...bbr, targetMs: 7 }, { kind: 'codel' }])).toEqual([
    'CoDel · BBR · target 5 ms',
    'CoDel · BBR · target 7 ms',
    'CoDel · CUBIC',
  ]);
  expect(names([bbr, bbr])).toEqual(['CoDel · BBR', 'CoDel · BBR']);
});

test('a lane is named by the disciplines that ran in the span that its name is about', () => {
  const queues: Lane[] = [{ kind: 'droptail' }, { kind: 'droptail' }];
  const base: Scenario = { version: 1, durationS: 30, link, queues, traffic: ONE };
  const changes: Change[] = [
    { atS: 10, set: 'queues.1', to: { kind: 'codel' } },
    { atS: 12, set: 'queues.0', to: { kind: 'pie' }, muted: true },
    { atS: 20, set: 'queues.1', to: { kind: 'pie' } },
    { atS: 25, set: 'queues.1', to: { kind: 'codel' } },
  ];
  const at = (atS: number): Scenario =>
    after(
      base,
      changes.filter((change) => change.atS <= atS && !change.muted),
    );
  const second = (fromS: number, toS: number): string =>
    laneLabelsOver({ changes, at }, fromS, toS)[1];
  expect(laneLabelsOver({ changes, at }, 0, 10)).toEqual(['1: Drop-tail', '2: Drop-tail']);
  // What happens at the time of a change happens under the new discipline.
  expect(second(10, 10)).toBe('2: CoDel');
  expect(second(9.999, 15)).toBe('2: Drop-tail → CoDel');
  expect(second(15, 25)).toBe('2: CoDel → PIE');
  expect(second(0, Infinity)).toBe('2: Drop-tail → … → CoDel');
});

test('a control for one group names the group, and mixed traffic has no single name', () => {
  const queues: Lane[] = [{ kind: 'red', cc: 'bbr', ccGroup: 1 }, { kind: 'red' }];
  expect(names(queues, TRAFFIC)).toEqual(['RED · BBR for Web pages', 'RED · as the traffic']);
});

test('the timeline names the controls of a lane before and after a change', () => {
  const base = { version: 1, durationS: 9, link, traffic: ONE } as const;
  const labels = (queues: Lane[], set: string, to: unknown): string[] =>
    timelineEntries({ ...base, queues, traffic: [...TRAFFIC] }, [{ atS: 1, set, to }]).map(
      (entry) => entry.label,
    );
  const two: Lane[] = [{ kind: 'codel' }, { kind: 'codel', cc: 'bbr' }];
  expect(labels(two, 'queues.0.cc', 'vegas')).toEqual(['lane 1: as the traffic → Vegas']);
  expect(labels(two, 'queues.1.cc', null)).toEqual(['lane 2: BBR → as the traffic']);
  expect(labels(two, 'queues.1.ccGroup', 1)).toEqual(['lane 2: BBR for Web pages']);
});

test('flows whose control depends on the lane are TCP flows in the line of the traffic', () => {
  const of = (queues: Lane[]): string => trafficMix({ traffic: ONE, link, queues }).text;
  expect(of([{ kind: 'codel' }])).toBe('2 CUBIC flows');
  expect(of([{ kind: 'codel' }, { kind: 'codel', cc: 'bbr' }])).toBe('2 TCP flows');
});
