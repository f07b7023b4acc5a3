import type { Series } from '../../kit/charts';
import { view } from './view';

export const dropsAndMarks = view({
  id: 'drops-and-marks',
  title: 'Drops and marks',
  subtitle: '% of packets offered, in bins of {bin}; hollow: marked',
  definition: 'plot-of-drops-and-marks',
  unit: '%',
  columns: ['drops', 'marks', 'marked', 'offered', 'left'],
  scales: ['linear'],
  least: { linear: [0, 2] },
  most: 100,
  mostInRows: 10,
  share: 1,
  rowPx: 11,
  hasSeeds: true,
  hasEvents: true,
  isAlwaysStacked: true,
  series: ({ style, columns, isOver }) => {
    const wholes = [columns.offered, columns.left];
    const drops: Series = { ...style, isOver, kind: 'stems', part: columns.drops, wholes };
    if (!columns.marked) return [drops];
    const both = { ...drops, inLane: 'dropped' };
    const marks: Series = {
      ...style,
      isOver,
      id: `${style.id}-marks`,
      label: `${style.label}, marked`,
      labelAt: (t) => `${style.labelAt?.(t) ?? style.label}, marked`,
      inLane: 'marked',
      kind: 'marks',
      part: columns.marks,
      wholes,
    };
    return [both, marks];
  },
});
