import { delay, exact, packets, percent } from '../../../core/content/format';
import type { Bucket } from '../../../core/sim/events.generated';
import { type Moment, overMs, stateOf } from '../moment';
import {
  type BarRow,
  type Bars,
  before,
  type Draw,
  gripped,
  mostOf,
  now,
  overTime,
  roundTop,
} from './picture';

/** Most buckets in the table; the last row stands for the others. */
const MOST_ROWS = 10;
/** Most flows that are named in a row. */
const MOST_NAMES = 2;

const numberOf = ({ numbers }: Bucket, name: string): number | undefined =>
  numbers.find((number) => number.name === name)?.value ?? undefined;

/** Returns the names of the flows that share a bucket: those with packets first. */
export function flowsIn({ flows }: Bucket, flowName: Moment['flowName']): string {
  const names = flows.slice(0, MOST_NAMES).map(({ flow, group }) => flowName(flow, group));
  const more = flows.length - names.length;
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ') || 'no open flow';
}

/** Returns what the algorithm of a bucket does now, in a few words. */
function stateIn(bucket: Bucket): string {
  const [dropping, probability] = ['dropping', 'probability'].map((name) => numberOf(bucket, name));
  if (dropping === 1) return ', drops';
  return probability !== undefined && probability > 0 ? `, p ${percent(probability, 1)} %` : '';
}

/** Returns the rows to show: all up to a limit, those that send among them, then the rest as one. */
function split(all: readonly Bucket[]): { shown: readonly Bucket[]; rest: readonly Bucket[] } {
  if (all.length <= MOST_ROWS) return { shown: all, rest: [] };
  // Where few fit, buckets without packets tell the least.
  const holding = all.filter((bucket) => bucket.packets > 0 || bucket.isNext);
  const shown = new Set(holding.slice(0, MOST_ROWS - 1));
  return {
    shown: all.filter((bucket) => shown.has(bucket)),
    rest: all.filter((bucket) => !shown.has(bucket)),
  };
}

/** Returns when a turn is over. The RFC and the draft have a queue send once more at 0. */
const spent = ({ choice }: Moment): string =>
  ['rfc8290', 'draft'].includes(String(choice('variant'))) ? 'below 0' : 'of 0 or less';

/** The buckets in the order of service. */
export function buckets(moment: Moment): Bars {
  const { shown, rest } = split(moment.buckets);
  const longest = Math.max(1, ...moment.buckets.map(({ waitedMs }) => waitedMs ?? 0));
  const most = Math.max(1, ...moment.buckets.map(({ deficit }) => Math.abs(deficit)));
  const hasNew = moment.kind !== 'sfq';
  const rows = shown.map((bucket): BarRow => {
    const isSending = bucket.number === moment.sending;
    const badge = [isSending && 'sends now', bucket.isNext && 'next'].filter(Boolean).join(', ');
    const shares = bucket.flows.length > 1 ? `${bucket.flows.length} flows: ` : '';
    return {
      key: String(bucket.number),
      ...(hasNew ? { tag: bucket.list } : {}),
      label: shares + flowsIn(bucket, moment.flowName),
      ...(badge ? { badge } : {}),
      isLit: bucket.isNext,
      bars: [
        {
          value: bucket.waitedMs ?? undefined,
          text:
            bucket.waitedMs === null
              ? 'empty'
              : `${delay(bucket.waitedMs)}, ${packets(bucket.packets)}${stateIn(bucket)}`,
          isStrong:
            numberOf(bucket, 'dropping') === 1 || (numberOf(bucket, 'probability') ?? 0) > 0,
        },
        { value: bucket.deficit, text: exact(bucket.deficit), isStrong: bucket.isNext },
      ],
    };
  });
  if (rest.length > 0) {
    const waiting = rest.reduce((sum, bucket) => sum + bucket.packets, 0);
    const text = packets(waiting);
    rows.push({
      key: 'rest',
      ...(hasNew ? { tag: '' } : {}),
      label: `${rest.length} more`,
      bars: [
        { value: undefined, text },
        { value: undefined, text: '' },
      ],
    });
  }
  const sender = moment.buckets.find(({ number }) => number === moment.sending);
  const sends =
    moment.sending !== undefined && !sender
      ? ` The packet on the wire is from bucket ${moment.sending}, which is empty now.`
      : '';
  return {
    title: 'Queues of the flows, in the order of service',
    columns: [
      { name: 'head waits, ms', range: [0, longest] },
      { name: 'deficit, bytes', range: [-most, most] },
    ],
    rows,
    empty: 'No packet waits.',
    note:
      (hasNew ? 'New queues send before old ones. ' : '') +
      `A queue with a deficit ${spent(moment)} gets ${exact(moment.parameter('quantumBytes') ?? 0)} bytes and goes to the end.${sends}`,
  };
}

export const fair: Draw = (moment, style) => {
  const waits = overMs(moment, 'oldest');
  const target = gripped(moment, 'targetMs', { axis: 'y', across: -950 });
  const most = Math.max(1.5 * (target?.value ?? 0), mostOf(waits));
  const busy = overMs(moment, 'backlogged');
  return [
    buckets(moment),
    {
      title: 'Longest wait of all queues',
      x: before(),
      y: { name: 'wait', unit: 'ms', log: false, range: [0, roundTop(most, 1)] },
      series: [
        overTime(waits, 'longest wait', style),
        now(stateOf(moment, 'oldest'), 'longest wait', style),
      ],
      references: target ? [{ axis: 'y', value: target.value, label: 'target' }] : [],
      grips: target ? [target.grip] : [],
    },
    {
      title: 'Queues with packets',
      x: before(),
      y: {
        name: 'queues',
        unit: '',
        log: false,
        range: [0, roundTop(mostOf(busy), 2)],
      },
      series: [
        overTime(busy, 'queues', style),
        now(stateOf(moment, 'backlogged'), 'queues', style),
      ],
    },
  ];
};
