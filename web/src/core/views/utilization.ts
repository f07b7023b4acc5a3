import { UTILIZATION_BIN_S } from '../sim/series';
import { view } from './view';

export const utilization = view({
  id: 'utilization',
  title: 'Utilization',
  subtitle: `% of link capacity, in bins of ${UTILIZATION_BIN_S * 1000} ms`,
  definition: 'plot-of-the-utilization',
  unit: '%',
  columns: ['utilization'],
  scales: ['linear'],
  least: { linear: [0, 100] },
  most: 100,
  share: 1.1,
  rowPx: 14,
  hasSeeds: true,
  series: ({ style, columns }) => [{ ...style, kind: 'line', column: columns.utilization }],
});
