import { targetMs } from '../model/target';
import { distinctOfLanes, view } from './view';

export const queueDelay = view({
  id: 'queue-delay',
  title: 'Queue delay',
  subtitle: 'ms, enqueue to start of transmission, mean of 10 ms',
  definition: 'plot-of-the-queue-delay',
  unit: 'ms',
  columns: ['delayMean'],
  // Logarithmic by default: 400 ms and 4 ms must both be seen.
  scales: ['log', 'linear'],
  least: { log: [0.5, 1000], linear: [0, 20] },
  share: 2.2,
  rowPx: 30,
  hasSeeds: true,
  references: ({ queues }) =>
    distinctOfLanes(
      queues.map((queue) => targetMs(queue)),
      'target',
    ),
  series: ({ style, columns }) => [{ ...style, kind: 'line', column: columns.delayMean }],
});
