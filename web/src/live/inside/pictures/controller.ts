import type { ChartStyle } from '../../../kit/charts/lines';
import { delay, exact, quantity } from '../../../core/content/format';
import { type Moment, overMs, stateOf } from '../moment';
import {
  type BarRow,
  type Bars,
  before,
  chance,
  controlled,
  type Draw,
  gripped,
  INK,
  type Plot,
  roundTop,
} from './picture';

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
  /** By how much the probability changed, if `probability` was named. */
  readonly change?: number | undefined;
  /** The auto-tuning factor of the update; 1 without. */
  readonly tuning: number;
}

/**
 * Returns the terms of the latest updates, from the delay `name` that the discipline records at each of them. An update that
 * finds the same delay as the one before is not told apart from none. `probability`: the number that the updates change.
 */
export function termsOf(moment: Moment, name: string, probability?: string): Terms[] {
  const [alpha, beta, target] = ['alpha', 'beta', 'targetMs'].map((one) => moment.former(one));
  if (alpha === undefined || beta === undefined || target === undefined) return [];
  const delays = overMs(moment, name);
  const chances = probability === undefined ? undefined : new Map(overMs(moment, probability));
  const tunings = new Map(overMs(moment, 'tuning'));
  // Gains are per second and delays in ms; the results are in %.
  return delays.flatMap(([ms, delay], i): Terms[] => {
    const [oldMs, old] = delays[i - 1] ?? [0, undefined];
    if (old === undefined || old === delay || ms < -TERMS_MS) return [];
    const [p, oldP] = [chances?.get(ms), chances?.get(oldMs)];
    return [
      {
        ms,
        integral: (alpha * (delay - target)) / 10,
        proportional: (beta * (delay - old)) / 10,
        change: p === undefined || oldP === undefined ? undefined : 100 * (p - oldP),
        tuning: tunings.get(oldMs) ?? 1,
      },
    ];
  });
}

/** A number with its sign, for the change of a probability in percentage points. */
const signed = (value: number): string =>
  `${value < 0 ? '−' : '+'}${Math.abs(value) < 0.001 && value !== 0 ? Math.abs(value).toExponential(1) : quantity(Math.abs(value))}`;

/** Returns a factor of auto-tuning as a fraction: "1/8". */
const fraction = (factor: number): string => (factor >= 1 ? '1' : `1/${Math.round(1 / factor)}`);

/** Bars of the two terms of the latest update and of the change that they made. `of`: the name of the probability. */
export function lastUpdate(moment: Moment, [term]: readonly Terms[], of: string): Bars {
  const rows: BarRow[] = [];
  let top = 0.01;
  if (term) {
    const { integral, proportional, change, tuning } = term;
    top = Math.max(top, ...[integral, proportional, change ?? 0].map(Math.abs));
    const row = (key: string, label: string, value: number, isStrong = false): BarRow => ({
      key,
      label,
      bars: [{ value, text: signed(value), isStrong }],
    });
    rows.push(
      row('integral', 'α (d − target)', integral),
      row('proportional', 'β (d − d_old)', proportional),
    );
    const isTuned = moment.trail.values.has('tuning');
    const label = isTuned ? `${of}, after auto-tuning × ${fraction(tuning)}` : of;
    if (change !== undefined) rows.push(row('change', `change of ${label}`, change, true));
  }
  return {
    title: 'The last update, percentage points',
    columns: [{ name: '', range: [-top, top] }],
    rows,
    empty: 'The delay has not changed lately, so no update can be seen.',
  };
}

/** The terms as signed bars. `note`: what happens to their sum. */
function terms(moment: Moment, name: string, note: string, style: ChartStyle): Plot {
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

/** How much of the burst allowance is left. */
export function burst(moment: Moment): Bars {
  const left = stateOf(moment, 'burstAllowance') ?? 0;
  const whole = moment.parameter('maxBurstMs') ?? 0;
  return {
    title: 'Burst allowance',
    columns: [{ name: '', range: [0, Math.max(whole, left, 1)] }],
    rows: [
      {
        key: 'burst',
        label: left > 0 ? 'packets pass for' : 'used up',
        bars: [{ value: left, text: `${delay(left)} of ${exact(whole)} ms`, isStrong: true }],
      },
    ],
  };
}

const target = (moment: Moment): Parameters<typeof controlled>[3] =>
  gripped(moment, 'targetMs', { axis: 'y', across: -950 }) ?? {};

export const pie: Draw = (moment, style) => [
  chance(moment, 'probability', 'Probability', style),
  lastUpdate(moment, termsOf(moment, 'estimatedDelay', 'probability').slice(-1), 'p'),
  controlled(moment, 'estimatedDelay', ['estimated delay', 'ms'], target(moment), style),
  terms(moment, 'estimatedDelay', ', before auto-tuning', style),
  burst(moment),
];

export const pi2: Draw = (moment, style) => [
  chance(moment, 'classicProbability', 'Probability for Classic packets, p′²', style),
  lastUpdate(moment, termsOf(moment, 'delay', 'baseProbability').slice(-1), 'p′'),
  controlled(moment, 'delay', ['queue delay', 'ms'], target(moment), style),
  terms(moment, 'delay', ' of p′', style),
];

/**
 * Returns the terms of the latest sample of PI, whose law is p += a (q - ref) - b (q_old - ref): an integral part
 * (a - b) (q - ref) and a proportional part b (q - q_old).
 */
export function piTerms(moment: Moment): Terms | undefined {
  const [a, b, reference] = ['gainA', 'gainB', 'reference'].map((name) => stateOf(moment, name));
  const queues = overMs(moment, 'queue');
  const chances = new Map(overMs(moment, 'probability'));
  const i = queues.findLastIndex(([, queue], at) => at > 0 && queue !== queues[at - 1]?.[1]);
  const [[oldMs, old] = [], [ms, queue] = []] = [queues[i - 1], queues[i]];
  if (a === undefined || b === undefined || reference === undefined) return undefined;
  if (old === undefined || oldMs === undefined || ms === undefined || queue === undefined)
    return undefined;
  const [p, oldP] = [chances.get(ms), chances.get(oldMs)];
  return {
    ms,
    integral: 100 * (a - b) * (queue - reference),
    proportional: 100 * b * (queue - old),
    change: p === undefined || oldP === undefined ? undefined : 100 * (p - oldP),
    tuning: 1,
  };
}

/** The reference of PI with its grip, whose parameter may be a share of the buffer. */
function reference(moment: Moment): Parameters<typeof controlled>[3] {
  const place = { axis: 'y', across: -950 } as const;
  const share = moment.former('referenceShare');
  const recorded = stateOf(moment, 'reference');
  const scale = (recorded ?? 0) / (share ?? 0);
  const found =
    gripped(moment, 'referencePackets', place) ??
    (scale > 0 && Number.isFinite(scale)
      ? gripped(moment, 'referenceShare', { ...place, scale })
      : undefined);
  return found ?? { value: recorded };
}

export const pi: Draw = (moment, style) => {
  const latest = piTerms(moment);
  const bars = lastUpdate(moment, latest ? [latest] : [], 'p');
  const labels = ['(a − b) (q − ref)', 'b (q − q_old)'];
  return [
    chance(moment, 'probability', 'Probability', style),
    { ...bars, rows: bars.rows.map((row, i) => ({ ...row, label: labels[i] ?? row.label })) },
    controlled(moment, 'queue', ['queue', 'packets'], reference(moment), style, 'reference'),
  ];
};
