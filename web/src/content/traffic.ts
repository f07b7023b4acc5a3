import { PARAMETERS } from '../sim/parameters.generated';
import { hopCount, passed } from '../sim/hops';
import { isTcp, type Scenario, type Traffic, type TrafficKind } from '../sim/scenario';
import {
  type CongestionControl,
  CONGESTION_CONTROLS,
  type Link,
  TRAFFIC,
} from '../sim/scenario.generated';
import { exact, quantity, rate } from './format';
import { ccLabel } from './queues';
import { partSettings, type Setting, trafficSettings } from './settings';

/** Names in `ui/icons.ts`. */
type IconName =
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
  /** Mean offered rate of the group, Mbit/s; undefined if it takes what it gets. */
  readonly loadMbps: (group: Values) => number | undefined;
  /** Parameters of a new group without a default, for a link of this rate. */
  readonly start?: (linkMbps: number) => Readonly<Record<string, unknown>>;
}

/** The parameters of a group with their defaults. */
type Values = Readonly<Record<string, unknown>>;

const number = (group: Values, name: string): number => Number(group[name] ?? 0);
const flows = (group: Values): number => number(group, 'flows');
const times = (count: number, what: string): string => (count === 1 ? what : `${count} × ${what}`);
const cc = (group: Values): string => ccLabel(group['cc'] as CongestionControl);
/** A rate with at most two digits, as a slider would set it. */
const roundRate = (mbps: number): number => Number(mbps.toPrecision(2));

const datagrams: Pick<Face, 'summary' | 'loadMbps' | 'start'> = {
  summary: (g) => times(flows(g), rate(number(g, 'rateMbps'))),
  loadMbps: (g) => flows(g) * number(g, 'rateMbps'),
  start: (linkMbps) => ({ rateMbps: roundRate(linkMbps / 10) }),
};

/** Returns the mean of a distribution of sizes in bytes, without the limit of the lognormal one. */
export function meanBytes(size: unknown): number {
  const kind = String((size as Values | undefined)?.['kind']);
  const own = partSettings('FlowSize', kind, size).map(({ name, value }) => [name, value] as const);
  const s: Values = Object.fromEntries(own);
  if (kind === 'fixed') return number(s, 'bytes');
  if (kind === 'list') {
    const list = (s['bytes'] ?? []) as readonly number[];
    return list.reduce((sum, bytes) => sum + bytes, 0) / Math.max(1, list.length);
  }
  if (kind === 'lognormal') return number(s, 'medianBytes') * Math.exp(number(s, 'sigma') ** 2 / 2);
  // Bounded Pareto: the integral of the tail between the two sizes.
  const [low, high, shape] = [number(s, 'minBytes'), number(s, 'maxBytes'), number(s, 'shape')];
  if (high <= low) return low;
  if (shape === 1) return ((low * high) / (high - low)) * Math.log(high / low);
  const scale = low ** shape / (1 - (low / high) ** shape);
  return ((scale * shape) / (shape - 1)) * (low ** (1 - shape) - high ** (1 - shape));
}

const MBIT = 8e-6;
/** Rate of users who pause between messages of `bytes`; without a pause they take what they get. */
const ofUsers = (group: Values, bytes: number): number | undefined => {
  const thinkS = number(group, 'thinkS');
  return thinkS > 0 ? (flows(group) * bytes * MBIT) / thinkS : undefined;
};
const rates = (group: Values): readonly number[] => (group['ratesMbps'] ?? []) as number[];

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
    loadMbps: (g) => {
      const [perS, bytes] = [g['arrivalsPerS'], meanBytes(g['size'])];
      return typeof perS === 'number' ? perS * bytes * MBIT : ofUsers(g, bytes);
    },
  },
  web: {
    icon: 'web',
    name: 'Web pages',
    summary: (g) => `${flows(g)} users, ${number(g, 'objects') + 1} objects a page`,
    loadMbps: (g) =>
      ofUsers(g, number(g, 'pageBytes') + number(g, 'objects') * meanBytes(g['size'])),
  },
  voip: {
    icon: 'voip',
    summary: (g) => times(flows(g), rate(number(g, 'rateMbps'))),
    loadMbps: (g) => {
      const [talk, silence] = [number(g, 'talkS'), number(g, 'silenceS')];
      const active = g['talkSpurts'] === true ? talk / (talk + silence) : 1;
      return flows(g) * number(g, 'rateMbps') * active;
    },
  },
  video: {
    icon: 'video',
    summary: (g) => times(flows(g), `up to ${rate(Math.max(0, ...rates(g)))}`),
    loadMbps: (g) => flows(g) * Math.max(0, ...rates(g)),
  },
  limited: {
    icon: 'limited',
    summary: (g) => times(flows(g), rate(number(g, 'rateMbps'))),
    loadMbps: (g) => flows(g) * number(g, 'rateMbps'),
  },
  onOff: {
    icon: 'onOff',
    name: 'On/off datagrams',
    summary: (g) => times(flows(g), `${rate(number(g, 'rateMbps'))} at times`),
    loadMbps: (g) => {
      const [on, off] = [number(g, 'onS'), number(g, 'offS')];
      return (flows(g) * number(g, 'rateMbps') * on) / (on + off);
    },
    start: (linkMbps) => ({ rateMbps: roundRate(linkMbps / 5) }),
  },
  bulk: {
    icon: 'bulk',
    name: 'Bulk TCP',
    summary: (g) => times(flows(g), cc(g)),
    loadMbps: () => undefined,
  },
  cbr: { icon: 'cbr', name: 'Constant bit rate', ...datagrams },
  poisson: { icon: 'poisson', name: 'Poisson datagrams', ...datagrams },
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
  loadMbps: () => undefined,
};

