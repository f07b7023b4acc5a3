import { hopCount, passed } from '../document/hops';
import type { Traffic, TrafficKind } from '../document/scenario';
import type { Link } from '../document/scenario.generated';
import { type KindFile, type Values } from './kind';
import { type Setting, trafficSettings } from './settings';

const files = import.meta.glob<KindFile>('./kinds/*.ts', { eager: true, import: 'default' });
const PLAIN: KindFile = {};

/** Returns what the file of a kind says. */
export const kindFile = (kind: TrafficKind): KindFile => files[`./kinds/${kind}.ts`] ?? PLAIN;

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
  return kindFile(group.kind).loadMbps?.(valuesOf(group));
}

/** Returns a group of `kind` with its defaults, and a small value for each parameter without a default. */
export function newGroup(kind: TrafficKind, linkMbps: number): Traffic {
  const group = { kind, ...kindFile(kind).start?.(linkMbps) } as unknown as Traffic;
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
