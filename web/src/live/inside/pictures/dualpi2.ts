import type { ChartReference, ChartSeries } from '../../../kit/charts/lines';
import { delay, packets, percent, quantity } from '../../../core/content/format';
import { type Moment, overMs, stateOf } from '../moment';
import {
  type Bars,
  before,
  type Draw,
  type Grip,
  gripped,
  INK,
  mostOf,
  overTime,
  type Plot,
  roundTop,
} from './picture';

/** The waits are drawn from here on, ms. */
const LEAST_WAIT_MS = 0.1;
/** Points of the trail on the curves of the coupling. */
const MOST_TRAIL = 24;

/** The two queues: how long their heads have waited, with the threshold of each. */
export function queues(moment: Moment): Bars {
  const wait = (name: string): number => stateOf(moment, name) ?? 0;
  const [target, step] = [moment.parameter('targetMs'), moment.parameter('thresholdMs')];
  const most = roundTop(
    Math.max(wait('classicHead'), wait('l4sHead'), 1.2 * (target ?? 0), 1.2 * (step ?? 0)),
    1,
  );
  const row = (key: string, label: string, limit: number | undefined): Bars['rows'][number] => {
    const ms = wait(`${key}Head`);
    const count = stateOf(moment, `${key}Queue`) ?? 0;
    const isNext = nextQueue(moment) === key;
    return {
      key,
      label,
      ...(isNext ? { badge: 'next', isLit: true } : {}),
      bars: [
        {
          value: ms,
          text: `${delay(ms)} ms, ${packets(count)}`,
          isStrong: key === 'l4s',
          ...(limit === undefined ? {} : { limit }),
        },
      ],
    };
  };
  const inPackets = moment.parameter('thresholdPackets');
  return {
    title: 'Two queues, one link',
    columns: [{ name: 'wait at the head', range: [0, most] }],
    rows: [
      row('l4s', 'L4S', inPackets === undefined ? step : undefined),
      row('classic', 'Classic', target),
    ],
    note:
      inPackets === undefined
        ? 'The line across a bar is the step threshold of L4S, and the target of Classic.'
        : `The line across the bar is the target of Classic. L4S packets are marked from ${packets(inPackets)} on.`,
  };
}

/** Returns the queue that sends next: L4S unless the credit of Classic is above zero, or L4S is empty. */
export function nextQueue(moment: Moment): 'classic' | 'l4s' | undefined {
  const [classic, l4s, credit] = ['classicQueue', 'l4sQueue', 'credit'].map(
    (name) => stateOf(moment, name) ?? 0,
  );
  if (classic === 0 && l4s === 0) return undefined;
  return l4s > 0 && (classic === 0 || credit <= 0) ? 'l4s' : 'classic';
}

/** The credit of the scheduler, and what it chooses. */
export function scheduler(moment: Moment): Bars {
  const credit = stateOf(moment, 'credit') ?? 0;
  const credits = overMs(moment, 'credit').map(([, value]) => Math.abs(value));
  const top = roundTop(Math.max(1, ...credits), 1);
  const next = nextQueue(moment);
  const [classic, l4s] = ['classicQueue', 'l4sQueue'].map((name) => stateOf(moment, name) ?? 0);
  const share = moment.parameter('classicShare');
  const why =
    next === undefined
      ? 'No packet waits.'
      : classic > 0 && l4s > 0
        ? `The credit is ${credit > 0 ? 'above 0, so Classic sends next' : 'not above 0, so L4S sends next'}.`
        : `Only ${next === 'l4s' ? 'L4S' : 'Classic'} has packets.`;
  return {
    title: 'Scheduler: weighted round robin',
    columns: [{ name: '', range: [-top, top] }],
    rows: [
      {
        key: 'credit',
        label: 'credit of Classic, bytes × %',
        bars: [{ value: credit, text: quantity(credit), isStrong: credit <= 0 }],
      },
    ],
    note:
      share === undefined ? why : `${why} Classic keeps ${percent(share, 0)} % while both wait.`,
  };
}

