import { CARDS, type LaneReport } from '../sim/measures.generated';
import { type Interval, intervalText } from '../document/interval';
import { noFormula, oneLine } from '../../kit/texts';
import { measureOf } from './headlines';

/** Returns the headline numbers of all lanes as a table of text, with tabs between its columns. */
export function numbersAsText(
  title: string,
  names: readonly string[],
  lanes: readonly (LaneReport | undefined)[],
  span: Interval,
): string {
  const rows = lanes.map((report, lane) => [
    noFormula(oneLine(names[lane] ?? `lane ${lane + 1}`)),
    ...CARDS.map(({ measure, format }) => {
      const value = measureOf(report, measure);
      if (value === null || value === undefined) return '';
      return String(Number((format === 'percent' ? 100 * value : value).toPrecision(6)));
    }),
  ]);
  const head = CARDS.map(({ name, unit }) => (unit ? `${name} (${unit})` : name));
  return [
    noFormula(`${oneLine(title)}, ${intervalText(span, ' to ')}`),
    ['lane', ...head].join('\t'),
    ...rows.map((row) => row.join('\t')),
  ].join('\n');
}
