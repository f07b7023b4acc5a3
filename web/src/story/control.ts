import { PARAMETERS, type Parameter } from '../sim/parameters.generated';
import type { Scenario } from '../sim/scenario';

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

/** Returns the description of a field: the fields of queues and traffic have those of their kind. */
function parameterOf(scenario: Scenario, path: string): Parameter | undefined {
  const [list, index, ...rest] = path.split('.');
  if (list !== 'queues' && list !== 'traffic')
    return (PARAMETERS as Record<string, Parameter>)[path];
  const kind = scenario[list][Number(index)]?.kind;
  return (PARAMETERS as Record<string, Parameter>)[[list, kind, ...rest].join('.')];
}

/** Returns the control for a path of a scenario; undefined if its value is no number. `target`: the value to try. */
export function movedAt(scenario: Scenario, path: string, target: unknown): Moved | undefined {
  const parameter = parameterOf(scenario, path);
  const present = valueAtPath(scenario, path) ?? parameter?.default;
  if (typeof target !== 'number' || typeof present !== 'number') return undefined;
  const { slider, min = 0, max = 1e9, label, unit = '' } = parameter ?? {};
  return {
    label: label ?? path,
    unit,
    value: present,
    min: Math.min(slider?.min ?? min, present, target),
    max: Math.max(slider?.max ?? max, present, target),
    limits: [min, max],
    log: slider?.scale === 'log',
    ...(slider && slider.scale !== 'log' ? { step: slider.step } : {}),
    integer: parameter?.type === 'integer',
  };
}
