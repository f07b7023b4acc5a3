import { exact } from '../../../core/content/format';
import { type Moment, overMs, stateOf } from '../moment';
import { before, type Draw, type Grip, INK, mostOf, now, overTime, roundTop } from './picture';

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

/** Packets of 1500 bytes for one unit of a threshold; undefined if only the state tells. */
const PACKETS: Readonly<Record<string, number | undefined>> = { Packets: 1, Bytes: 1 / 1500 };

/** A threshold in packets, and the parameter that sets it. */
interface Threshold {
  readonly value: number;
  readonly parameter: string | undefined;
  /** Packets for one unit of the parameter. */
  readonly scale: number;
}

/** Returns a threshold as its parameter sets it now, which may be later than the state; else that of the state. */
export function thresholdOf(moment: Moment, side: 'min' | 'max'): Threshold {
  const recorded = stateOf(moment, `${side}Threshold`) ?? 0;
  for (const way of ['Packets', 'Bytes', 'Share']) {
    const parameter = `${side}${way}`;
    const value = moment.parameter(parameter);
    if (value === undefined) continue;
    const scale = PACKETS[way] ?? recorded / (moment.former(parameter) ?? 0);
    if (Number.isFinite(scale) && scale > 0) return { value: scale * value, parameter, scale };
  }
  return { value: recorded, parameter: undefined, scale: 1 };
}

/** Returns the probability at the upper threshold, %, and whether a parameter sets it. */
function maxPercentOf(moment: Moment): { readonly value: number; readonly isSet: boolean } {
  const set = moment.choice('adaptive') === true ? undefined : moment.parameter('maxP');
  const recorded = stateOf(moment, 'maxProbability') ?? 0;
  return { value: 100 * (set ?? recorded), isSet: set !== undefined };
}

/** Returns the corners of the curve of the probability in % over the average queue in packets. */
export function curve(moment: Moment, mostX: number): [average: number, percent: number][] {
  const [min, max] = [thresholdOf(moment, 'min').value, thresholdOf(moment, 'max').value];
  const top = maxPercentOf(moment).value;
  const end: [number, number][] = isGentle(moment) ? [[2 * max, 100]] : [[max, 100]];
  return [[0, 0], [min, 0], [max, top], ...end, [Math.max(mostX, end[0][0]), 100]];
}

export const red: Draw = (moment, style) => {
  const average = stateOf(moment, 'averageQueue') ?? 0;
  const [lower, upper] = [thresholdOf(moment, 'min'), thresholdOf(moment, 'max')];
  const maxP = maxPercentOf(moment);
  const weight = moment.parameter('weight');
  const probability = 100 * (stateOf(moment, 'probability') ?? 0);
  const averages = overMs(moment, 'averageQueue');
  const chances = new Map(overMs(moment, 'probability'));
  const every = Math.max(1, Math.ceil(averages.length / MOST_TRAIL));
  const trail = averages
    .filter((_, i) => i % every === 0)
    .map(([ms, queue]): [number, number] => [queue, 100 * (chances.get(ms) ?? 0)])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const mostX = roundTop(Math.max(2.2 * upper.value, average), 1);
  const most = Math.max(2 * maxP.value, ...trail.map(([, y]) => y), probability);
  const percents = Math.min(100, roundTop(most, 1));
  const thresholds = [
    { value: lower.value, label: 'min' },
    { value: upper.value, label: 'max' },
  ];
  const grips = (axis: 'x' | 'y', across: number): Grip[] =>
    [lower, upper].flatMap(({ parameter, scale }) =>
      parameter === undefined ? [] : [{ parameter, axis, across, scale }],
    );
  const ofMaxP: Grip = { parameter: 'maxP', axis: 'y', across: upper.value, scale: 100 };
  const moves = moment.kind === 'ared' || moment.choice('adaptive') === true;
  const top = moves ? overMs(moment, 'maxProbability') : [];
  const floor = moment.parameter('minMaxP');
  const mostP = 100 * mostOf(top);
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
      references: [
        ...thresholds.map((one) => ({ axis: 'x' as const, ...one })),
        { axis: 'y', value: maxP.value, label: 'max_p' },
      ],
      grips: [...grips('x', 0), ...(maxP.isSet ? [ofMaxP] : [])],
    },
    {
      title: weight === undefined ? 'Average queue' : `Average queue, weight ${exact(weight)}`,
      x: before(),
      y: {
        name: 'average queue',
        unit: 'packets',
        log: false,
        range: [0, roundTop(Math.max(1.2 * upper.value, mostOf(averages)), 1)],
      },
      series: [overTime(averages, 'average queue', style), now(average, 'average queue', style)],
      references: thresholds.map((one) => ({ axis: 'y' as const, ...one })),
    },
    ...(top.length > 0
      ? [
          {
            title: 'max_p, which the algorithm moves',
            x: before(),
            y: {
              name: 'max_p',
              unit: '%',
              log: false,
              range: [0, roundTop(Math.max(1.2 * mostP, 150 * (floor ?? 0)), 1)] as const,
            },
            series: [
              overTime(top, 'max_p', style, 100),
              now(top.length > 0 ? maxP.value : undefined, 'max_p', style),
            ],
            ...(floor === undefined
              ? {}
              : {
                  references: [{ axis: 'y' as const, value: 100 * floor, label: 'least' }],
                  grips: [{ parameter: 'minMaxP', axis: 'y' as const, across: -950, scale: 100 }],
                }),
          },
        ]
      : []),
  ];
};
