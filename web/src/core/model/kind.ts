import { partSettings } from './settings';

/** The parameters of a group with their defaults. */
export type Values = Readonly<Record<string, unknown>>;

/** Numbers in words, for a line about a group. */
export interface Words {
  readonly quantity: (value: number) => string;
  /** A rate in Mbit/s, with its unit. */
  readonly rate: (mbps: number) => string;
  /** The name of the group's congestion control. */
  readonly control: string;
}

/** What the page knows of a kind of traffic beside its table of parameters. A kind without a file in `kinds` has none of it. */
export interface KindFile {
  /** Drawing on a grid of 16 by 16, as in `ui/icons.ts`. */
  readonly icon?: { readonly path: string };
  /** Name in lists, where that of the table is too short. */
  readonly name?: string;
  /** The settings in one line. Without it: the live numbers. */
  readonly summary?: (group: Values, words: Words) => string;
  /** Mean offered rate of the group, Mbit/s; undefined if it takes what it gets. */
  readonly loadMbps?: (group: Values) => number | undefined;
  /** Parameters of a new group without a default, for a link of this rate. */
  readonly start?: (linkMbps: number) => Values;
}

/** Returns a number of a group; 0 if it is missing. */
export const number = (group: Values, name: string): number => Number(group[name] ?? 0);
export const flows = (group: Values): number => number(group, 'flows');
/** The rate of all sources while they send, Mbit/s. */
export const steady = (group: Values): number => flows(group) * number(group, 'rateMbps');
/** Returns the bit rates of a video, Mbit/s. */
export const bitRates = (group: Values): readonly number[] =>
  (group['ratesMbps'] ?? []) as number[];

/** Returns a share of a rate with two digits, as a slider would set it. */
export const part = (mbps: number, of: number): number => Number((mbps / of).toPrecision(2));

export const times = (count: number, what: string): string =>
  count === 1 ? what : `${count} × ${what}`;
export const atRate = (group: Values, { rate }: Words): string =>
  times(flows(group), rate(number(group, 'rateMbps')));

/** Mbit in a byte. */
export const MBIT = 8e-6;

/** Rate of users who pause between messages of `bytes`; without a pause they take what they get. */
export function ofUsers(group: Values, bytes: number): number | undefined {
  const thinkS = number(group, 'thinkS');
  return thinkS > 0 ? (flows(group) * bytes * MBIT) / thinkS : undefined;
}

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
