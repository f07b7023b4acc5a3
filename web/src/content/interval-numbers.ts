import { CARDS, type LaneReport } from '../sim/measures.generated';
import type { Report } from '../sim/protocol';
import { covered, type Interval, intervalText } from '../sim/interval';
import { measureOf } from './headlines';

/** Returns the span that the numbers of a report cover: whole steps, as far as the run has come; undefined if there is none. */
export function coveredBy({ fromS, toS, nowS }: Report): Interval | undefined {
  const span = covered({ fromS, toS: Math.min(toS, nowS) });
  return span.toS > span.fromS ? span : undefined;
}

/**
 * Returns the span of the fairness in a report; undefined if there is none. It covers whole seconds, except that the end of the
 * warm-up and the present are exact.
 */
export function fairnessOf({ fromS, toS, nowS }: Report, warmupS = 0): Interval | undefined {
  const from = fromS === warmupS ? fromS : Math.floor(fromS);
  const to = toS >= nowS ? nowS : Math.floor(toS);
  return to > from ? { fromS: from, toS: to } : undefined;
}

/** Returns the headline numbers of all lanes as a table of text, with tabs between its columns. */
export function numbersAsText(
  title: string,
  names: readonly string[],
  lanes: readonly (LaneReport | undefined)[],
  span: Interval,
): string {
  const rows = lanes.map((report, lane) => [
    names[lane] ?? `lane ${lane + 1}`,
    ...CARDS.map(({ measure, format }) => {
      const value = measureOf(report, measure);
      if (value === null || value === undefined) return '';
      return String(Number((format === 'percent' ? 100 * value : value).toPrecision(6)));
    }),
  ]);
  const head = CARDS.map(({ name, unit }) => (unit ? `${name} (${unit})` : name));
  return [
    `${title}, ${intervalText(span, ' to ')}`,
    ['lane', ...head].join('\t'),
    ...rows.map((row) => row.join('\t')),
  ].join('\n');
}
