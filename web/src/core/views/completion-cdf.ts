import { type Curve, NOTHING, reading } from '../../kit/charts';
import { groupNames } from '../content/traffic';
import type { PlaneLane, PlaneView } from './plane-view';

/** Dashes of the groups after the first one, px; the first has the dash of its lane. */
const DASHES = [
  [2, 3],
  [10, 3, 2, 3],
  [6, 3],
] as const;

function curves({ style, whole, scenario }: PlaneLane): Curve[] {
  const completed = (whole.applications ?? []).filter((of) => of.completionMsByPercent?.length);
  return completed.map(({ group, completionMsByPercent = [] }, i) => {
    const name = groupNames(scenario.traffic)[group] ?? `group ${group + 1}`;
    const percentile = (percent: number): string => {
      const ms = completionMsByPercent[percent - 1];
      return ms === undefined ? NOTHING : reading(ms);
    };
    return {
      ...style,
      id: `${style.id}-${group}`,
      label: completed.length > 1 ? `${style.label}, ${name}` : style.label,
      dash: i === 0 ? style.dash : DASHES[(i - 1) % DASHES.length],
      kind: 'steps',
      xs: completionMsByPercent,
      ys: completionMsByPercent.map((_, percent) => percent + 1),
      cells: [percentile(50), percentile(75), percentile(95)],
    };
  });
}

export const completionCdf: PlaneView = {
  isPlane: true,
  id: 'completion-cdf',
  title: 'Completion times',
  subtitle: '% of flows, pages or segments, whole run',
  definition: 'plot-of-the-completion-times',
  details: [],
  scales: ['log', 'linear'],
  x: { name: 'Time', unit: 'ms', least: { log: [10, 1000], linear: [0, 100] } },
  y: { name: 'completed', unit: '%', least: { linear: [0, 100] }, most: 100 },
  columns: ['median, ms', 'third quartile, ms', '95th percentile, ms'],
  empty: 'No flow, page or segment is complete yet.',
  curves,
};
