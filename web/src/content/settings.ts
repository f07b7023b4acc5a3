import type { Queue } from '../sim/scenario';
import { type Parameter, QUEUE_PARAMETERS } from '../sim/parameters.generated';

/** A parameter of a queue discipline, with the value it stands at. */
export interface Setting {
  /** As in scenarios: `targetMs`. */
  readonly name: string;
  readonly parameter: Parameter;
  /** Null where the simulator decides. */
  readonly value: number | boolean | string | null;
  readonly isDefault: boolean;
}

/** The parameters of `queue` that can change while it runs, in the order of the definition. */
export function settings(queue: Queue): Setting[] {
  const prefix = `queues.${queue.kind}.`;
  return Object.entries(QUEUE_PARAMETERS).flatMap(([path, parameter]) => {
    if (!path.startsWith(prefix)) return [];
    const name = path.slice(prefix.length);
    // Of the ways to give a threshold only the one in use has a control.
    const unit = thresholdUnit(name);
    if (unit !== undefined && unit !== unitInUse(queue)) return [];
    const set = (queue as unknown as Readonly<Record<string, unknown>>)[name];
    const fallback = defaultOf(queue, parameter);
    const value = (set ?? fallback ?? null) as Setting['value'];
    return [{ name, parameter, value, isDefault: set === undefined || set === fallback }];
  });
}

function defaultOf(queue: Queue, parameter: Parameter): Setting['value'] | undefined {
  const variant = 'variant' in queue ? queue.variant : undefined;
  const own = variant === undefined ? undefined : parameter.variantDefaults?.[variant];
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
