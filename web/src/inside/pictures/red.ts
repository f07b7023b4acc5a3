import type { ChartSeries } from '../../charts/lines';
import { type Moment, overMs, stateOf } from '../moment';
import { before, type Draw, INK, now, overTime, roundTop } from './picture';

/** Points of the trail on the curve. */
const MOST_TRAIL = 24;

/** Returns whether the curve rises to 1 between the upper threshold and twice that; otherwise it jumps. */
function isGentle({ kind, choice }: Moment): boolean {
  if (kind === 'ared') return true;
  return kind === 'red' && choice('gentle') !== false && choice('variant') !== 'linux';
}

/** Returns a rising curve up to the height `top`, where it ends. */
export function cut(
  points: readonly (readonly [number, number])[],
  top: number,
): [number, number][] {
  const kept: [number, number][] = [];
  for (const [x, y] of points) {
    if (y <= top) {
      kept.push([x, y]);
      continue;
    }
    const [x0, y0] = kept.at(-1) ?? [x, top];
    kept.push([x0 + ((x - x0) * (top - y0)) / (y - y0), top]);
    break;
  }
  return kept;
}

/** Returns the corners of the curve of the probability in % over the average queue in packets. */
export function curve(moment: Moment, mostX: number): [average: number, percent: number][] {
  const min = stateOf(moment, 'minThreshold') ?? 0;
  const max = stateOf(moment, 'maxThreshold') ?? 0;
  const top = 100 * (stateOf(moment, 'maxProbability') ?? 0);
  const end: [number, number][] = isGentle(moment) ? [[2 * max, 100]] : [[max, 100]];
  return [[0, 0], [min, 0], [max, top], ...end, [Math.max(mostX, end[0][0]), 100]];
}

export const red: Draw = (moment, style) => {
  const [average, min, max] = ['averageQueue', 'minThreshold', 'maxThreshold'].map(
    (name) => stateOf(moment, name) ?? 0,
  );
  const probability = 100 * (stateOf(moment, 'probability') ?? 0);
  const averages = overMs(moment, 'averageQueue');
  const chances = new Map(overMs(moment, 'probability'));
  const every = Math.max(1, Math.ceil(averages.length / MOST_TRAIL));
  const trail = averages
    .filter((_, i) => i % every === 0)
    .map(([ms, queue]): [number, number] => [queue, 100 * (chances.get(ms) ?? 0)])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const mostX = roundTop(Math.max(2.2 * max, average), 1);
  const maxPercent = 100 * (stateOf(moment, 'maxProbability') ?? 0);
  const most = Math.max(2 * maxPercent, ...trail.map(([, y]) => y), probability);
  const percents = Math.min(100, roundTop(most, 1));
  const thresholds = [
    { value: min, label: 'min' },
    { value: max, label: 'max' },
  ];
  const top = moment.kind === 'ared' ? overMs(moment, 'maxProbability') : [];
  const maxP: ChartSeries[] = [overTime(top, 'max_p', style, 100)];
  return [
    {
      title: 'Probability over the average queue',
      x: { name: 'average queue', unit: 'packets', log: false, range: [0, mostX] },
      y: { name: 'probability', unit: '%', log: false, range: [0, percents] },
      series: [
        {
          name: 'the curve',
          style: INK,
          kind: 'thin',
          points: cut(curve(moment, mostX), percents),
        },
        { name: 'the last 2 s', style, kind: 'points', points: trail },
        { name: 'now', style, kind: 'bars', points: [[average, probability]] },
      ],
      references: thresholds.map((one) => ({ axis: 'x' as const, ...one })),
    },
    {
      title: 'Average queue',
      x: before(),
      y: {
        name: 'average queue',
        unit: 'packets',
        log: false,
        range: [0, roundTop(Math.max(1.2 * max, ...averages.map(([, value]) => value)), 1)],
      },
      series: [overTime(averages, 'average queue', style), now(average, 'average queue', style)],
      references: thresholds.map((one) => ({ axis: 'y' as const, ...one })),
    },
    ...(top.length > 0
      ? [
          {
            title: 'max_p, which Adaptive RED moves',
            x: before(),
            y: { name: 'max_p', unit: '%', log: false, range: [0, 50] as const },
            series: maxP,
          },
        ]
      : []),
  ];
};
