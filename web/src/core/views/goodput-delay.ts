import { ellipse, NOTHING, reading, spreadOf } from '../../kit/charts';
import type { PlaneLane, PlaneView } from './plane-view';

/** Length of a sample, s: that of the goodput. */
const SAMPLE_S = 1;

/** Returns the mean queue delay of the packets of each second, and the goodput in it. */
export function pairsOf({ columns, flows, fromS, toS }: PlaneLane): [ms: number, mbps: number][] {
  const { delayMean, sent } = columns;
  const per = Math.round(SAMPLE_S / delayMean.stepS);
  const goodput = flows?.total;
  const pairs: [number, number][] = [];
  for (let second = Math.ceil(fromS - 1e-6); second + 1 <= toS + 1e-6; second++) {
    if (goodput === undefined || second >= goodput.length) break;
    let [sum, packets] = [0, 0];
    for (let i = second * per; i < Math.min((second + 1) * per, delayMean.length); i++) {
      if (Number.isNaN(delayMean.values[i])) continue;
      sum += delayMean.values[i] * sent.values[i];
      packets += sent.values[i];
    }
    pairs.push([packets > 0 ? sum / packets : NaN, goodput.values[second]]);
  }
  return pairs;
}

export const goodputDelay: PlaneView = {
  isPlane: true,
  id: 'goodput-delay',
  title: 'Goodput against delay',
  subtitle: 'Mbit/s against ms, value of each second; ellipse: one standard deviation',
  definition: 'plot-of-goodput-against-delay',
  details: ['goodput'],
  scales: ['log', 'linear'],
  x: {
    name: 'Delay',
    unit: 'ms',
    least: { log: [1, 100], linear: [0, 20] },
    isReversed: true,
    fits: true,
  },
  y: { name: 'goodput', unit: 'Mbit/s', least: { linear: [0, 1] }, fits: true },
  columns: ['mean delay, ms', 'mean goodput, Mbit/s', 'sd of the delay', 'sd of the goodput'],
  better: 'better ↗',
  curves: (lane) => {
    const spread = spreadOf(pairsOf(lane));
    const { count, meanX, meanY, varX, varY } = spread;
    if (count === 0)
      return [{ ...lane.style, kind: 'outline', xs: [], ys: [], cells: Array(4).fill(NOTHING) }];
    const cells = [meanX, meanY, Math.sqrt(varX), Math.sqrt(varY)].map((v) => reading(v));
    return [{ ...lane.style, kind: 'outline', ...ellipse(spread), centre: [meanX, meanY], cells }];
  },
};
