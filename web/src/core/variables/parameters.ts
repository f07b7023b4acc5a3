import { parameterIfKnown } from '../content/definitions';
import { inSentence } from '../content/format';
import { bufferUnit, bufferValue } from '../model/buffer';
import { distinctLanes } from '../content/lane-labels';
import { queueLabel } from '../content/queues';
import {
  furtherLinkSettings,
  laneSettings,
  linkSettings,
  partSettings,
  type Setting,
  settings,
} from '../model/settings';
import { groupNames } from '../content/traffic';
import { settingsOnPath } from '../model/traffic';
import { otherHops } from '../document/hops';
import { tcpGroups } from '../document/lane-senders';
import { type Parameter, PARAMETERS } from '../document/parameters.generated';
import { UNIONS } from '../document/unions.generated';
import type { QueueKind, Scenario } from '../document/scenario';
import { type Plan, QUEUES, type Vary } from '../document/scenario.generated';

/** A parameter that a sweep can vary. */
export interface Variable {
  /** `queues.0.targetMs`. */
  readonly path: string;
  /** Name in a list under `group`: "Target". */
  readonly label: string;
  /** Name of its own: "CoDel: target". */
  readonly title: string;
  readonly group: string;
  /** As shown; empty without one. */
  readonly unit: string;
  readonly kind: 'number' | 'integer' | 'word' | 'switch';
  /** Number of the sentence in `HELP`. */
  readonly help: number;
  /** Address of its definition. */
  readonly definition: string | undefined;
  readonly min: number;
  readonly max: number;
  /** Range of its slider, if it is a number. */
  readonly slider: Parameter['slider'];
  /** All words. */
  readonly words: readonly { readonly value: string; readonly label: string }[];
  /** Its value in the scenario. */
  readonly value: unknown;
}

/** Names of the groups of parameters. */
const PATH = 'Path';

/** Returns all parameters of a scenario that take numbers or words. */
export function variables(scenario: Scenario): readonly Variable[] {
  const lanes = distinctLanes(scenario);
  const groups = groupNames(scenario.traffic);
  const { link } = scenario;
  const unit = bufferUnit(link.buffer);
  const buffer: Setting = {
    name: `buffer.${unit}`,
    parameter: PARAMETERS[`link.buffer.${unit}`],
    value: bufferValue(link.buffer),
    standard: null,
    min: 0,
    max: Infinity,
    limits: [PARAMETERS[`link.buffer.${unit}`].min ?? 0, Infinity],
  };
  const path = linkSettings(link);
  const order = [...path.slice(0, 2), buffer, ...furtherLinkSettings(link)];
  const isTwoWay = 'reverse' in link && (link.reverse ?? null) !== null;
  return [
    ...order.flatMap((one) => variable(`link.${one.name}`, `link.${one.name}`, one, PATH, '')),
    ...otherHops(link).flatMap(({ number, list, index, hop }) => {
      const base = `link.${list}.${index}`;
      const room = `Hop ${number}`;
      const own = partSettings('Hop', 'Hop', hop);
      return own.flatMap((one) => variable(`${base}.${one.name}`, '', one, room, room));
    }),
    ...scenario.queues.flatMap((queue, lane) =>
      [
        ...settings(queue).map((one) => [one, queue.kind] as const),
        ...(tcpGroups(scenario).length > 0 ? laneSettings(queue) : [])
          .filter(({ name }) => name === 'cc')
          .map((one) => [one, '*'] as const),
      ].flatMap(([one, kind]) =>
        variable(
          `queues.${lane}.${one.name}`,
          `queues.${kind}.${one.name}`,
          one,
          lanes[lane],
          lanes[lane],
        ),
      ),
    ),
    ...scenario.traffic.flatMap((group, index) => {
      const name = groups[index];
      const own = settingsOnPath(group, link).filter((one) => isTwoWay || one.name !== 'direction');
      return own.flatMap((one) =>
        variable(
          `traffic.${index}.${one.name}`,
          `traffic.${group.kind}.${one.name}`,
          one,
          name,
          name,
        ),
      );
    }),
  ];
}

