import { STEP_OF_INTERVALS_S, stepBefore } from '../document/interval';
import { type Change, isEvent } from '../document/scenario';

/**
 * Returns the time from which the numbers of the visible time count, s: the last change of a setting in it, so that they describe
 * the settings that are in force. Undefined without a change. The numbers cover whole steps of 0.25 s: from the first step after the
 * change on, or the last complete step until that one is complete. Bursts and ordered drops change no setting.
 */
export function countsSince(
  changes: readonly Change[],
  [fromS, toS]: readonly [number, number],
  doneS: number,
): number | undefined {
  const endS = Math.min(toS, doneS);
  const last = changes.findLast(
    ({ atS, set, muted }) => !muted && !isEvent(set) && atS > fromS && atS <= endS,
  );
  if (!last) return undefined;
  const first = -stepBefore(-last.atS);
  return Math.max(stepBefore(fromS), Math.min(first, stepBefore(endS) - STEP_OF_INTERVALS_S));
}
