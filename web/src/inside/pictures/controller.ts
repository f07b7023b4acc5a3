import type { ChartStyle } from '../../charts/lines';
import { type Moment, overMs, stateOf } from '../moment';
import { before, type Draw, INK, now, overTime, type Picture, roundTop } from './picture';

/** A probability over the last second, in %. */
function chance(moment: Moment, name: string, label: string, style: ChartStyle): Picture {
  const values = overMs(moment, name);
  const value = stateOf(moment, name);
  const most = 100 * Math.max(0, ...values.map(([, p]) => p));
  return {
    title: label,
    x: before(),
    y: { name: 'probability', unit: '%', log: false, range: [0, roundTop(most, 1)] },
    series: [
      overTime(values, label, style, 100),
      now(value === undefined ? undefined : 100 * value, label, style),
    ],
  };
}

/** What the controller compares with its target, over the last second. */
function controlled(
  moment: Moment,
  name: string,
  [label, unit]: readonly [string, string],
  target: number | undefined,
  style: ChartStyle,
): Picture {
  const values = overMs(moment, name);
  const most = Math.max(0, ...values.map(([, value]) => value));
  return {
    title: `${label[0]?.toUpperCase()}${label.slice(1)} and target`,
    x: before(),
    y: {
      name: label,
      unit,
      log: false,
      range: [0, roundTop(Math.max(most, 1.5 * (target ?? 0)), 1)],
    },
    series: [overTime(values, label, style), now(stateOf(moment, name), label, style)],
    references: target === undefined ? [] : [{ axis: 'y', value: target, label: 'target' }],
  };
}

/** Length of the trail of the terms, ms: some twenty updates. */
const TERMS_MS = 300;

/** The two terms of one update, % of packets. */
export interface Terms {
  /** Time before the moment, ms. */
  readonly ms: number;
  /** alpha (d - target): the distance to the target. */
  readonly integral: number;
  /** beta (d - d_old): the change since the update before. */
  readonly proportional: number;
}

/**
 * Returns the terms of the latest updates, from the delay `name` that the discipline records at each of them. An update that
 * finds the same delay as the one before is not told apart from none.
 */
export function termsOf(moment: Moment, name: string): Terms[] {
  const [alpha, beta, target] = ['alpha', 'beta', 'targetMs'].map((one) => moment.parameter(one));
  if (alpha === undefined || beta === undefined || target === undefined) return [];
  const delays = overMs(moment, name);
  // Gains are per second and delays in ms; the results are in %.
  return delays.flatMap(([ms, delay], i): Terms[] => {
    const old = delays[i - 1]?.[1];
    if (old === undefined || old === delay || ms < -TERMS_MS) return [];
    return [
      { ms, integral: (alpha * (delay - target)) / 10, proportional: (beta * (delay - old)) / 10 },
    ];
  });
}

/** The terms as signed bars. `note`: what happens to their sum. */
function terms(moment: Moment, name: string, note: string, style: ChartStyle): Picture {
  const all = termsOf(moment, name);
  const most = Math.max(
    0,
    ...all.flatMap(({ integral, proportional }) => [Math.abs(integral), Math.abs(proportional)]),
  );
  const top = roundTop(most, 0.01);
  const bar = (ms: number, value: number): number[] => [
    ms,
    value,
    Math.min(0, value),
    Math.max(0, value),
  ];
  return {
    title: `Terms of each update${note}`,
    x: before(-TERMS_MS),
    // The markers of the two series: they have no other names in the chart.
    y: { name: '● α (d − target), ■ β (d − d_old)', unit: '%', log: false, range: [-top, top] },
    series: [
      {
        name: 'integral: α (d − target)',
        style,
        kind: 'bars',
        points: all.map(({ ms, integral }) => bar(ms, integral)),
      },
      {
        name: 'proportional: β (d − d_old)',
        style: { ...INK, shape: 1 },
        kind: 'bars',
        points: all.map(({ ms, proportional }) => bar(ms, proportional)),
        shift: 5,
      },
    ],
    references: [{ axis: 'y', value: 0, label: '' }],
  };
}

