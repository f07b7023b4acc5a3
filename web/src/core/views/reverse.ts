import { inSentence } from '../content/format';
import { reverseOf } from '../model/path';
import { dropsAndMarks } from './drops-and-marks';
import { queueDelay } from './queue-delay';
import { queueLength } from './queue-length';
import { utilization } from './utilization';
import { type TimeView, view } from './view';

/** Returns the view of the same quantity at the reverse bottleneck. */
const reversed = (own: TimeView): TimeView =>
  view({
    ...own,
    id: `reverse-${own.id}`,
    title: `Reverse ${inSentence(own.title)}`,
    subtitle: `${own.subtitle}; data and ACKs`,
    definition: 'plots-of-the-reverse-bottleneck',
    empty: 'The way back has no bottleneck.',
    columns: ['reverse'],
    hasSeeds: false,
    isReverse: true,
    // At an idle link, ACKs wait for one another only for microseconds.
    ...(own === queueDelay ? { lowest: 0.1 } : {}),
    references: (scenario) => {
      const other = reverseOf(scenario);
      const lines = (other && own.references?.(other)) ?? [];
      // One queue may stand for those of all lanes.
      if (other?.queues.length === scenario.queues.length) return lines;
      return lines.map(({ value, label }) => ({ value, label }));
    },
    series: ({ columns: { reverse }, ...lane }) =>
      reverse ? own.series({ ...lane, columns: reverse as never }) : [],
  });

export const reverseDelay = reversed(queueDelay);
export const reverseDrops = reversed(dropsAndMarks);
export const reverseUtilization = reversed(utilization);
export const reverseLength = reversed(queueLength);
