import { line } from '../../shared/takeaway/csv';
import type { ItemResults } from './item-results.svelte';
import { queueName } from './names';
import type { Papers } from './papers.svelte';
import type { Paper } from './report.generated';

/** The items of which results are known. */
function known(papers: Papers): { readonly paper: Paper; readonly results: ItemResults }[] {
  const list = papers.catalogue.papers.flatMap((paper) =>
    papers.resultsOf(paper).map((results) => ({ paper, results })),
  );
  const found = list.filter(({ results }) => results.isKnown);
  for (const { results } of found) papers.refresh(results);
  return found;
}

/** Returns all results as JSON: for each item its report, and for each of its runs the values and the simulator that made them. */
export function toJson(papers: Papers): string {
  const items = known(papers).map(({ paper, results }) => ({
    paper: paper.name,
    item: results.item.name,
    title: results.item.title,
    report: results.report,
    runs: results
      .kept(results.runs.map((_, run) => run))
      .map(({ run, values, tookMs, atMs, version, build }) => ({
        run,
        // A value that is not a number has no other form in JSON.
        values: [...values].map((value) => (Number.isFinite(value) ? value : null)),
        tookMs,
        at: new Date(atMs).toISOString(),
        version,
        build,
      })),
  }));
  return `${JSON.stringify({ version: 1, items }, null, 1)}\n`;
}

const COLUMNS = [
  'paper',
  'item',
  'setting',
  'queue',
  'measure',
  'unit',
  'published',
  'other',
  'ours',
  'sd',
  'runs',
  'tolerance',
  'within',
] as const;

/** Types of the columns in a file that has types. */
export const TYPES: Readonly<
  Record<(typeof COLUMNS)[number], 'STRING' | 'BOOLEAN' | 'INT64' | 'DOUBLE'>
> = {
  paper: 'STRING',
  item: 'STRING',
  setting: 'STRING',
  queue: 'STRING',
  measure: 'STRING',
  unit: 'STRING',
  published: 'DOUBLE',
  other: 'DOUBLE',
  ours: 'DOUBLE',
  sd: 'DOUBLE',
  runs: 'INT64',
  tolerance: 'DOUBLE',
  within: 'BOOLEAN',
};

/** Returns all values as CSV, one line each; numbers are not rounded. */
export const toCsv = (papers: Papers): string => csvOf(known(papers));

/** Returns the values of these items as CSV. */
export function csvOf(
  items: readonly { readonly paper: Paper; readonly results: ItemResults }[],
): string {
  const rows = items.flatMap(({ paper, results: { item, report } }) =>
    (report?.rows ?? []).flatMap((row) =>
      row.values.map((value, m) => {
        const { name, unit } = report!.measures[m];
        const { published, other, ours, tolerance, within } = value;
        return [
          paper.name,
          item.label,
          row.at,
          queueName(row.queue),
          name,
          unit,
          published?.mean,
          other?.mean,
          ours?.mean,
          ours?.sd,
          ours?.n,
          tolerance,
          within,
        ];
      }),
    ),
  );
  return [COLUMNS, ...rows].map(line).join('');
}
