import { type Facts, madeBy, oneLine } from './facts';

/** A table of texts, as the page shows it. */
export interface TextTable {
  /** What the numbers cover: "Whole run, from 0 to 14 s". */
  readonly caption: string;
  /** The first column names the rows. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Returns the text of a cell: what Markdown would read as its own signs is escaped. */
const cell = (text: string): string => oneLine(text).replace(/[\\|*_`<>[\]]/g, '\\$&');

/** Returns a table as Markdown, with the run that it is of. */
export function markdown(facts: Facts, { caption, head, rows }: TextTable): string {
  const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  const border = `| ${head.map((_, i) => (i === 0 ? '---' : '---:')).join(' | ')} |`;
  return [
    `${cell(facts.title)}. ${cell(caption)}.`,
    '',
    row(head),
    border,
    ...rows.map(row),
    '',
    `[${madeBy(facts)}](${facts.link})`,
    '',
  ].join('\n');
}
