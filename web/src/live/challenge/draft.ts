import type { Problem } from '../../core/sim/protocol';
import { PARAMETERS } from '../../core/document/parameters.generated';
import type { Free, Goal, Scenario } from '../../core/document/scenario.generated';
import { type ShownMeasure, measures } from '../../core/variables/measures';
import { variables, type Variable } from '../../core/variables/parameters';

/** What makes a scenario a challenge, while it is written. */
export interface Draft {
  readonly title: string;
  /** The task, as students read it. */
  readonly about: string;
  readonly goals: readonly Goal[];
  readonly free: readonly Free[];
}

/** Returns the draft of a scenario: that of the challenge that it is, or an empty one. */
export const draftOf = ({ title = '', about = '', goals = [], free = [] }: Scenario): Draft => ({
  ...{ title: goals.length > 0 ? title : named(title), about, goals, free },
});

/** Returns an object without some of its members. */
export const without = <T extends object, K extends keyof T>(
  value: T,
  ...names: readonly K[]
): Omit<T, K> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name as K))) as Omit<
    T,
    K
  >;

const PREFIX = 'Challenge: ';
const named = (title: string): string =>
  title === '' || title.startsWith(PREFIX) ? title : `${PREFIX}${title}`;

/** Returns the challenge: the scenario as it starts, with goals and free values. A text of the format is one line. */
export function challengeOf(scenario: Scenario, { title, about, goals, free }: Draft): Scenario {
  const line = (text: string): string => text.replace(/\s+/g, ' ').trim();
  return {
    ...(line(title) === '' ? {} : { title: line(title) }),
    ...(line(about) === '' ? {} : { about: line(about) }),
    ...without(scenario, 'title', 'about', 'goals', 'free'),
    goals: [...goals],
    free: [...free],
  };
}

/** Returns the problems of one entry of a list, such as `goals[0]`, and of its members. */
export const problemsOf = (problems: readonly Problem[], entry: string): readonly Problem[] =>
  problems.filter(({ path }) => path === entry || path.startsWith(`${entry}.`));

/** Returns the problems of no entry of a list. */
export const otherProblems = (problems: readonly Problem[]): readonly Problem[] =>
  problems.filter(({ path }) => !/^(goals|free)\[\d+\]/.test(path));

/** Returns what goals can measure: lanes, and groups with their goodput. */
export function measured(scenario: Scenario): readonly ShownMeasure[] {
  const all = measures(scenario);
  const goodput = all.find(({ name }) => name === 'goodputMbps');
  const about = {
    title: 'goodput',
    unit: 'Mbit/s',
    factor: 1,
    definition: 'Goodput of all its flows together.',
    href: goodput?.href ?? '',
    overRuns: 'mean',
  } as const;
  return [
    ...all,
    ...scenario.traffic.flatMap((group, index): ShownMeasure[] =>
      'cc' in group || ['bulk', 'short', 'web', 'video', 'limited', 'onOff'].includes(group.kind)
        ? [{ ...about, name: `groups.${index}.goodputMbps`, group: groupLabel(all, index, group) }]
        : [],
    ),
  ];
}

const groupLabel = (
  all: readonly ShownMeasure[],
  index: number,
  { name }: { readonly name?: string },
): string =>
  all.find((one) => one.name.startsWith(`groups.${index}.`))?.group ?? name ?? `Group ${index + 1}`;

/** Returns the name of a goal's measure in lists: `groups.1.mos`. */
export const measureName = ({ group, measure }: Goal): string =>
  typeof group === 'number' ? `groups.${group}.${measure}` : measure;

/** Returns a goal with the measure of this name. Its bound stays if the unit does. */
export function withMeasure(goal: Goal, name: string, keepsBound: boolean): Goal {
  const [, group, measure = name] = /^groups\.(\d+)\.(.*)$/.exec(name) ?? [];
  const rest = without(goal, 'group', 'hop');
  const next = { ...rest, measure, ...(group === undefined ? {} : { group: Number(group) }) };
  const { sense, lane } = boundOf(goal);
  return keepsBound || lane !== undefined ? next : withBound(next, { sense, value: 0 });
}

/** What the value of a goal must be: at most or at least a number, or less or more than that of another lane. */
export interface Bound {
  readonly sense: 'atMost' | 'atLeast' | 'lessThanLane' | 'moreThanLane';
  readonly value?: number | undefined;
  readonly lane?: number | undefined;
}

export function boundOf({ atMost, atLeast, lessThanLane, moreThanLane }: Goal): Bound {
  if (typeof lessThanLane === 'number') return { sense: 'lessThanLane', lane: lessThanLane };
  if (typeof moreThanLane === 'number') return { sense: 'moreThanLane', lane: moreThanLane };
  return typeof atLeast === 'number'
    ? { sense: 'atLeast', value: atLeast }
    : { sense: 'atMost', value: atMost ?? 0 };
}

