/** A computation that takes longer waits until the user wants it, s. */
export const LONG_S = 20;

/** Returns a computing time in words: "22 min". */
export function durationText(seconds: number): string {
  for (const [unit, length] of [
    ['h', 3600],
    ['min', 60],
  ] as const)
    if (seconds >= 2 * length) return `${Number((seconds / length).toPrecision(2))} ${unit}`;
  return `${Math.ceil(seconds)} s`;
}
