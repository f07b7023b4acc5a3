import type { Queue } from '../sim/scenario';
import { type Parameter, QUEUE_PARAMETERS } from '../sim/parameters.generated';

type Value = number | boolean | string | null;

/** A parameter of a queue discipline, with the value it stands at. */
export interface Setting {
  /** As in scenarios: `targetMs`. */
  readonly name: string;
  readonly parameter: Parameter;
  /** Null where the simulator decides. */
  readonly value: Value;
  /** What it is where a scenario does not set it. */
  readonly standard: Value | undefined;
  /** What its slider offers; a threshold stays on its side of the other one. */
  readonly min: number;
  readonly max: number;
  /** What may be typed, and where that comes from if it is not the simulator's. */
  readonly limits: readonly [number, number];
  readonly why?: readonly [string?, string?];
}

/** The parameters of `queue` that can change while it runs, as far as its variant has them, in the order of the definition. */
export function settings(queue: Queue): Setting[] {
  const prefix = `queues.${queue.kind}.`;
  return Object.entries(QUEUE_PARAMETERS).flatMap(([path, parameter]) => {
    if (!path.startsWith(prefix)) return [];
    const name = path.slice(prefix.length);
    // Of the ways to give a threshold only the one in use has a control.
    const unit = thresholdUnit(name);
    if (unit !== undefined && unit !== unitInUse(queue)) return [];
    if (parameter.fixedIn?.includes(variantOf(queue))) return [];
    const value = valueOf(queue, name, parameter) ?? null;
    const standard = defaultOf(queue, parameter);
    return [{ name, parameter, value, standard, ...range(queue, name, parameter) }];
  });
}

function range(
  queue: Queue,
  name: string,
  { slider, min, max }: Parameter,
): Pick<Setting, 'min' | 'max' | 'limits' | 'why'> {
  const [least, most] = [min ?? 0, max ?? 1];
  const limits: [number, number] = [least, most];
  const offered = { min: slider?.min ?? least, max: slider?.max ?? most, limits };
  const unit = thresholdUnit(name);
  if (unit === undefined || !slider) return offered;
  const isLower = name.startsWith('min');
  const other = isLower ? `max${unit}` : `min${unit}`;
  const bound = valueOf(queue, other, QUEUE_PARAMETERS[`queues.${queue.kind}.${other}`]);
  if (typeof bound !== 'number') return offered;
  // A threshold at the end of its range leaves no room for another beyond it.
  const next = Math.min(most, Math.max(least, bound + (isLower ? -1 : 1) * slider.step));
  return isLower
    ? {
        min: Math.min(offered.min, next),
        max: next,
        limits: [least, next],
        why: [undefined, 'below the upper threshold'],
      }
    : {
        min: next,
        max: Math.max(offered.max, next),
        limits: [next, most],
        why: ['above the lower threshold', undefined],
      };
}

/** What `queue` runs with: what is set, else the default of its variant; undefined if it has to be set. */
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

/** The unit of a threshold of RED, which its name ends with; undefined for other parameters. */
const thresholdUnit = (name: string): string | undefined =>
  /^(?:min|max)(Packets|Bytes|Share)$/.exec(name)?.[1];

/** The unit in which the thresholds of `queue` are given: packets unless it says otherwise. */
const unitInUse = (queue: Queue): string =>
  Object.keys(queue)
    .map(thresholdUnit)
    .find((unit) => unit !== undefined) ?? 'Packets';
