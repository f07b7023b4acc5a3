import { queueName } from './names';
import type { Item, ItemRun, Paper, Row } from './report.generated';

/** Most characters of a scenario's title. */
const MOST_CHARS = 120;

/** A scenario as text, and its lane that a row shows. */
export interface Experiment {
  readonly text: string;
  readonly lane: number;
}

/**
 * Returns the scenario of a row's first run, with a title that names the row. A row that is computed without runs has a scenario of
 * its own; undefined if it has none.
 */
export function experimentOf(
  paper: Paper,
  item: Item,
  row: Row,
  runs: readonly ItemRun[],
): Experiment | undefined {
  const { scenario: text, lane } = runs[row.runs[0]] ?? { scenario: row.scenario, lane: 0 };
  if (text === null) return undefined;
  const scenario = JSON.parse(text) as { title?: string };
  if (scenario.title) return { text, lane };
  const title = `${paper.authors}, ${item.label}: ${row.at}, ${queueName(row.queue)}`;
  const cut = title.length > MOST_CHARS ? `${title.slice(0, MOST_CHARS - 1)}…` : title;
  return { text: JSON.stringify({ ...scenario, title: cut }), lane };
}
