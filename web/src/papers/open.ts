import { itemNames, queueName } from './names';
import type { Item, ItemRun, Paper, Row } from './report';

/** Most characters of a scenario's title. */
const MOST_CHARS = 120;

/** Returns the scenario of a row's first run as text, with a title that names the row; undefined if scenarios cannot express it. */
export function scenarioOf(
  paper: Paper,
  item: Item,
  row: Row,
  runs: readonly ItemRun[],
): string | undefined {
  const text = runs[row.runs[0]]?.scenario;
  if (text === undefined || text === null) return undefined;
  const scenario = JSON.parse(text) as { title?: string };
  if (scenario.title) return text;
  const { label } = itemNames(item);
  const title = `${paper.authors}, ${label}: ${row.at}, ${queueName(row.queue)}`;
  const cut = title.length > MOST_CHARS ? `${title.slice(0, MOST_CHARS - 1)}…` : title;
  return JSON.stringify({ ...scenario, title: cut });
}
