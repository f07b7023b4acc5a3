import { CARDS, type LaneReport } from '../sim/measures.generated';
import type { Measure } from './definitions';
import { delay, fixed, percent } from './format';

/** One of the numbers above the plots, for each lane. */
export interface Headline {
  readonly id: Measure;
  readonly name: string;
  /** An abbreviation of the field, where large text has little room. */
  readonly short: string;
  readonly unit: string;
  /** One sentence. */
  readonly title: string;
  /** 1 is always large; 3 and then 2 become small in narrow cards; 4 has no card of its own. */
  readonly rank: 1 | 2 | 3 | 4;
  readonly value: (report: LaneReport | undefined) => string;
}

const FORMATS = { delay, percent, fixed } as const;

/** Returns a measure of a report by its name: `queueDelayMs.p95`. */
export const measureOf = (
  report: LaneReport | undefined,
  name: string,
): number | null | undefined =>
  name
    .split('.')
    .reduce<unknown>(
      (value, step) => (value as Readonly<Record<string, unknown>> | undefined)?.[step],
      report,
    ) as number | null | undefined;

/** Abbreviations of the names that have one. */
const SHORT: Readonly<Partial<Record<Measure, string>>> = {
  mean: 'mean',
  drop: 'drops',
  mark: 'marks',
  utilization: 'util.',
  jain: 'Jain',
};

/** The cards of the table of measures (crates/aqm-report/src/measures/lanes.rs). */
export const HEADLINES: readonly Headline[] = CARDS.map(({ measure, format, digits, ...card }) => ({
  ...card,
  short: SHORT[card.id] ?? card.name,
  value: (report) => FORMATS[format](measureOf(report, measure), digits),
}));

/** Shown only for lanes that mark, because most queues do not. */
export const MARKED = HEADLINES.find(({ id }) => id === 'mark')!;
