import { parameterIfKnown } from '../../core/content/definitions';
import { otherHops } from '../../core/document/hops';
import { INNER, PARAMETERS, type Parameter } from '../../core/document/parameters.generated';
import type { Scenario } from '../../core/document/scenario';
import type { StoryStep } from './story.generated';

/** A number of a scenario that the reader of a story moves. */
export interface Moved {
  readonly label: string;
  readonly unit: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly limits: readonly [number, number];
  readonly log: boolean;
  readonly step?: number;
  readonly integer: boolean;
  /** Address of the definition. */
  readonly definition: string | undefined;
}

/** Returns the value at a path such as `queues.1.targetMs`; undefined if there is none. */
export function valueAtPath(scenario: unknown, path: string): unknown {
  let value: unknown = scenario;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

/**
 * Returns the state after a press of the button: the one whose numbers the text has, or that of the step again if it is shown.
 */
export const pressed = (
  { scenario, attempt }: Pick<StoryStep, 'scenario' | 'attempt'>,
  shown: string,
): string => (attempt && shown !== attempt.scenario ? attempt.scenario : scenario);

/** A field of a scenario by its name in the tables, and where it is, if the label does not say so. */
interface Field {
  readonly name: string;
  readonly where?: string;
}

/**
 * Returns the field at a path. The fields of queues and traffic have the names of their kind, a hop has the fields of all hops, and the
 * value of a change is the field that it sets.
 */
function fieldOf(scenario: Scenario, path: string): Field {
  const [room, index, ...rest] = path.split('.');
  const change = room === 'changes' ? scenario.changes?.[Number(index)] : undefined;
  if (change && rest[0] === 'to') {
    const at = `from ${change.atS} s`;
    if (change.set === 'burst') return { name: ['burst', ...rest.slice(1)].join('.') };
    const { name, where } = fieldOf(scenario, [change.set, ...rest.slice(1)].join('.'));
    return { name, where: where === undefined ? at : `${where}, ${at}` };
  }
  if (room === 'link' && (index === 'hopsBefore' || index === 'hopsAfter')) {
    const [at, ...names] = rest;
    const hop = otherHops(scenario.link).find(
      (other) => other.list === index && other.index === Number(at),
    );
    return { name: `Hop.Hop.${names.join('.')}`, ...(hop && { where: `hop ${hop.number}` }) };
  }
  if (room !== 'queues' && room !== 'traffic') return { name: path };
  const name = [room, scenario[room][Number(index)]?.kind, ...rest].join('.');
  const isOne = room === 'queues' && scenario.queues.length > 1;
  return { name, ...(isOne && { where: `lane ${Number(index) + 1}` }) };
}

/** Returns a number with its unit: "1 packet", "30 packets", "0.02". */
export const withUnit = (value: number, unit: string): string =>
  `${value} ${value === 1 ? unit.replace(/^([a-z]{4,})s$/, '$1') : unit}`.trimEnd();

/** Returns the control for a path of a scenario; undefined if its value is no number. `target`: the value to try. */
export function movedAt(scenario: Scenario, path: string, target: unknown): Moved | undefined {
  const { name, where } = fieldOf(scenario, path);
  const parameter = (PARAMETERS as Record<string, Parameter>)[name] ?? INNER[name];
  const present = valueAtPath(scenario, path) ?? parameter?.default;
  if (typeof target !== 'number' || typeof present !== 'number') return undefined;
  const { slider, min = 0, max = 1e9, label, unit = '' } = parameter ?? {};
  return {
    label: [label ?? path, where].filter(Boolean).join(', '),
    unit,
    value: present,
    min: Math.min(slider?.min ?? min, present, target),
    max: Math.max(slider?.max ?? max, present, target),
    limits: [min, max],
    log: slider?.scale === 'log',
    ...(slider && slider.scale !== 'log' ? { step: slider.step } : {}),
    integer: parameter?.type === 'integer',
    definition: parameterIfKnown(name),
  };
}
