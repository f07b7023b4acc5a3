import type { ChartAxis, ChartReference, ChartSeries, ChartStyle } from '../../kit/charts/lines';
import { delay, percent, quantity } from '../../core/content/format';
import type { SenderAnswer, SenderSeries } from '../../core/sim/events.generated';
import { INK, now, type Plot, roundTop } from './pictures/picture';
import type { Summary } from './summary';

/** Time before the moment that is drawn, s. */
export const SENDER_BEFORE_S = 10;
/** Number of times at which the sender is read in it. */
export const SENDER_SAMPLES = 400;

const BBR = ['Startup', 'Drain', 'Probe bandwidth', 'Probe RTT'];
const BBR3 = [
  'Startup',
  'Drain',
  'Probe: down',
  'Probe: cruise',
  'Probe: refill',
  'Probe: up',
  'Probe RTT',
];

/** Returns the series of a name; that of the congestion control if `isControl`. */
function find({ series }: SenderAnswer, name: string, isControl = false): SenderSeries | undefined {
  return series.find((one) => one.name === name && one.isControl === isControl);
}

/** Returns the latest value of a number; undefined if there is none. */
export const latest = (answer: SenderAnswer, name: string, isControl = false): number | undefined =>
  find(answer, name, isControl)?.values.at(-1) ?? undefined;

/** Returns pairs of a time relative to `atS`, s, and a value that is known. */
function overTime(
  answer: SenderAnswer,
  series: SenderSeries | undefined,
  atS: number,
): [number, number][] {
  return (series?.values ?? []).flatMap((value, i): [number, number][] =>
    value === null ? [] : [[(answer.timesS[i] ?? atS) - atS, value]],
  );
}

/** Returns the state of a sender in a word or two, and in a sentence. */
export function senderSummary(answer: SenderAnswer): Summary {
  if (answer.timesS.length === 0)
    return { word: 'Not open', sentence: 'The sender is not open at this time.' };
  const of = (name: string, isControl = false): number | undefined =>
    latest(answer, name, isControl);
  const cwnd = of('cwnd') ?? 1;
  const threshold = of('ssthresh');
  const window = `The window is ${quantity(Math.round(10 * cwnd) / 10)} packets, ${of('inFlight') ?? 0} of them in flight`;
  const rtt = `the smoothed RTT is ${delay(of('srtt'))} ms`;
  const phase = of('phase') ?? 0;
  if (phase === 4)
    return {
      word: 'After a timeout',
      sentence: `${window}. No ACK came for the retransmission timeout; the sender starts again.`,
    };
  const mode = of('mode', true);
  const state = of('state', true);
  if (mode !== undefined || state !== undefined) {
    const word = mode !== undefined ? BBR[mode] : BBR3[state ?? 0];
    const bandwidth = of('max_bw', true) ?? of('bw', true);
    return {
      word: word ?? 'BBR',
      sentence: `The bandwidth filter says ${quantity(bandwidth ?? 0)} Mbit/s, the RTT filter ${delay(of('min_rtt', true))} ms. ${window}.`,
    };
  }
  if (phase === 3)
    return {
      word: 'Fast recovery',
      sentence: `${window}. Lost and not sent again yet: ${of('lost') ?? 0}; the window falls to ${quantity(threshold ?? cwnd)}.`,
    };
  if (phase === 2)
    return {
      word: 'Reducing',
      sentence: `${window}. An ECN echo lowers the window to ${quantity(threshold ?? cwnd)}.`,
    };
  const alpha = of('alpha', true);
  const share =
    alpha === undefined ? '' : ` Alpha, the share of marked packets, is ${percent(alpha, 1)} %.`;
  if (threshold === undefined || cwnd < threshold)
    return {
      word: 'Slow start',
      sentence: `${window}; it doubles each round trip${threshold === undefined ? '' : ` up to ${quantity(threshold)}`}, and ${rtt}.${share}`,
    };
  return { word: 'Congestion avoidance', sentence: `${window}, and ${rtt}.${share}` };
}

/** The axis of the time before the moment. */
const axisTo = (toS: number): ChartAxis => ({
  name: toS > 0 ? 'before and after now' : 'before now',
  unit: 's',
  log: false,
  range: [-SENDER_BEFORE_S, toS],
});

/** A line over the time before the moment. */
const line = (
  points: readonly (readonly [number, number])[],
  name: string,
  style: ChartStyle,
): ChartSeries => ({
  name,
  style,
  kind: 'thin',
  points,
});

