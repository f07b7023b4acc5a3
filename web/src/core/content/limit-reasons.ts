import type { Setting } from '../model/settings';
import { inSentence } from './format';

/** Returns the reasons for the limits of a setting that the other one of two thresholds gives. */
export function limitReasons({ rival }: Setting): readonly [min?: string, max?: string] {
  if (!rival) return [];
  const label = inSentence(rival.label);
  return rival.isAbove ? [undefined, `below the ${label}`] : [`above the ${label}`];
}