const faceOf = (kind: TrafficKind): Face => FACES[kind] ?? PLAIN;

/** Returns the group with the defaults of all its parameters. */
function valuesOf(group: Traffic): Values {
  const settings = trafficSettings(group).map(({ name, value }) => [name, value] as const);
  return { ...Object.fromEntries(settings), kind: group.kind };
}

export const trafficIcon = (group: Traffic): IconName =>
  isReverse(group) ? 'reverse' : isBackground(group) ? 'background' : faceOf(group.kind).icon;

/** The name of a kind in lists. */
export const kindName = (kind: TrafficKind): string => faceOf(kind).name ?? TRAFFIC[kind].label;

export const isReverse = (group: Traffic): boolean =>
  (group as unknown as Values)['direction'] === 'reverse';
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

/**
 * Returns the offered rate of a group in Mbit/s if it sends at `atS`, 0 if it does not, and undefined if it is greedy: if it
 * takes what it gets.
 */
export function loadMbps(group: Traffic, atS = 0): number | undefined {
  const { startS = 0, stopS } = group;
  const isOff = group.muted === true || startS > atS || (stopS ?? Infinity) <= atS;
  if (isOff || group.flows === 0) return 0;
  return faceOf(group.kind).loadMbps(valuesOf(group));
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

/** Something that the menu "Add traffic" offers. */
export interface Addition {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly icon: IconName;
  readonly create: (scenario: Scenario) => Traffic;
}

/** All kinds of traffic, for the menu "Add traffic". */
export const ADDITIONS: readonly Addition[] = [
  ...(Object.keys(TRAFFIC) as TrafficKind[]).map((kind) => ({
    id: kind,
    label: kindName(kind),
    help: TRAFFIC[kind].help,
    icon: faceOf(kind).icon,
    create: ({ link }: Scenario) => newGroup(kind, link.rateMbps),
  })),
  ...('ledbat' in CONGESTION_CONTROLS
    ? [
        {
          id: 'background',
          label: 'Background',
          help: 'A bulk transfer with LEDBAT, which yields to other traffic.',
          icon: 'background' as const,
          create: (): Traffic =>
            ({ kind: 'bulk', name: 'Background', cc: 'ledbat' }) as unknown as Traffic,
        },
      ]
    : []),
];

/** Returns a group of `kind` with its defaults, and a small value for each parameter without a default. */
export function newGroup(kind: TrafficKind, linkMbps: number): Traffic {
  const group = { kind, ...faceOf(kind).start?.(linkMbps) } as unknown as Traffic;
  const missing = trafficSettings(group).filter(({ name, standard, parameter }) => {
    return standard === undefined && !parameter.nullable && !(name in group);
  });
  const filled = missing.map(({ name, min, max }) => [name, Math.sqrt(Math.max(min, 1e-3) * max)]);
  return { ...group, ...(Object.fromEntries(filled) as object) };
}

/** The parameters of a group that have controls: those that work during the run, and the others. */
export function groupSettings(group: Traffic, link: Link): { live: Setting[]; atStart: Setting[] } {
  const all = settingsOnPath(group, link).filter(({ name }) => name !== 'name' && name !== 'muted');
  return {
    live: all.filter(({ parameter }) => !parameter.atStart),
    atStart: all.filter(({ parameter }) => parameter.atStart),
  };
}

/** The parameters of a group that have an effect on this path: the hops of the data only if there are several. */
export function settingsOnPath(group: Traffic, link: Link): Setting[] {
  const count = hopCount(link);
  const [first, last] = passed(group, link);
  return trafficSettings(group).flatMap((setting) => {
    const { name } = setting;
    if (name !== 'firstHop' && name !== 'lastHop') return [setting];
    if (count === 1 || isReverse(group)) return [];
    const limits = name === 'firstHop' ? ([1, last] as const) : ([first, count] as const);
    return [{ ...setting, limits, min: limits[0], max: limits[1] }];
  });
}

/** Most characters of the name of a group. */
export const NAME_CHARS = PARAMETERS['traffic.bulk.name']?.chars ?? 40;
