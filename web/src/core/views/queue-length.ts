import { bufferPackets } from '../model/buffer';
import { distinct, view } from './view';

export const queueLength = view({
  id: 'queue-length',
  title: 'Queue length',
  subtitle: 'packets that wait, without the packet on the wire, mean of 10 ms',
  definition: 'plot-of-the-queue-length',
  unit: 'packets',
  columns: ['queuePackets'],
  scales: ['linear', 'log'],
  least: { linear: [0, 20], log: [0.5, 100] },
  share: 1.1,
  rowPx: 22,
  hasSeeds: true,
  references: (scenario) => distinct(bufferPackets(scenario), 'buffer'),
  series: ({ style, columns }) => [{ ...style, kind: 'line', column: columns.queuePackets }],
});
