import { view } from './view';

export const goodput = view({
  id: 'goodput',
  title: 'Goodput',
  subtitle: 'Mbit/s in bins of 1 s, all flows together',
  definition: 'plot-of-the-goodput',
  unit: 'Mbit/s',
  columns: [],
  details: ['goodput'],
  scales: ['linear'],
  least: { linear: [0, 1] },
  share: 1.1,
  rowPx: 22,
  hasSeeds: true,
  series: ({ style, flows }) => (flows ? [{ ...style, kind: 'line', column: flows.total }] : []),
});
