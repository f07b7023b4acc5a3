import type { Feedback } from './feedback';

/** The little plots show this much of the past, s. */
export const TRAIL_S = 20;

/** What was sent, and what came back, at a time. */
export interface Moment extends Feedback {
  readonly atS: number;
  readonly sentMbps: number;
}

/** Returns the moments until `nowS` with another one: those after it, and those too old to be drawn, are left out. */
export function added(trail: readonly Moment[], moment: Moment): Moment[] {
  const { atS } = moment;
  return [...trail.filter((one) => one.atS < atS && one.atS > atS - TRAIL_S), moment];
}

/** Returns the last moment of each second, for a table. */
export function bySecond(trail: readonly Moment[]): Moment[] {
  return trail.filter(
    ({ atS }, i) => i + 1 === trail.length || Math.floor(trail[i + 1].atS) > Math.floor(atS),
  );
}

/** Returns the points of a line in a box of 100 by 100; gaps begin a new line. `most` is at the top. */
export function lines(
  trail: readonly Moment[],
  nowS: number,
  most: number,
  read: (moment: Moment) => number,
): string {
  let isOpen = false;
  return trail
    .map((moment) => {
      const value = read(moment);
      if (!Number.isFinite(value)) {
        isOpen = false;
        return '';
      }
      const x = 100 * (1 - (nowS - moment.atS) / TRAIL_S);
      const y = 100 * (1 - Math.min(1, value / most));
      const word = `${isOpen ? 'L' : 'M'}${x.toFixed(2)} ${y.toFixed(2)}`;
      isOpen = true;
      return word;
    })
    .join('');
}
