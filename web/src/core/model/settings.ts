import { INNER, type Parameter, PARAMETERS } from '../document/parameters.generated';
import type { Lane, Queue, Scenario, Traffic } from '../document/scenario';

/** A parameter of a queue, a traffic group or the path, with its value. */
export interface Setting {
  /** As in scenarios: `targetMs`. */
  readonly name: string;
  readonly parameter: Parameter;
  /** Null if the simulator computes it. */
  readonly value: unknown;
  /** The default. */
  readonly standard: unknown;
  /** Range of the slider. One of two thresholds stays below or above the other. */
  readonly min: number;
  readonly max: number;
  /** Range of typed values. */
  readonly limits: readonly [number, number];
  /** The other threshold, if it gives one of the limits. */
  readonly rival?: { readonly label: string; readonly isAbove: boolean };
}

type Object_ = Readonly<Record<string, unknown>>;
type Entry = readonly [name: string, parameter: Parameter];

/** The parameters of `queue` that can change while it runs and that its variant has, in the order of the definition. */
export const settings = (queue: Queue): Setting[] =>
  of(
    below(`queues.${queue.kind}.`).filter(([, { atStart }]) => !atStart),
    asObject(queue),
  );

/** What a lane sets for its senders, whatever its discipline. */
export const laneSettings = (lane: Lane): Setting[] => of(below('queues.*.'), asObject(lane));

/** The parameter `name` of a lane with this discipline. */
export const laneParameter = (kind: string, name: string): Parameter | undefined =>
  PARAMETERS[`queues.${kind}.${name}`] ?? PARAMETERS[`queues.*.${name}`];

/** The parameters of a traffic group, in the order of the definition. */
export const trafficSettings = (group: Traffic): Setting[] =>
  of(below(`traffic.${group.kind}.`), asObject(group));

/** The parameters of the path, without the ways to give its buffer. */
export const linkSettings = (link: Scenario['link']): Setting[] =>
  of(
    below('link.').filter(([name]) => !name.includes('.')),
    asObject(link),
  );

/** Whether a parameter differs from its default. */
export const isSet = ({ value, standard }: Setting): boolean =>
  JSON.stringify(value) !== JSON.stringify(standard);

/** Parameters of the path that have controls of their own. */
const MAIN = ['rateMbps', 'rttMs', 'buffer', 'reverse', 'hopsBefore', 'hopsAfter'];

/** The other parameters of the path, without those that have no effect at present. */
export function furtherLinkSettings(link: Scenario['link']): Setting[] {
  const has = (name: string): boolean => (asObject(link)[name] ?? null) !== null;
  return linkSettings(link).filter(({ name }) => {
    if (MAIN.includes(name)) return false;
    if (name === 'jitterDistribution') return Number(asObject(link)['jitterMs'] ?? 0) > 0;
    if (name === 'ackRateMbps') return !has('reverse');
    return name !== 'ackBufferPackets' || has('ackRateMbps');
  });
}

/** The parameters of an object of a `one` parameter, such as a congestion control. */
export function partSettings(type: string, kind: string, value: unknown): Setting[] {
  if (type === 'Queue') return of(below(`queues.${kind}.`), asObject(value));
  return of(below(`${type}.${kind}.`, INNER), asObject(value));
}

function of(entries: readonly Entry[], record: Object_): Setting[] {
  return entries.flatMap(([name, parameter]) => {
    if (parameter.isWay && !isInUse(entries, record, name, parameter)) return [];
    if (parameter.fixedIn?.includes(variantOf(entries, record))) return [];
    const value = current(entries, record, name, parameter) ?? null;
    const standard = defaultOf(entries, record, parameter);
    return [{ name, parameter, value, standard, ...range(entries, record, name, parameter) }];
  });
}

function range(
  entries: readonly Entry[],
  record: Object_,
  name: string,
  { slider, min, max, lessThan }: Parameter,
): Pick<Setting, 'min' | 'max' | 'limits' | 'rival'> {
  const [least, most] = [min ?? 0, max ?? 1];
  const limits: [number, number] = [least, most];
  const offered = { min: slider?.min ?? least, max: slider?.max ?? most, limits };
  const isLower = lessThan !== undefined;
  const other = lessThan ?? entries.find(([, p]) => p.lessThan === name)?.[0];
  const rival = entries.find(([own]) => own === other)?.[1];
  if (other === undefined || !rival || !slider) return offered;
  const bound = current(entries, record, other, rival);
  if (typeof bound !== 'number') return offered;
  // A bound at the end of the range has no values beyond it.
  const next = Math.min(most, Math.max(least, bound + (isLower ? -1 : 1) * slider.step));
  const { label } = rival;
  return isLower
    ? {
        min: Math.min(offered.min, next),
        max: next,
        limits: [least, next],
        rival: { label, isAbove: true },
      }
    : {
        min: next,
        max: Math.max(offered.max, next),
        limits: [next, most],
        rival: { label, isAbove: false },
      };
}

/** The value that `queue` sets, else the default of its variant; undefined if it has neither. */
export const valueOf = (queue: Queue, name: string, parameter: Parameter): unknown =>
  current(below(`queues.${queue.kind}.`), asObject(queue), name, parameter);

function current(
  entries: readonly Entry[],
  record: Object_,
  name: string,
  parameter: Parameter,
): unknown {
  const set = record[name];
  return set === undefined ? defaultOf(entries, record, parameter) : set;
}

const variantOf = (entries: readonly Entry[], record: Object_): string =>
  String(record['variant'] ?? entries.find(([name]) => name === 'variant')?.[1].default);

function defaultOf(entries: readonly Entry[], record: Object_, parameter: Parameter): unknown {
  const own = parameter.variantDefaults?.[variantOf(entries, record)];
  return own === undefined ? parameter.default : own;
}

/** The results of `below` so far: the tables are long, and the page asks for the same parameters again and again. */
const found = new Map([PARAMETERS, INNER].map((table) => [table, new Map<string, Entry[]>()]));

/** All parameters of `table` whose path starts with `prefix`, by the rest of the path. */
function below(prefix: string, table = PARAMETERS): readonly Entry[] {
  const known = found.get(table)?.get(prefix);
  if (known) return known;
  const entries = Object.entries(table).flatMap(([path, parameter]) =>
    path.startsWith(prefix) ? [[path.slice(prefix.length), parameter] as const] : [],
  );
  found.get(table)?.set(prefix, entries);
  return entries;
}

/** Returns whether `record` uses this parameter: it is set, or no other way is set and this one has a default. */
function isInUse(
  entries: readonly Entry[],
  record: Object_,
  name: string,
  parameter: Parameter,
): boolean {
  const ways = entries.filter(([, p]) => p.isWay && p.label === parameter.label);
  const set = ways.find(([way]) => way in record);
  return set ? set[0] === name : parameter.default !== undefined;
}

const asObject = (value: unknown): Object_ =>
  typeof value === 'object' && value !== null ? (value as Object_) : {};
