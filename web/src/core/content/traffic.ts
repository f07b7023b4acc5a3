import { isTcp, type Traffic, type TrafficKind } from '../document/scenario';
import { type CongestionControl, TRAFFIC } from '../document/scenario.generated';
import { trafficSettings } from '../model/settings';
import { bitRates, isReverse, meanBytes, number, type Values, valuesOf } from '../model/traffic';
import { exact, quantity, rate } from './format';
import { ccLabel } from './queues';

/** Names in `ui/icons.ts`. */
export type IconName =
  | 'bulk'
  | 'reverse'
  | 'short'
  | 'web'
  | 'voip'
  | 'video'
  | 'cbr'
  | 'poisson'
  | 'limited'
  | 'onOff'
  | 'background'
  | 'traffic';

/** What the page shows of a kind of traffic beside its table of parameters. */
interface Face {
  readonly icon: IconName;
  /** Name in lists, where that of the table is too short. */
  readonly name?: string;
  /** The settings in one line. */
  readonly summary: (group: Values) => string;
}

const flows = (group: Values): number => number(group, 'flows');
const times = (count: number, what: string): string => (count === 1 ? what : `${count} × ${what}`);
const cc = (group: Values): string => ccLabel(group['cc'] as CongestionControl);
const atRate = (group: Values): string => times(flows(group), rate(number(group, 'rateMbps')));

const FACES: Readonly<Record<string, Face>> = {
  short: {
    icon: 'short',
    summary: (g) => {
      const perS = g['arrivalsPerS'];
      const size = `${quantity(meanBytes(g['size']) / 1000)} kB`;
      return typeof perS === 'number'
        ? `${quantity(perS)} flows/s of ${size}`
        : `${flows(g)} users, ${size}`;
    },
  },
  web: {
    icon: 'web',
    name: 'Web pages',
    summary: (g) => `${flows(g)} users, ${number(g, 'objects') + 1} objects a page`,
  },
  voip: { icon: 'voip', summary: atRate },
  video: {
    icon: 'video',
    summary: (g) => times(flows(g), `up to ${rate(Math.max(0, ...bitRates(g)))}`),
  },
  limited: { icon: 'limited', summary: atRate },
  onOff: {
    icon: 'onOff',
    name: 'On/off datagrams',
    summary: (g) => times(flows(g), `${rate(number(g, 'rateMbps'))} at times`),
  },
  bulk: { icon: 'bulk', name: 'Bulk TCP', summary: (g) => times(flows(g), cc(g)) },
  cbr: { icon: 'cbr', name: 'Constant bit rate', summary: atRate },
  poisson: { icon: 'poisson', name: 'Poisson datagrams', summary: atRate },
};

/** For a kind that has no entry above: its live numbers. */
const PLAIN: Face = {
  icon: 'traffic',
  summary: (g) => {
    const kind = g['kind'] as TrafficKind;
    const shown = trafficSettings(g as unknown as Traffic).filter(
      ({ name, parameter, value }) => !parameter.atStart && name !== 'muted' && value !== null,
    );
    const numbers = shown.filter(({ value }) => typeof value === 'number').slice(0, 2);
    const words = numbers.map(({ parameter, value }) =>
      `${exact(Number(value))} ${parameter.unit || parameter.label.toLowerCase()}`.trim(),
    );
    return [...words, ...(isTcp(kind) ? [cc(g)] : [])].join(', ');
  },
};

const faceOf = (kind: TrafficKind): Face => FACES[kind] ?? PLAIN;

export const kindIcon = (kind: TrafficKind): IconName => faceOf(kind).icon;

export const trafficIcon = (group: Traffic): IconName =>
  isReverse(group) ? 'reverse' : isBackground(group) ? 'background' : kindIcon(group.kind);

/** The name of a kind in lists. */
export const kindName = (kind: TrafficKind): string => faceOf(kind).name ?? TRAFFIC[kind].label;

const isBackground = (group: Traffic): boolean =>
  'cc' in group && group.cc !== undefined && ccOf(group.cc) === 'ledbat';
const ccOf = (value: CongestionControl): string => (typeof value === 'string' ? value : value.kind);

/** The settings of a group in one line: "5 × CUBIC". */
export function summary(group: Traffic): string {
  const own = faceOf(group.kind).summary(valuesOf(group));
  const [direction, hops, period] = circumstances(group);
  return said([direction, hops, own, period]).join(', ');
}

/** Where and when a group sends, if not everywhere and all the time: ["reverse", "from 3 s"]. */
export const whereAndWhen = (group: Traffic): string[] => said(circumstances(group));

const circumstances = (group: Traffic): readonly [string, string, string] => [
  isReverse(group) ? 'reverse' : '',
  hopsOf(group),
  periodOf(group),
];
const said = (parts: readonly string[]): string[] => parts.filter((part) => part !== '');

/** The name of the congestion control of a group. */
export const ccName = (group: Traffic): string => cc(valuesOf(group));

/** Returns which hops the data of a group pass, if not all: "hop 2", "hops 2 to 3", "from hop 2". */
function hopsOf({ firstHop = 1, lastHop }: Traffic): string {
  if (typeof lastHop !== 'number') return firstHop > 1 ? `from hop ${firstHop}` : '';
  return firstHop === lastHop ? `hop ${firstHop}` : `hops ${firstHop} to ${lastHop}`;
}

/** Returns when a group sends that does not send all the time: "from 59.77 s". */
export function periodOf({ startS, stopS }: Traffic): string {
  const from = startS ? `from ${startS} s` : '';
  return typeof stopS === 'number' ? `${from} until ${stopS} s`.trim() : from;
}

/** A name for each group: its own, else that of its kind, numbered if several unnamed groups are of one kind. */
export function groupNames(traffic: readonly Traffic[]): string[] {
  const isAlike = (a: Traffic, b: Traffic): boolean => a.kind === b.kind && !a.name && !b.name;
  return traffic.map((group, i) => {
    if (group.name) return group.name;
    const alike = traffic.filter((other) => isAlike(group, other));
    if (alike.length === 1) return kindName(group.kind);
    const before = traffic.slice(0, i + 1).filter((other) => isAlike(group, other));
    return `${kindName(group.kind)} ${before.length}`;
  });
}