/** Returns the part of the cubic curve W(t) = C (t - K)^3 + W_max (RFC 9438) since it began, and what it will be. */
export function cubicCurve(
  answer: SenderAnswer,
  atS: number,
  c = 0.4,
):
  | { readonly points: readonly (readonly [s: number, segments: number])[]; readonly wMax: number }
  | undefined {
  const wMax = latest(answer, 'W_max', true);
  const k = latest(answer, 'K in seconds', true);
  const tops = find(answer, 'W_max', true)?.values ?? [];
  const ks = find(answer, 'K in seconds', true)?.values ?? [];
  if (wMax === undefined || k === undefined) return undefined;
  // The curve began when its plateau was last set.
  let first = tops.length - 1;
  while (first > 0 && tops[first - 1] === wMax && ks[first - 1] === k) first--;
  // With the whole span on one curve its start is not known.
  if (first === 0) return undefined;
  const startS = answer.timesS[first] ?? atS;
  const endS = Math.max(atS, startS + k) + 1;
  const points = Array.from({ length: 81 }, (_, i): [number, number] => {
    const s = startS + ((endS - startS) * i) / 80;
    const t = s - startS - k;
    return [s - atS, Math.max(0, c * t * t * t + wMax)];
  });
  return { points, wMax };
}

/** Returns the pictures of a sender. */
export function senderPictures(answer: SenderAnswer, atS: number, style: ChartStyle): Plot[] {
  const of = (name: string, isControl = false): [number, number][] =>
    overTime(answer, find(answer, name, isControl), atS);
  const top = (...lists: readonly (readonly (readonly [number, number])[])[]): number =>
    Math.max(0, ...lists.flatMap((list) => list.map(([, value]) => value)));
  const [cwnd, inFlight] = [of('cwnd'), of('inFlight')];
  const threshold = latest(answer, 'ssthresh');
  const curve = cubicCurve(answer, atS);
  const most = roundTop(Math.max(top(cwnd, inFlight), curve?.wMax ?? 0), 10);
  const limits: ChartReference[] = [
    ...(threshold !== undefined && threshold <= most
      ? [{ axis: 'y' as const, value: threshold, label: 'ssthresh' }]
      : []),
    ...(curve ? [{ axis: 'y' as const, value: curve.wMax, label: 'W_max' }] : []),
  ];
  const inAxis = (curve?.points ?? []).filter(([s, w]) => s >= -SENDER_BEFORE_S && w <= most);
  const future = Math.max(0, ...inAxis.map(([s]) => s));
  const pictures: Plot[] = [
    {
      title: curve ? 'Window and CUBIC’s curve' : 'Window and what is in flight',
      x: axisTo(future > 0 ? roundTop(future, 1) : 0),
      y: { name: 'packets', unit: '', log: false, range: [0, most] },
      series: [
        line(inFlight, 'in flight', INK),
        line(cwnd, 'window', style),
        ...(curve
          ? [{ ...line(inAxis, 'C (t − K)³ + W_max', INK), style: { ...INK, dash: [3, 3] } }]
          : []),
        now(latest(answer, 'cwnd'), 'window', style),
      ],
      references: limits,
    },
  ];
  const filter = find(answer, 'max_bw', true) ?? find(answer, 'bw', true);
  const pacing = of('pacingRate');
  if (filter ?? pacing.length > 0) {
    const bandwidth = overTime(answer, filter, atS);
    pictures.push({
      title: filter ? 'Bandwidth filter and pacing rate' : 'Pacing rate',
      x: axisTo(0),
      y: {
        name: 'rate',
        unit: 'Mbit/s',
        log: false,
        range: [0, roundTop(top(bandwidth, pacing), 1)],
      },
      series: [line(pacing, 'pacing rate', INK), line(bandwidth, 'bandwidth filter', style)],
    });
  }
  const alpha = of('alpha', true);
  if (alpha.length > 0)
    pictures.push({
      title: 'Alpha, the share of marked packets',
      x: axisTo(0),
      y: { name: 'alpha', unit: '%', log: false, range: [0, roundTop(100 * top(alpha), 1)] },
      series: [
        line(
          alpha.map(([s, value]) => [s, 100 * value]),
          'alpha',
          style,
        ),
      ],
    });
  const [srtt, least] = [
    of('srtt'),
    find(answer, 'min_rtt', true) ? of('min_rtt', true) : of('minRtt'),
  ];
  pictures.push({
    title: find(answer, 'min_rtt', true)
      ? 'Smoothed RTT and the RTT filter'
      : 'Smoothed and smallest RTT',
    x: axisTo(0),
    y: { name: 'RTT', unit: 'ms', log: false, range: [0, roundTop(top(srtt, least), 1)] },
    series: [line(least, 'smallest', INK), line(srtt, 'smoothed', style)],
  });
  return pictures;
}

/** Returns the value of a number of a sender now, for people. */
export function numberText({ name, unit, values }: SenderSeries): string {
  const value = values.at(-1);
  if (value === null || value === undefined) return 'none';
  if (name === 'alpha') return `${percent(value, 1)} %`;
  if (unit === 'ms') return `${delay(value)} ms`;
  const text = Number.isInteger(value) ? quantity(value) : quantity(Number(value.toPrecision(3)));
  return unit === '' ? text : `${text} ${unit}`;
}
