import { delay, exact, quantity } from '../../../core/content/format';
import { type Moment, overMs, stateOf } from '../moment';
import {
  type Bars,
  before,
  chance,
  type Draw,
  gripped,
  INK,
  mostOf,
  now,
  overTime,
  type Plot,
  roundTop,
} from './picture';

/** How long the probability of BLUE stays frozen. */
export function freeze(moment: Moment): Bars {
  const whole = moment.parameter('freezeMs') ?? 0;
  const until = stateOf(moment, 'frozenUntil') ?? 0;
  const left = Math.max(0, 1000 * (until - moment.atS));
  const changes = ['increases', 'decreases'].map((name) => quantity(stateOf(moment, name) ?? 0));
  return {
    title: 'Freeze time',
    columns: [{ name: '', range: [0, Math.max(whole, left, 1)] }],
    rows: [
      {
        key: 'freeze',
        label: left > 0 ? 'frozen for' : 'may change now',
        bars: [{ value: left, text: `${delay(left)} of ${exact(whole)} ms`, isStrong: true }],
      },
    ],
    note: `Increases so far: ${changes[0]}; decreases: ${changes[1]}.`,
  };
}

export const blue: Draw = (moment, style) => [
  chance(moment, 'probability', 'Probability', style),
  freeze(moment),
];

/** Bytes of a packet of the largest size. */
const PACKET = 1500;

export const avq: Draw = (moment, style) => {
  const capacities = overMs(moment, 'virtualCapacity');
  const lengths = overMs(moment, 'virtualQueue');
  const buffer = gripped(moment, 'virtualBufferPackets', {
    axis: 'y',
    across: -950,
    scale: PACKET / 1000,
  }) ?? { value: (stateOf(moment, 'virtualBuffer') ?? 0) / 1000, grip: undefined };
  const most = Math.max(buffer.value, mostOf(lengths) / 1000);
  const wanted = gripped(moment, 'utilization', {
    axis: 'y',
    across: -950,
    scale: moment.linkMbps,
  });
  return [
    {
      title: 'Virtual queue and its buffer',
      x: before(),
      y: { name: 'virtual queue', unit: 'kB', log: false, range: [0, roundTop(1.1 * most, 1)] },
      series: [
        overTime(lengths, 'virtual queue', style, 1 / 1000),
        now((stateOf(moment, 'virtualQueue') ?? 0) / 1000, 'virtual queue', style),
      ],
      references: [{ axis: 'y', value: buffer.value, label: 'buffer' }],
      grips: buffer.grip ? [buffer.grip] : [],
    },
    {
      title: 'Virtual capacity and link rate',
      x: before(),
      y: {
        name: 'virtual capacity',
        unit: 'Mbit/s',
        log: false,
        range: [0, roundTop(1.1 * moment.linkMbps, 1)],
      },
      series: [
        overTime(capacities, 'virtual capacity', style),
        now(stateOf(moment, 'virtualCapacity'), 'virtual capacity', style),
      ],
      references: [
        // Names of lines that lie on each other would, too.
        {
          axis: 'y',
          value: moment.linkMbps,
          label: (wanted?.value ?? 0) > 0.7 * moment.linkMbps ? '' : 'link',
        },
        ...(wanted
          ? [{ axis: 'y' as const, value: wanted.value, label: 'desired, below the link' }]
          : []),
      ],
      grips: wanted ? [wanted.grip] : [],
    },
  ];
};

/** The delay of an M/D/1 queue over its utilization, and its knee: the point at which both rise alike. */
export interface Knee {
  /** Utilization in %, delay in ms. */
  readonly curve: readonly [number, number][];
  readonly knee: readonly [number, number];
}

/**
 * Returns the curve of an M/D/1 queue with packets of 1500 bytes at the measured capacity: delay = s U / (2 (1 - U)). Its knee is
 * where dD/dU = 1 with the delay in the unit of time of DUK: the shortest interval.
 */
export function kneeOf(moment: Moment): Knee | undefined {
  const capacity = stateOf(moment, 'capacity');
  if (capacity === undefined || capacity <= 0) return undefined;
  const service = (PACKET * 8) / (1000 * capacity);
  const interval = moment.parameter('intervalMs') ?? 1;
  const packets =
    moment.choice('variant') === 'printed' ? 0 : moment.parameter('resolutionPackets');
  const unit = Math.max(interval, (packets ?? 0) * service);
  const wait = (u: number): number => (service * u) / (2 * (1 - u));
  const knee = 1 - Math.sqrt(Math.min(1, service / (2 * unit)));
  const curve = Array.from({ length: 50 }, (_, i): [number, number] => {
    const u = (0.99 * i) / 49;
    return [100 * u, wait(u)];
  });
  return { curve, knee: [100 * knee, wait(knee)] };
}

/** The measured points of delay over utilization, the latest, and the knee of a queue with random arrivals. */
function delayOverUtilization(moment: Moment, style: Parameters<Draw>[1]): Plot {
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
  const top = roundTop(most, 1);
  const model = kneeOf(moment);
  const low = points.every(([x]) => x >= 40) && (model?.knee[0] ?? 100) >= 40 ? 40 : 0;
  return {
    title: 'Delay over utilization',
    x: { name: 'utilization', unit: '%', log: false, range: [low, 105] },
    y: { name: 'delay', unit: 'ms', log: false, range: [0, top] },
    series: [
      {
        name: 'M/D/1, for comparison',
        style: INK,
        kind: 'thin',
        points: (model?.curve ?? []).filter(([x, y]) => x >= low && y <= top),
      },
      { name: 'intervals of the last 2 s', style, kind: 'points', points },
      {
        name: 'knee of M/D/1: delay and utilization rise alike',
        style: { ...INK, shape: 1 },
        kind: 'points',
        points: model ? [[...model.knee]] : [],
      },
      {
        name: 'operating point: the latest interval',
        style,
        kind: 'bars',
        points:
          utilization === undefined || delay === undefined ? [] : [[100 * utilization, delay]],
      },
    ],
    references: model ? [{ axis: 'x', value: model.knee[0], label: 'knee' }] : [],
  };
}

export const duk: Draw = (moment, style) => [
  delayOverUtilization(moment, style),
  chance(moment, 'probability', 'Probability', style),
];