/** The coupling: the probabilities of both queues over the base probability p'. */
export function coupling(moment: Moment, style: ChartSeries['style']): Plot {
  const k = moment.parameter('coupling') ?? 2;
  const base = 100 * (stateOf(moment, 'baseProbability') ?? 0);
  const bases = overMs(moment, 'baseProbability').map(([, p]) => 100 * p);
  const right = Math.min(100, roundTop(1.2 * Math.max(base, ...bases), 5));
  const top = Math.min(100, roundTop(1.1 * k * right, 1));
  const curve: [number, number][] = Array.from({ length: 41 }, (_, i) => {
    const x = (right * i) / 40;
    return [x, (x * x) / 100];
  });
  const corner = Math.min(right, top / k);
  const every = Math.max(1, Math.ceil(bases.length / MOST_TRAIL));
  const trail = bases.filter((_, i) => i % every === 0).sort((a, b) => a - b);
  const across = corner / 2;
  const grip: Grip = { parameter: 'coupling', axis: 'y', across, scale: across };
  return {
    title: 'Coupling: one p′, two probabilities',
    x: { name: 'base probability p′', unit: '%', log: false, range: [0, right] },
    y: { name: 'probability', unit: '%', log: false, range: [0, top] },
    series: [
      {
        name: 'L4S: k p′',
        style,
        kind: 'thin',
        points: [[0, 0], [corner, k * corner], ...(corner < right ? [[right, top]] : [])],
      },
      { name: 'Classic: p′²', style: INK, kind: 'thin', points: curve },
      {
        name: 'the last 2 s',
        style: INK,
        kind: 'points',
        points: trail.map((x) => [x, (x * x) / 100]),
      },
      {
        name: 'L4S now',
        style,
        kind: 'bars',
        points: [[base, 100 * (stateOf(moment, 'coupledProbability') ?? 0)]],
      },
      {
        name: 'Classic now',
        style: { ...INK, shape: 1 },
        kind: 'bars',
        points: [[base, 100 * (stateOf(moment, 'classicProbability') ?? 0)]],
      },
    ],
    references: [{ axis: 'x', value: base, label: 'p′' }],
    grips: moment.parameter('coupling') === undefined ? [] : [grip],
  };
}

/** The waits of both heads over time, with the target and the step threshold. */
function waits(moment: Moment, style: ChartSeries['style']): Plot {
  const [classic, l4s] = ['classicHead', 'l4sHead'].map((name) => overMs(moment, name));
  const longest = mostOf(classic, l4s);
  const found = [
    {
      ...gripped(moment, 'targetMs', { axis: 'y', across: -950 }),
      label: 'target',
    },
    ...(moment.parameter('thresholdPackets') === undefined
      ? [{ ...gripped(moment, 'thresholdMs', { axis: 'y', across: -950 }), label: 'step' }]
      : []),
  ];
  const lines = found.flatMap(({ value, label }): ChartReference[] =>
    value === undefined ? [] : [{ axis: 'y', value, label }],
  );
  const highest = Math.max(longest, ...lines.map(({ value }) => 1.2 * value));
  return {
    title: 'How long the heads of the queues wait',
    x: before(),
    y: {
      name: 'wait',
      unit: 'ms',
      log: true,
      range: [
        Math.min(LEAST_WAIT_MS, ...lines.map(({ value }) => value / 2)),
        roundTop(highest, 2),
      ],
    },
    series: [overTime(classic, 'Classic', INK), overTime(l4s, 'L4S', style)],
    references: lines,
    grips: found.flatMap(({ grip }) => (grip ? [grip] : [])),
  };
}

function probabilities(moment: Moment, style: ChartSeries['style']): Plot {
  const [classic, coupled, base] = [
    'classicProbability',
    'coupledProbability',
    'baseProbability',
  ].map((name) => overMs(moment, name));
  const most = 100 * mostOf(coupled);
  return {
    title: 'Probabilities: Classic p′², base p′, L4S k p′',
    x: before(),
    y: { name: 'probability', unit: '%', log: false, range: [0, roundTop(most, 1)] },
    series: [
      overTime(classic, 'Classic, p′²', INK, 100),
      overTime(base, 'base, p′', { ...INK, colour: 'var(--ink3)' }, 100),
      overTime(coupled, 'L4S, k p′', style, 100),
    ],
  };
}

export const dualpi2: Draw = (moment, style) => [
  queues(moment),
  scheduler(moment),
  coupling(moment, style),
  waits(moment, style),
  probabilities(moment, style),
];
