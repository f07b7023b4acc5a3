import { view } from './view';

/** Dashes of the groups, from the first on; they repeat. The lane gives the colour and the row. */
const DASHES = [[], [6, 3], [2, 3], [10, 3, 2, 3], [8, 3, 2, 3, 2, 3], [12, 6]] as const;

export const groupDelay = view({
  id: 'group-delay',
  title: 'Queue delay per group',
  subtitle: 'ms, mean of 10 ms',
  definition: 'delay-of-groups-and-classes',
  unit: 'ms',
  columns: ['delayMean', 'groupDelays'],
  scales: ['log', 'linear'],
  least: { log: [0.5, 1000], linear: [0, 20] },
  share: 2.2,
  rowPx: 30,
  isAlwaysStacked: true,
  hasLegend: true,
  series: ({ style, columns, groups }) =>
    columns.groupDelays.length === 0
      ? [{ ...style, row: Number(style.id), dash: [], kind: 'line', column: columns.delayMean }]
      : columns.groupDelays.map((column, group) => {
          const name = groups?.[group] ?? `group ${group + 1}`;
          return {
            ...style,
            id: `${style.id} ${group}`,
            label: `${style.label}, ${name}`,
            labelAt: (t: number) => `${style.labelAt?.(t) ?? style.label}, ${name}`,
            inLane: name,
            dash: DASHES[group % DASHES.length],
            row: Number(style.id),
            kind: 'line',
            column,
          };
        }),
});
