import type { Queue } from '../sim/scenario';
import { inSentence } from './format';
import { type Parameter, QUEUE_PARAMETERS } from '../sim/parameters.generated';

type Value = number | boolean | string | null;

/** A parameter of a queue discipline with its value. */
export interface Setting {
  /** As in scenarios: `targetMs`. */
  readonly name: string;
  readonly parameter: Parameter;
  /** Null if the simulator computes it. */
  readonly value: Value;
  /** The default. */
  readonly standard: Value | undefined;
  /** Range of the slider. One of two thresholds stays below or above the other. */
  readonly min: number;
  readonly max: number;
  /** Range of typed values, and the reason for a bound that is not the parameter's own. */
  readonly limits: readonly [number, number];
  readonly why?: readonly [string?, string?];
}

/** The parameters of `queue` that can change while it runs and that its variant has, in the order of the definition. */
export function settings(queue: Queue): Setting[] {
  return parametersOf(queue).flatMap(([name, parameter]) => {
    if (parameter.isWay && !isInUse(queue, name, parameter)) return [];
    if (parameter.fixedIn?.includes(variantOf(queue))) return [];
    const value = valueOf(queue, name, parameter) ?? null;
    const standard = defaultOf(queue, parameter);
    return [{ name, parameter, value, standard, ...range(queue, name, parameter) }];
  });
}

function range(
  queue: Queue,
  name: string,
  { slider, min, max, lessThan }: Parameter,
): Pick<Setting, 'min' | 'max' | 'limits' | 'why'> {
  const [least, most] = [min ?? 0, max ?? 1];
  const limits: [number, number] = [least, most];
  const offered = { min: slider?.min ?? least, max: slider?.max ?? most, limits };
  const isLower = lessThan !== undefined;
  const other = lessThan ?? parametersOf(queue).find(([, p]) => p.lessThan === name)?.[0];
  if (other === undefined || !slider) return offered;
  const rival = QUEUE_PARAMETERS[`queues.${queue.kind}.${other}`];
  const bound = valueOf(queue, other, rival);
  if (typeof bound !== 'number') return offered;
  const label = inSentence(rival.label);
  // A bound at the end of the range has no values beyond it.
  const next = Math.min(most, Math.max(least, bound + (isLower ? -1 : 1) * slider.step));
  return isLower
    ? {
        min: Math.min(offered.min, next),
        max: next,
        limits: [least, next],
        why: [undefined, `below the ${label}`],
      }
    : {
        min: next,
        max: Math.max(offered.max, next),
        limits: [next, most],
        why: [`above the ${label}`, undefined],
      };
}

/** The value that `queue` sets, else the default of its variant; undefined if it has neither. */
export function valueOf(queue: Queue, name: string, parameter: Parameter): Value | undefined {
  const set = (queue as unknown as Readonly<Record<string, Value | undefined>>)[name];
  return set === undefined ? defaultOf(queue, parameter) : set;
}

const variantOf = (queue: Queue): string =>
  'variant' in queue && queue.variant !== undefined
    ? queue.variant
    : String(QUEUE_PARAMETERS[`queues.${queue.kind}.variant`]?.default);

function defaultOf(queue: Queue, parameter: Parameter): Value | undefined {
  const own = parameter.variantDefaults?.[variantOf(queue)];
  return own === undefined ? parameter.default : own;
}

/** All parameters of the discipline of `queue`, by name. */
function parametersOf(queue: Queue): [string, Parameter][] {
  const prefix = `queues.${queue.kind}.`;
  return Object.entries(QUEUE_PARAMETERS).flatMap(([path, parameter]) =>
    path.startsWith(prefix) ? [[path.slice(prefix.length), parameter]] : [],
  );
}

/** Returns whether `queue` uses this parameter: it is set, or no other way is set and this one has a default. */
function isInUse(queue: Queue, name: string, parameter: Parameter): boolean {
  const ways = parametersOf(queue).filter(([, p]) => p.isWay && p.label === parameter.label);
  const set = ways.find(([way]) => way in queue);
  return set ? set[0] === name : parameter.default !== undefined;
}
