import { type Curve, NOTHING, reading } from '../../kit/charts';
import { targetMs } from '../model/target';
import type { PlaneLane, PlaneView } from './plane-view';
import { distinct } from './view';

/** Bars of the histogram per factor of two. */
const PER_OCTAVE = 4;
/** Delays below this share the first bar, ms. */
const LEAST_MS = 0.1;

const SHARES = [0.5, 0.95, 0.99] as const;

/** Steps of the distribution: delays in ms, and the numbers of packets. */
function stepsOf({
  details,
  isWhole,
}: PlaneLane): readonly (readonly [ms: number, count: number])[] {
  const pairs = (isWhole ? details?.delays?.whole : details?.delays?.window) ?? [];
  return Array.from({ length: pairs.length / 2 }, (_, i) => [pairs[2 * i], pairs[2 * i + 1]]);
}

/** Returns the percent of the packets that have at most the delay of each step. */
function cumulative(lane: PlaneLane): { xs: number[]; ys: number[] } {
  const steps = stepsOf(lane);
  const all = steps.reduce((sum, [, count]) => sum + count, 0);
  let sum = 0;
  return {
    xs: steps.map(([ms]) => ms),
    ys: steps.map(([, count]) => (100 * (sum += count)) / all),
  };
}

/** Returns the percent of the packets in each bar; bars are equally wide on a logarithmic axis. */
export function barsOf(lane: PlaneLane): { xs: number[]; ys: number[] } {
  const steps = stepsOf(lane);
  const all = steps.reduce((sum, [, count]) => sum + count, 0);
  const bars: number[] = [];
  for (const [ms, count] of steps) {
    const bar = Math.max(0, Math.ceil(PER_OCTAVE * Math.log2(ms / LEAST_MS) - 1e-6));
    while (bars.length <= bar) bars.push(0);
    bars[bar] += (100 * count) / all;
  }
  if (bars.length === 0) return { xs: [], ys: [] };
  // The last bar ends at the beginning of an empty one.
  const edges = [...bars, 0].map((_, i) => LEAST_MS * 2 ** ((i - 1) / PER_OCTAVE));
  return { xs: edges, ys: [...bars, 0] };
}

function cells(lane: PlaneLane): string[] {
  const { xs, ys } = cumulative(lane);
  return SHARES.map((share) => {
    const i = ys.findIndex((percent) => percent >= 100 * share - 1e-9);
    return i < 0 ? NOTHING : reading(xs[i]);
  });
}

const curve = (
  lane: PlaneLane,
  kind: Curve['kind'],
  points: { xs: number[]; ys: number[] },
): Curve => ({ ...lane.style, kind, ...points, cells: cells(lane) });

const common = {
  isPlane: true,
  details: ['delays'],
  columns: ['median, ms', '95th percentile, ms', '99th percentile, ms'],
  references: ({ queues }) =>
    distinct(
      queues.flatMap((queue) => targetMs(queue) ?? []),
      'target',
    ),
} as const satisfies Partial<PlaneView>;

export const delayCdf: PlaneView = {
  ...common,
  id: 'delay-cdf',
  title: 'Queue delay CDF',
  subtitle: '% of packets that waited at most this long',
  definition: 'plot-of-the-delay-cdf',
  scales: ['log', 'linear'],
  x: { name: 'Delay', unit: 'ms', least: { log: [0.5, 100], linear: [0, 20] } },
  y: { name: 'packets', unit: '%', least: { linear: [0, 100] }, most: 100 },
  curves: (lane) => [curve(lane, 'steps', cumulative(lane))],
};

export const delayHistogram: PlaneView = {
  ...common,
  id: 'delay-histogram',
  title: 'Queue delay histogram',
  subtitle: '% of packets; each bar is a quarter of an octave wide',
  definition: 'plot-of-the-delay-histogram',
  scales: ['log'],
  x: { name: 'Delay', unit: 'ms', least: { log: [0.5, 100] } },
  y: { name: 'packets', unit: '%', least: { linear: [0, 20] }, most: 100 },
  curves: (lane) => [curve(lane, 'histogram', barsOf(lane))],
};
