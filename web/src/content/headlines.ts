import type { LaneReport } from '../sim/protocol';
import type { Measure } from './definitions';
import { delay, index, percent } from './format';

/** One of the numbers that stand over the plots for each lane. */
export interface Headline {
  readonly id: Measure;
  readonly name: string;
  readonly unit: string;
  /** The exact quantity. */
  readonly title: string;
  /** 1 is always large; 3, then 2, are small where there is little room; 4 has no place in a card of its own. */
  readonly rank: 1 | 2 | 3 | 4;
  readonly value: (report: LaneReport | undefined) => string;
}

export const HEADLINES: readonly Headline[] = [
  {
    id: 'mean',
    name: 'mean delay',
    unit: 'ms',
    title: 'Mean sojourn time in the queue: from enqueue to start of transmission',
    rank: 1,
    value: (r) => delay(r?.queueDelayMs.mean),
  },
  {
    id: 'p95',
    name: 'p95',
    unit: 'ms',
    title: '95 % of packets waited no longer than this',
    rank: 1,
    value: (r) => delay(r?.queueDelayMs.p95),
  },
  {
    id: 'p99',
    name: 'p99',
    unit: 'ms',
    title: '99 % of packets waited no longer than this',
    rank: 3,
    value: (r) => delay(r?.queueDelayMs.p99),
  },
  {
    id: 'drop',
    name: 'dropped',
    unit: '%',
    title: 'Packets dropped, of those offered to the queue',
    rank: 2,
    value: (r) => percent(r?.dropRate, 2),
  },
  {
    id: 'mark',
    name: 'marked',
    unit: '%',
    title: 'Packets marked, of those offered to the queue',
    rank: 4,
    value: (r) => percent(r?.markRate, 2),
  },
  {
    id: 'utilization',
    name: 'utilization',
    unit: '%',
    title: 'Bits sent, of what the link could have sent',
    rank: 3,
    value: (r) => percent(r?.utilization, 1),
  },
  {
    id: 'jain',
    name: 'fairness',
    unit: '',
    title: "Jain's index of the flows' goodput: 1 is an equal share for all",
    rank: 3,
    value: (r) => index(r?.jain),
  },
];

/** Shown only for lanes that mark: most queues do not. */
export const MARKED = HEADLINES.find(({ id }) => id === 'mark')!;
