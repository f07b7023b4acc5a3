import { PARAMETERS } from './parameters.generated.ts';
import type { ParameterPath } from './scenario.generated.ts';

type Range = readonly [least: number, most: number];

/** Returns the accepted range of a number and that of its slider. */
export function rangeOf(path: ParameterPath): { readonly limits: Range; readonly slider: Range } {
  const { min, max, slider } = PARAMETERS[path] ?? {};
  if (min === undefined || max === undefined || !slider) throw new Error(`${path} is no number`);
  return { limits: [min, max], slider: [slider.min, slider.max] };
}
