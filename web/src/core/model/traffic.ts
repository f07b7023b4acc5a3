import { hopCount, passed } from '../document/hops';
import type { Traffic, TrafficKind } from '../document/scenario';
import type { Link } from '../document/scenario.generated';
import { partSettings, type Setting, trafficSettings } from './settings';

/** The parameters of a group with their defaults. */
export type Values = Readonly<Record<string, unknown>>;

/** What a kind of traffic offers. */
interface Offer {
  /** Mean offered rate of the group, Mbit/s; undefined if it takes what it gets. */
  readonly loadMbps: (group: Values) => number | undefined;
  /** Parameters of a new group without a default, for a link of this rate. */
  readonly start?: (linkMbps: number) => Values;
}

/** Returns a number of a group; 0 if it is missing. */
export const number = (group: Values, name: string): number => Number(group[name] ?? 0);
const flows = (group: Values): number => number(group, 'flows');
/** A rate with at most two digits, as a slider would set it. */
const roundRate = (mbps: number): number => Number(mbps.toPrecision(2));

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
/** Returns the bit rates of a video, Mbit/s. */
export const bitRates = (group: Values): readonly number[] =>
  (group['ratesMbps'] ?? []) as number[];

const steady = (group: Values): number => flows(group) * number(group, 'rateMbps');
const datagrams: Offer = {
  loadMbps: steady,
  start: (linkMbps) => ({ rateMbps: roundRate(linkMbps / 10) }),
};

/** Kinds without an entry take what they get. */
const OFFERS: Readonly<Record<string, Offer>> = {
  short: {
    loadMbps: (g) => {
      const [perS, bytes] = [g['arrivalsPerS'], meanBytes(g['size'])];
      return typeof perS === 'number' ? perS * bytes * MBIT : ofUsers(g, bytes);
    },
  },
  web: {
    loadMbps: (g) =>
      ofUsers(g, number(g, 'pageBytes') + number(g, 'objects') * meanBytes(g['size'])),
  },
  voip: {
    loadMbps: (g) => {
      const [talk, silence] = [number(g, 'talkS'), number(g, 'silenceS')];
      return steady(g) * (g['talkSpurts'] === true ? talk / (talk + silence) : 1);
    },
  },
  video: { loadMbps: (g) => flows(g) * Math.max(0, ...bitRates(g)) },
  limited: { loadMbps: steady },
  onOff: {
    loadMbps: (g) => {
      const [on, off] = [number(g, 'onS'), number(g, 'offS')];
      return (steady(g) * on) / (on + off);
    },
    start: (linkMbps) => ({ rateMbps: roundRate(linkMbps / 5) }),
  },
  cbr: datagrams,
  poisson: datagrams,
};

/** Returns the group with the defaults of all its parameters. */
export function valuesOf(group: Traffic): Values {
  const settings = trafficSettings(group).map(({ name, value }) => [name, value] as const);
  return { ...Object.fromEntries(settings), kind: group.kind };
}

export const isReverse = (group: Traffic): boolean =>
  (group as unknown as Values)['direction'] === 'reverse';

/**
 * Returns the offered rate of a group in Mbit/s if it sends at `atS`, 0 if it does not, and undefined if it is greedy: if it
 * takes what it gets.
 */
export function loadMbps(group: Traffic, atS = 0): number | undefined {
  const { startS = 0, stopS } = group;
  const isOff = group.muted === true || startS > atS || (stopS ?? Infinity) <= atS;
  if (isOff || group.flows === 0) return 0;
  return OFFERS[group.kind]?.loadMbps(valuesOf(group));
}

/** Returns a group of `kind` with its defaults, and a small value for each parameter without a default. */
export function newGroup(kind: TrafficKind, linkMbps: number): Traffic {
  const group = { kind, ...OFFERS[kind]?.start?.(linkMbps) } as unknown as Traffic;
  const missing = trafficSettings(group).filter(({ name, standard, parameter }) => {
    return standard === undefined && !parameter.nullable && !(name in group);
  });
  const filled = missing.map(({ name, min, max }) => [name, Math.sqrt(Math.max(min, 1e-3) * max)]);
  return { ...group, ...(Object.fromEntries(filled) as object) };
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
