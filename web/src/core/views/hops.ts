import { inSentence } from '../content/format';
import { hopAlone, MOST_HOPS, otherHops } from '../document/hops';
import { dropsAndMarks } from './drops-and-marks';
import { queueDelay } from './queue-delay';
import { utilization } from './utilization';
import { type TimeView, view } from './view';

const WORDS = ['first', 'second', 'third', 'fourth'];

/** Returns the view of the same quantity at the hop with this number, which is not that of the lanes. */
const atHop = (own: TimeView, hop: number): TimeView =>
  view({
    ...own,
    id: `${WORDS[hop - 1]}-hop-${own.id}`,
    title: `Hop ${hop}: ${inSentence(own.title)}`,
    definition: 'plots-of-other-hops',
    empty: `Hop ${hop} has the lanes, or does not exist.`,
    columns: ['hops'],
    hasSeeds: false,
    hop,
    // At an idle link, packets wait for one another only for microseconds.
    ...(own === queueDelay ? { lowest: 0.1 } : {}),
    references: (scenario) => {
      const other = otherHops(scenario.link).find(({ number }) => number === hop);
      const alone = other && hopAlone(scenario, other);
      const lines = (alone && own.references?.(alone)) ?? [];
      // One queue stands for those of all lanes.
      return other?.hop.queue ? lines.map(({ value, label }) => ({ value, label })) : lines;
    },
    series: ({ columns: { hops }, laneHop = 1, ...lane }) => {
      const columns = hop === laneHop ? undefined : hops[hop < laneHop ? hop - 1 : hop - 2];
      return columns ? own.series({ ...lane, columns: columns as never }) : [];
    },
  });

/** The views of each hop, those of the first hop first. */
export const hopViews: readonly TimeView[] = Array.from({ length: MOST_HOPS }, (_, i) =>
  [queueDelay, dropsAndMarks, utilization].map((own) => atHop(own, i + 1)),
).flat();
