import type { ChartSeries } from '../../../kit/charts/lines';
import { delay } from '../../../core/content/format';
import { type Moment, overMs, stateOf } from '../moment';
import { type Bars, before, chance, type Draw, INK, overTime, roundTop } from './picture';

/** Drops due after the moment are drawn for this long, ms. */
const FUTURE_MS = 300;
const PAST_MS = 700;
/** Most drops due that are drawn. */
const MOST_DUE = 40;

/** Returns the times of the next drops after the moment, ms, if the delay stays above the target. */
export function due(moment: Moment): number[] {
  const next = stateOf(moment, 'nextDrop');
  const interval = moment.parameter('intervalMs') ?? 100;
  if (stateOf(moment, 'dropping') !== 1 || next === undefined) return [];
  let at = 1000 * (next - moment.atS);
  let count = stateOf(moment, 'count') ?? 1;
  const times: number[] = [];
  while (at <= FUTURE_MS && times.length < MOST_DUE) {
    if (at >= 0) times.push(at);
    count += 1;
    at += interval / Math.sqrt(count);
  }
  return times;
}

/** Returns the gaps between successive drops of one dropping state: the count after the first, and the time to the second in ms. */
export function gaps({ events }: Moment): [count: number, ms: number][] {
  const drops = events.flatMap(({ atS, reason, numbers }) => {
    const count = numbers.find(({ name }) => name === 'count')?.value;
    return /\.(enter|next|codel)$/.test(reason) && typeof count === 'number'
      ? [{ atS, count }]
      : [];
  });
  return drops.flatMap(({ atS, count }, i): [number, number][] => {
    const next = drops[i + 1];
    return next?.count === count + 1 ? [[count, 1000 * (next.atS - atS)]] : [];
  });
}

/** The timer of the interval, for which the delay must stay above the target, and the time to the next drop. */
export function timer(moment: Moment): Bars {
  const interval = moment.parameter('intervalMs') ?? 100;
  const until = stateOf(moment, 'firstAbove');
  const isDropping = stateOf(moment, 'dropping') === 1;
  const leftMs = until === undefined ? undefined : 1000 * (until - moment.atS);
  // While the timer runs, the state has the time of its end.
  const goneMs = leftMs === undefined ? 0 : Math.max(0, Math.min(interval, interval - leftMs));
  const text =
    leftMs === undefined
      ? 'stopped: below the target'
      : leftMs > 0
        ? `${delay(goneMs)} of ${delay(interval)} ms`
        : `more than ${delay(interval)} ms`;
  const next = stateOf(moment, 'nextDrop');
  const count = stateOf(moment, 'count') ?? 0;
  const gap = interval / Math.sqrt(Math.max(1, count));
  const dueMs = isDropping && next !== undefined ? 1000 * (next - moment.atS) : undefined;
  return {
    title: 'Timers',
    columns: [{ name: '', range: [0, interval] }],
    rows: [
      ...(moment.kind === 'cobalt'
        ? []
        : [
            {
              key: 'interval',
              label: 'above the target for',
              bars: [{ value: goneMs, text, isStrong: !isDropping, limit: interval }],
            },
          ]),
      {
        key: 'next',
        label: 'since the last drop',
        bars: [
          {
            value: dueMs === undefined ? undefined : Math.max(0, Math.min(gap, gap - dueMs)),
            text: dueMs === undefined ? 'not dropping' : `drop ${count + 1} after ${delay(gap)} ms`,
            isStrong: true,
            ...(dueMs === undefined ? {} : { limit: gap }),
          },
        ],
      },
    ],
  };
}

export const codel: Draw = (moment, style) => {
  const target = moment.parameter('targetMs') ?? 5;
  const interval = moment.parameter('intervalMs') ?? 100;
  const trail = overMs(moment, 'lastSojourn');
  const sojourns = trail.filter(([ms]) => ms >= -PAST_MS).map(([, value]) => value);
  const level = stateOf(moment, 'lastSojourn') ?? target;
  const drops = moment.events
    .map(({ atS, sojournMs }): [number, number] => [1000 * (atS - moment.atS), sojournMs])
    .filter(([ms]) => ms >= -PAST_MS);
  const top = roundTop(Math.max(...sojourns, ...drops.map(([, ms]) => ms), 0), 4 * target);
  const count = stateOf(moment, 'count') ?? 0;
  const made = gaps(moment).slice(-40);
  const most = Math.max(12, count + 4, ...made.map(([n]) => n));
  const law: [number, number][] = [];
  const end = roundTop(most, 12);
  for (let n = 1; n <= end; n++) law.push([n, interval / Math.sqrt(n)]);
  const isDropping = stateOf(moment, 'dropping') === 1;
  const here: ChartSeries[] =
    isDropping && count >= 1
      ? [{ name: 'now', style, kind: 'bars', points: [[count, interval / Math.sqrt(count)]] }]
      : [];
  return [
    {
      title: 'Sojourn time, drops made and drops due',
      x: before(-PAST_MS, FUTURE_MS),
      y: { name: 'sojourn time', unit: 'ms', log: true, range: [Math.min(1, target / 2), top] },
      series: [
        overTime(trail, 'sojourn time', style),
        { name: 'drops made', style, kind: 'bars', points: drops },
        {
          name: 'drops due',
          style: INK,
          kind: 'points',
          points: due(moment).map((ms) => [ms, level]),
        },
      ],
      references: [
        { axis: 'y', value: target, label: 'target' },
        { axis: 'x', value: 0, label: 'now' },
      ],
      grips: [{ parameter: 'targetMs', axis: 'y', across: -PAST_MS, scale: 1 }],
    },
    timer(moment),
    {
      title: 'Control law: gap = interval / √count',
      x: { name: 'count', unit: '', log: false, range: [0, end] },
      y: {
        name: 'gap to the next drop',
        unit: 'ms',
        log: false,
        range: [0, roundTop(interval, 1)],
      },
      series: [
        { name: 'the law', style: INK, kind: 'thin', points: law },
        { name: 'gaps of this run', style, kind: 'points', points: sorted(made) },
        ...here,
      ],
      grips: [{ parameter: 'intervalMs', axis: 'y', across: 1, scale: 1 }],
    },
    ...(moment.kind === 'cobalt'
      ? [chance(moment, 'probability', 'Probability of its BLUE', style)]
      : []),
  ];
};

const sorted = (points: readonly [number, number][]): [number, number][] =>
  [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
