import type { Queue, QueueKind } from '../sim/scenario';
import { type Parameter, PARAMETERS } from '../sim/scenario.generated';

/** A parameter of a queue discipline, with the value it stands at. */
export interface Setting {
  /** As in scenarios: `targetMs`, or `min.packets` where the value is an object. */
  readonly name: string;
  readonly parameter: Parameter;
  /** Null where the simulator decides. */
  readonly value: number | boolean | string | null;
  readonly isDefault: boolean;
}

/** The parameters of `queue` that can change while it runs, in the order of the definition. */
export function settings(queue: Queue): Setting[] {
  const prefix = `queues.${queue.kind}.`;
  return Object.entries(PARAMETERS as Readonly<Record<string, Parameter>>).flatMap(
    ([path, parameter]) => {
      if (!path.startsWith(prefix) || !parameter.live) return [];
      const name = path.slice(prefix.length);
      const set = read(queue, name);
      const fallback = defaultOf(queue, parameter);
      // Of several ways to give a value only the one in use has a control.
      if (name.includes('.') && set === undefined && (fallback ?? null) === null) return [];
      if (name.includes('.') && set === undefined && queueHas(queue, name)) return [];
      const value = (set ?? fallback ?? null) as Setting['value'];
      return [{ name, parameter, value, isDefault: set === undefined || set === fallback }];
    },
  );
}

/** The queue delay that a discipline aims at, ms, if it aims at one. */
export function targetMs(queue: Queue): number | undefined {
  const value = settings(queue).find((s) => s.name === 'targetMs')?.value;
  return typeof value === 'number' ? value : undefined;
}

/** What `to` must be when the setting `name` becomes `value`: `min.packets` is set through `min`. */
export function change(
  name: string,
  value: unknown,
): { readonly name: string; readonly to: unknown } {
  const [outer, inner] = name.split('.');
  return { name: outer ?? name, to: inner === undefined ? value : { [inner]: value } };
}

export function parameterLabel(kind: QueueKind, name: string): string {
  const all: Readonly<Record<string, Parameter>> = PARAMETERS;
  return (all[`queues.${kind}.${name}`]?.label ?? name).toLowerCase();
}

function defaultOf(queue: Queue, parameter: Parameter): Setting['value'] | undefined {
  const variant = 'variant' in queue ? queue.variant : undefined;
  return (variant && parameter.variantDefaults?.[variant]) ?? parameter.default;
}

/** Whether the object that holds `name` is given, in whatever unit. */
const queueHas = (queue: Queue, name: string): boolean =>
  read(queue, name.split('.')[0]) !== undefined;

function read(queue: Queue, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], queue);
}