export function withBound(goal: Goal, { sense, value, lane }: Bound): Goal {
  const rest = without(goal, 'atMost', 'atLeast', 'lessThanLane', 'moreThanLane');
  return { ...rest, [sense]: lane ?? value ?? 0 };
}

/** Returns a number of the scenario as the page shows it, and the other way round: shares are in percent. */
export const toShown = (value: number, factor: number): number => precise(value * factor);
export const fromShown = (value: number, factor: number): number => precise(value / factor);
const precise = (value: number): number => Number(value.toPrecision(12));

/** Returns the values of a scenario that can be free, with the discipline of each lane. */
export function freeable(scenario: Scenario, kinds: Variable['words']): readonly Variable[] {
  const all = variables(scenario);
  return scenario.queues
    .flatMap((queue, lane): Variable[] => {
      const path = `queues.${lane}.kind`;
      const first = all.find((one) => one.path.startsWith(`queues.${lane}.`));
      const group = first?.group ?? `Lane ${lane + 1}`;
      return [
        {
          ...{ path, group, label: 'Queue discipline', title: `${group}: queue discipline` },
          ...{ unit: '', kind: 'word', help: 0, definition: undefined, min: 0, max: 0 },
          ...{ slider: undefined, words: kinds, value: queue.kind },
        },
      ];
    })
    .concat(all);
}

/** Returns a free value as it is first added: the range of its slider, or all words of a short list, with the present value. */
export function firstFree({ path, kind, min, max, slider, words, value }: Variable): Free {
  if (kind === 'switch') return { set: path, values: [false, true] };
  if (kind === 'word') {
    const few = words.length <= 6 ? words.map((one) => one.value) : [];
    return { set: path, values: few.includes(String(value)) ? few : [value, ...few] };
  }
  const present = typeof value === 'number' ? value : undefined;
  const ends = [slider?.min ?? min, slider?.max ?? max, present].filter(
    (end): end is number => end !== undefined && Number.isFinite(end),
  );
  return { set: path, min: Math.min(...ends), max: Math.max(...ends) };
}

/** Radical inverse of `index` in a base: numbers between 0 and 1 that lie evenly (Halton). */
function halton(index: number, base: number): number {
  let [result, share, rest] = [0, 1 / base, index];
  for (; rest > 0; rest = Math.floor(rest / base), share /= base) result += share * (rest % base);
  return result;
}
const BASES = [2, 3, 5, 7, 11, 13];

/** Returns the values that a search tries: all least, all greatest, and others evenly between them. */
export function settingsToTry(
  free: readonly Free[],
  isWhole: (path: string) => boolean,
  count: number,
): readonly (readonly (readonly [path: string, value: unknown])[])[] {
  const own = free.filter(({ live }) => live !== true);
  if (own.length === 0) return [];
  const at = (one: Free, share: number): unknown => {
    if (one.values)
      return one.values[Math.min(one.values.length - 1, Math.floor(share * one.values.length))];
    const { min = 0, max = min } = one;
    // A range over decades is searched by factors.
    const value =
      min > 0 && max / min > 20 ? min * (max / min) ** share : min + share * (max - min);
    return isWhole(one.set)
      ? Math.round(value)
      : share === 0 || share === 1
        ? value
        : precise4(value);
  };
  const shares = (index: number): readonly number[] =>
    own.map((_, i) =>
      index === 0 ? 0 : index === 1 ? 1 : halton(index - 1, BASES[i % BASES.length]),
    );
  const all = Array.from({ length: count }, (_, index) =>
    own.map((one, i) => [one.set, at(one, shares(index)[i])] as const),
  );
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}
const precise4 = (value: number): number => Number(value.toPrecision(4));

/** Returns a scenario with values at their paths. A new discipline has the parameters of its kind only, as in a hand-in. */
export function withValues(
  scenario: Scenario,
  values: readonly (readonly [path: string, value: unknown])[],
): Scenario {
  const copy = structuredClone(scenario);
  const first = [...values].sort(([a], [b]) => Number(isKind(b)) - Number(isKind(a)));
  for (const [path, value] of first) {
    const [room, index, ...rest] = path.split('.');
    if (isKind(path)) {
      copy.queues[Number(index)] = { kind: value } as Scenario['queues'][number];
      continue;
    }
    const kind = room === 'queues' ? copy.queues[Number(index)]?.kind : undefined;
    const known = PARAMETERS as Readonly<Record<string, unknown>>;
    if (kind && !(`queues.${kind}.${rest[0]}` in known) && !(`queues.*.${rest[0]}` in known))
      continue;
    let place: unknown = copy;
    const steps = path.split('.');
    for (const step of steps.slice(0, -1))
      place = (place as Record<string, unknown> | undefined)?.[step];
    if (typeof place === 'object' && place)
      (place as Record<string, unknown>)[steps.at(-1)!] = value;
  }
  return copy;
}
const isKind = (path: string): boolean => /^queues\.\d+\.kind$/.test(path);
