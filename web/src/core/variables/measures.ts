import { format } from '../../kit/locale';
import { metric } from '../content/definitions';
import { groupNames } from '../content/traffic';
import { excerpt } from '../state/excerpt';
import type { Scenario } from '../document/scenario';
import { OF_APPLICATIONS, OF_LANES, OF_PARTS, type SweptMeasure } from './measures.generated';

/** A measure as the page shows it. */
export interface ShownMeasure {
  /** As in plans: `queueDelayMs.mean`. */
  readonly name: string;
  readonly title: string;
  /** Heading in lists: "Lane", or a traffic group. */
  readonly group: string;
  /** Unit as shown; empty for indices. */
  readonly unit: string;
  /** Factor from the simulator's values to the shown ones: 100 for shares, which are shown in percent. */
  readonly factor: number;
  readonly definition: string;
  /** Address of its definition. */
  readonly href: string;
  readonly overRuns: SweptMeasure['overRuns'];
}

/** The only measure without a unit that is no share. */
const INDEX = 'jain';

const LANE = 'Lane';

/** Names of the measures of plans that name none. */
export const DEFAULTS: readonly string[] = OF_LANES.filter(({ isDefault }) => isDefault).map(
  ({ name }) => name,
);

/** Names of all measures of a lane. */
export const ALL_OF_LANES: readonly string[] = OF_LANES.map(({ name }) => name);

/** Returns all measures that runs of a scenario have. */
export function measures({ traffic }: Scenario): readonly ShownMeasure[] {
  const names = groupNames(traffic);
  const ofGroups = traffic.flatMap((group, index) => {
    const isApplication = !['bulk', 'cbr', 'poisson'].includes(group.kind);
    const parts = traffic.length > 1 ? OF_PARTS : [];
    const all = [...(isApplication ? OF_APPLICATIONS : []), ...parts];
    return all.map((one) => shown(one, `groups.${index}.`, names[index]));
  });
  return [...OF_LANES.map((one) => shown(one, '', LANE)), ...ofGroups];
}

/** Returns the measure with this name, which a plan may have taken from anywhere. */
export function measureOf(name: string, scenario: Scenario): ShownMeasure {
  const known = measures(scenario).find((one) => one.name === name);
  if (known) return known;
  const [, scope = '', rest = name] = /^((?:groups|classes|flows)\.[^.]+\.)(.*)$/.exec(name) ?? [];
  const one = [...OF_PARTS, ...OF_APPLICATIONS].find((other) => other.name === rest);
  const about = { name: rest, title: rest, unit: '', definition: '', section: '' };
  const [kind, of = ''] = scope.split('.');
  const label = kind === 'flows' ? `flow ${of}` : of;
  return {
    ...shown(one ?? { ...about, overRuns: 'mean', isDefault: false }, scope, label),
    title: `${excerpt(label, 30)} ${one?.title ?? rest}`.trim(),
  };
}

function shown(one: SweptMeasure, scope: string, group: string): ShownMeasure {
  const isShare = one.unit === '' && one.name !== INDEX;
  return {
    name: scope + one.name,
    title: one.title.replace(/^[a-z]/, (letter) => letter.toUpperCase()),
    group,
    unit: isShare ? '%' : one.unit,
    factor: isShare ? 100 : 1,
    definition: one.definition,
    href: metric(one.section),
    overRuns: one.overRuns,
  };
}

/** The title with the unit: "Mean delay, ms". */
export const withUnit = ({ title, unit }: ShownMeasure): string =>
  unit ? `${title}, ${unit}` : title;

/** A number in a narrow cell: two or three digits. */
export function compact(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size >= 99_500) return format('.2~s')(value);
  if (size >= 9.95) return format('.0f')(value);
  if (size >= 0.095 || size === 0) return format('.1f')(value);
  if (size >= 0.00095) return format('.1~r')(value);
  return format('.0e')(value);
}

/** A number with as many digits as its half-width justifies, at most four; with three digits without a half-width. */
export function precise(value: number, half: number = NaN): string {
  if (!Number.isFinite(value)) return '–';
  return format(`.${decimals(value, half)}f`)(value);
}

/** The mean and half the width of its interval: "84.5 ± 1.6". */
export function withHalf(value: number, half: number): string {
  if (!Number.isFinite(half)) return precise(value);
  return `${precise(value, half)} ± ${halfText(value, half)}`;
}

/** Half the width with the decimals of its mean: "1.6", or "<0.1" if these would show zero. */
export function halfText(value: number, half: number): string {
  const digits = decimals(value, half);
  const least = 10 ** -digits;
  return half > 0 && half < least / 2
    ? `<${format(`.${digits}f`)(least)}`
    : format(`.${digits}f`)(half);
}

function decimals(value: number, half: number): number {
  const size = Math.abs(value);
  const three = size > 0 ? 2 - Math.floor(Math.log10(size)) : 2;
  const needed = half > 0 ? 1 - Math.floor(Math.log10(half)) : Math.min(three, 2);
  return Math.max(0, Math.min(needed, three + 1, MOST_DECIMALS));
}

/** Most decimals of a number on the page. */
const MOST_DECIMALS = 6;
