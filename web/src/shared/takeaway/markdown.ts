import { oneLine, withoutStop } from '../../kit/texts';
import { type Facts, madeBy } from './facts';

/** A table of texts, as the page shows it. */
export interface TextTable {
  /** What the numbers cover: "Whole run, from 0 to 14 s". */
  readonly caption: string;
  /** The first column names the rows. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Returns a text of Markdown: what would be read as its signs, as an address, or as a character by its name, is escaped. */
const cell = (text: string): string =>
  oneLine(text).replace(/[\\|*_`<>[\]~$@]|&(?=[#\w])|:(?=\/\/)|(?<=www)\./gi, '\\$&');

/** Returns a text that begins a line: no heading, list or rule. */
const paragraph = (text: string): string => cell(text).replace(/^[-+#=]|(?<=^\d+)[.)]/, '\\$&');

/** Returns an address that cannot end its link. */
const address = (link: string): string =>
  link.replace(/[^\x21-\x7e]|[()<>\\]/gu, (sign) =>
    /[()]/.test(sign) ? `%${sign.charCodeAt(0).toString(16)}` : encodeURIComponent(sign),
  );

/** Returns a table as Markdown, with the run that it is of. */
export function markdown(facts: Facts, { caption, head, rows }: TextTable): string {
  const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  const border = `| ${head.map((_, i) => (i === 0 ? '---' : '---:')).join(' | ')} |`;
  return [
    `${paragraph(withoutStop(facts.title))}. ${cell(caption)}.`,
    '',
    row(head),
    border,
    ...rows.map(row),
    '',
    `[${madeBy(facts)}](${address(facts.link)})`,
    '',
  ].join('\n');
}