function variable(
  path: string,
  known: string,
  { parameter, value, limits }: Setting,
  group: string,
  prefix: string,
): Variable[] {
  const kind = kindOf(parameter);
  if (kind === undefined) return [];
  const { label, unit = '', help, slider, of = '' } = parameter;
  // The table's own limits, or that of two thresholds where the other one is.
  const [min, max] = [
    Math.max(parameter.min ?? -Infinity, limits[0]),
    Math.min(parameter.max ?? Infinity, limits[1]),
  ];
  // The first hop of a flow that leaves at hop 1 is always hop 1.
  if (min >= max && (kind === 'number' || kind === 'integer')) return [];
  const words =
    kind !== 'word'
      ? []
      : (parameter.options ??
        Object.entries(UNIONS[of]?.kinds ?? {}).map(([value, one]) => ({
          value,
          label: one.label,
        })));
  return [
    {
      path,
      label,
      title: prefix ? `${prefix}: ${inSentence(label)}` : label,
      group,
      unit,
      kind,
      help,
      definition: parameterIfKnown(known),
      min,
      max,
      slider,
      words,
      value,
    },
  ];
}

function kindOf({ type, of = '' }: Parameter): Variable['kind'] | undefined {
  if (type === 'number' || type === 'integer') return type;
  if (type === 'choice') return 'word';
  if (type === 'boolean') return 'switch';
  return type === 'one' && UNIONS[of]?.word ? 'word' : undefined;
}

/** Values for a parameter that a user has just chosen: around its present value, or all words. */
export function firstValues(one: Variable): readonly unknown[] {
  if (one.kind === 'switch') return [false, true];
  if (one.kind === 'word') return one.words.slice(0, 6).map(({ value }) => value);
  const { min, max, slider } = one;
  const isLog = slider?.scale === 'log' || (slider === undefined && min > 0);
  const low = Math.max(min, slider?.min ?? min);
  const high = Math.min(max, slider?.max ?? max);
  const at = typeof one.value === 'number' ? one.value : undefined;
  const rough =
    isLog && (at ?? 1) > 0
      ? [0.25, 0.5, 1, 2, 4].map((times) => (at ?? Math.sqrt(Math.max(low, 1e-9) * high)) * times)
      : [0, 0.25, 0.5, 0.75, 1].map((share) => low + share * (high - low));
  const round = (value: number): number => {
    const short = Number(value.toPrecision(2));
    return one.kind === 'integer' ? Math.round(short) : short;
  };
  const exact = rough.map((value) => (value === at ? value : round(value)));
  const inside = exact.map((value) => Math.min(max, Math.max(min, value)));
  return [...new Set(inside)];
}

/**
 * Returns the values that the simulator accepts beside the rest of the plan: a group must not stop before it starts. Returns all
 * values if it accepts none, so that the plan says why.
 */
export function accepted(
  plan: Plan,
  path: string,
  values: readonly unknown[],
  accepts: (plan: Plan) => boolean,
): readonly unknown[] {
  const good = values.filter((value) =>
    accepts({ ...plan, cases: [], lanes: [], vary: [{ path, values: [value] }] }),
  );
  return good.length > 0 ? good : values;
}

/** Returns the values of a plan's parameter as a range, for a user who switches to one. */
export function asRange(one: Variable, values: readonly unknown[]): Vary {
  const numbers = values.filter((value) => typeof value === 'number');
  const [from, to] = [Math.min(...numbers), Math.max(...numbers)];
  const known = numbers.length > 0 && to > from;
  const [low, high] = [one.slider?.min ?? 1, one.slider?.max ?? 10];
  const range = known ? { from, to } : { from: low, to: high };
  return {
    path: one.path,
    ...range,
    count: Math.max(2, Math.min(20, numbers.length || 6)),
    ...(one.slider?.scale === 'log' && range.from > 0 ? { log: true } : {}),
    ...(one.kind === 'integer' ? { whole: true } : {}),
  };
}

/** Shows a value of a parameter: a word by its label, a number as it is. */
export function shownValue(value: unknown, one?: Variable): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string')
    return one?.words.find((w) => w.value === value)?.label ?? kindLabel(value);
  if (typeof value === 'number') return String(value);
  const name = (value as { readonly kind?: unknown } | null)?.kind;
  return typeof name === 'string' ? kindLabel(name) : JSON.stringify(value);
}

/** The name of a discipline; another word as it is. */
const kindLabel = (word: string): string => (word in QUEUES ? queueLabel(word as QueueKind) : word);
