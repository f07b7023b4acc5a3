import { APPLICATION_MEASURES } from '../sim/application.generated';
import type { LaneReport } from '../sim/measures.generated';
import { isTcp, type Traffic } from '../document/scenario';
import { measure, metric } from './definitions';
import { quantity } from './format';

/** A number about a traffic group in a lane. */
export interface GroupResult {
  readonly id: string;
  /** Short name with its unit. */
  readonly name: string;
  /** One sentence. */
  readonly help: string;
  readonly definition: string;
  readonly value: (report: LaneReport | undefined, group: number) => string;
}

/** The measures of each kind that the page shows, in order, with short names. */
const SHOWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  short: { 'completionMs.p50': 'median, ms', 'completionMs.p95': 'p95, ms' },
  web: { 'completionMs.p50': 'load, ms', 'completionMs.p95': 'p95, ms' },
  voip: { mos: 'MOS', lossRate: 'lost, %', jitterMs: 'jitter, ms' },
  video: { bitRateMbps: 'Mbit/s', rebufferings: 'stalls', rebufferingS: 'stalled, s' },
  limited: { 'completionMs.p50': 'median, ms', 'completionMs.p95': 'p95, ms' },
};

/** Returns the numbers that describe what a group gets. */
export function groupResults(group: Traffic): readonly GroupResult[] {
  const names = SHOWN[group.kind];
  if (names) return Object.entries(names).flatMap(([id, name]) => application(id, name));
  return [...(isTcp(group.kind) ? [GOODPUT] : []), DELAY];
}

const GOODPUT: GroupResult = {
  id: 'goodput',
  name: 'goodput, Mbit/s',
  help: 'New payload that all flows of the group delivered in order, per second, in the whole run.',
  definition: measure('groupGoodput'),
  value: (report, group) => {
    const own = report?.flows?.filter((flow) => flow.group === group);
    return own ? quantity(own.reduce((sum, flow) => sum + flow.goodputMbps, 0)) : '–';
  },
};

const DELAY: GroupResult = {
  id: 'delay',
  name: 'delay, ms',
  help: 'Mean queue delay of the packets of the group.',
  definition: measure('groupDelay'),
  value: (report, group) => {
    const own = report?.groups.find((one) => one.group === group);
    const mean = own ? own.queueDelayMs.mean : onlyGroup(report);
    return mean === null ? '–' : quantity(mean);
  },
};

/** The delay of a lane is that of its group if there is only one. */
const onlyGroup = (report: LaneReport | undefined): number | null =>
  report?.groups.length === 0 ? report.queueDelayMs.mean : null;

function application(id: string, name: string): GroupResult[] {
  const known = APPLICATION_MEASURES.find((one) => one.measure === id);
  if (!known) return [];
  const percent = name.endsWith('%') ? 100 : 1;
  return [
    {
      id,
      name,
      help: known.definition,
      definition: metric(known.section),
      value: (report, group) => {
        const own = report?.applications?.find((one) => one.group === group);
        const value = id
          .split('.')
          .reduce<unknown>((part, step) => (part as Values | undefined)?.[step], own);
        return typeof value === 'number' ? quantity(value * percent) : '–';
      },
    },
  ];
}

type Values = Readonly<Record<string, unknown>>;
