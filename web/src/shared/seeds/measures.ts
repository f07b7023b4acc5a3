import { UTILIZATION_BIN_S } from '../../core/sim/series';
import type { Quotient } from './sums';

/** A measure of a lane that other seeds are drawn and compared by. */
export interface Measure {
  /** "Mean delay". */
  readonly name: string;
  readonly unit: string;
  /** The value of a bin as the plot draws it. */
  readonly drawn: Quotient;
  /** The value over the visible time, as the lane's card has it. */
  readonly compared: Quotient;
  /** The plot has no shorter bins, s. */
  readonly leastS?: number;
  /** Only lanes that mark packets have it, and their ribbons show it. */
  readonly isOfMarks?: boolean;
}

const bins = (of: number, ...by: readonly (readonly number[])[]): Quotient => ({
  ...{ track: 'bins', of, by, factor: 1 },
});
const percent = (quotient: Quotient): Quotient => ({ ...quotient, factor: 100 });
const measure = (name: string, unit: string, drawn: Quotient, compared = drawn): Measure => ({
  ...{ name, unit, drawn, compared },
});

/** Packets offered, or those that left if they are more: the divisors of rates. */
const JUDGED = [[8], [1, 6]];

/** The measures of the plots with ribbons, by the id of the view. */
export const MEASURES: Readonly<Record<string, readonly Measure[]>> = {
  // The line is a mean of samples of 10 ms, the card a mean of packets.
  'queue-delay': [measure('Mean delay', 'ms', bins(2, [3]), bins(0, [1]))],
  'drops-and-marks': [
    measure('Drop rate', '%', percent(bins(6, ...JUDGED))),
    { ...measure('Mark rate', '%', percent(bins(7, ...JUDGED))), isOfMarks: true },
  ],
  utilization: [
    { ...measure('Utilization', '%', percent(bins(4, [5]))), leastS: UTILIZATION_BIN_S },
  ],
  'queue-length': [measure('Mean queue', 'packets', bins(9, [10]))],
  goodput: [measure('Goodput', 'Mbit/s', { ...bins(0, [1]), track: 'seconds' })],
};