export const pie: Draw = (moment, style) => [
  chance(moment, 'probability', 'Probability', style),
  controlled(
    moment,
    'estimatedDelay',
    ['estimated delay', 'ms'],
    moment.parameter('targetMs'),
    style,
  ),
  terms(moment, 'estimatedDelay', ', before auto-tuning', style),
];

export const pi2: Draw = (moment, style) => [
  chance(moment, 'classicProbability', 'Probability for Classic packets, p′²', style),
  controlled(moment, 'delay', ['queue delay', 'ms'], moment.parameter('targetMs'), style),
  terms(moment, 'delay', ' of p′', style),
];

export const pi: Draw = (moment, style) => [
  chance(moment, 'probability', 'Probability', style),
  controlled(moment, 'queue', ['queue', 'packets'], stateOf(moment, 'reference'), style),
];

export const dualpi2: Draw = (moment, style) => {
  const [classic, coupled] = ['classicProbability', 'coupledProbability'].map((name) =>
    overMs(moment, name),
  );
  const [waits, l4s] = ['classicHead', 'l4sHead'].map((name) => overMs(moment, name));
  const most = 100 * Math.max(0, ...coupled.map(([, p]) => p));
  const longest = Math.max(0, ...waits.map(([, ms]) => ms), ...l4s.map(([, ms]) => ms));
  return [
    {
      title: 'Probabilities: Classic p′², L4S k p′',
      x: before(),
      y: { name: 'probability', unit: '%', log: false, range: [0, roundTop(most, 1)] },
      series: [
        overTime(classic, 'Classic', style, 100),
        { ...overTime(coupled, 'L4S, coupled', INK, 100) },
      ],
    },
    {
      title: 'How long the heads of the queues wait',
      x: before(),
      y: { name: 'wait', unit: 'ms', log: false, range: [0, roundTop(longest, 2)] },
      series: [overTime(waits, 'Classic', style), overTime(l4s, 'L4S', INK)],
      references: [{ axis: 'y', value: moment.parameter('targetMs') ?? 15, label: 'target' }],
    },
  ];
};

export const blue: Draw = (moment, style) => [chance(moment, 'probability', 'Probability', style)];

export const avq: Draw = (moment, style) => {
  const capacity = overMs(moment, 'virtualCapacity');
  return [
    {
      title: 'Virtual capacity and link rate',
      x: before(),
      y: {
        name: 'virtual capacity',
        unit: 'Mbit/s',
        log: false,
        range: [0, roundTop(moment.linkMbps, 1)],
      },
      series: [
        overTime(capacity, 'virtual capacity', style),
        now(stateOf(moment, 'virtualCapacity'), 'virtual capacity', style),
      ],
      references: [{ axis: 'y', value: moment.linkMbps, label: 'link' }],
    },
  ];
};

/** The measured points of delay over utilization, and the latest. */
export const duk: Draw = (moment, style) => {
  const delays = new Map(overMs(moment, 'delay'));
  const points = overMs(moment, 'utilization')
    .flatMap(([ms, utilization]): [number, number][] => {
      const delay = delays.get(ms);
      return delay === undefined ? [] : [[100 * utilization, delay]];
    })
    .filter(([x, y], i, all) => i === 0 || x !== all[i - 1][0] || y !== all[i - 1][1])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const [utilization, delay] = ['utilization', 'delay'].map((name) => stateOf(moment, name));
  const most = Math.max(0, ...points.map(([, ms]) => ms));
  const low = points.every(([x]) => x >= 50) ? 50 : 0;
  return [
    {
      title: 'Delay over utilization',
      x: { name: 'utilization', unit: '%', log: false, range: [low, 105] },
      y: { name: 'delay', unit: 'ms', log: false, range: [0, roundTop(most, 1)] },
      series: [
        { name: 'intervals of the last 2 s', style, kind: 'points', points },
        {
          name: 'the latest interval',
          style,
          kind: 'bars',
          points:
            utilization === undefined || delay === undefined ? [] : [[100 * utilization, delay]],
        },
      ],
    },
    chance(moment, 'probability', 'Probability', style),
  ];
};
