import type { Report } from './report.generated';

/** A line of the printed table. */
export interface Line {
  readonly at: string;
  /** The discipline, if the table has a line for each. */
  readonly queue: string | undefined;
  /** The setting is that of the line above. */
  readonly repeats: boolean;
  /** For each group of columns the index of the row in the report; undefined: the paper has no such row. */
  readonly rows: readonly (number | undefined)[];
}

/** How a report is laid out as a table. */
export interface Layout {
  /** The disciplines that share each line; undefined: each line is of one discipline. */
  readonly queues: readonly string[] | undefined;
  /** Number of groups of columns, each with one column for each measure. */
  readonly groups: number;
  /** For each measure: the paper prints numbers for it. */
  readonly published: readonly boolean[];
  readonly lines: readonly Line[];
}

/** Disciplines share a line up to this number of columns; more would not fit on the page. */
const MOST_COLUMNS = 18;
/** Least share of cells that a table with shared lines must fill. */
const LEAST_FILLED = 2 / 3;

/** Returns the table of a report: disciplines beside each other as far as they fit, else one line for each. */
export function layoutOf({ rows, measures }: Report): Layout {
  const published = measures.map((_, m) => rows.some(({ values }) => values[m]?.published));
  const width = published.reduce((sum, has) => sum + (has ? 3 : 1), 0);
  const queues = [...new Set(rows.map(({ queue }) => queue))];
  const settings = [...new Set(rows.map(({ at }) => at))];
  const isUnique =
    new Set(rows.map(({ at, queue }) => JSON.stringify([at, queue]))).size === rows.length;
  const fits =
    queues.length === 1 ||
    (settings.length > 1 &&
      queues.length * width <= MOST_COLUMNS &&
      rows.length >= LEAST_FILLED * queues.length * settings.length);
  if (isUnique && fits) {
    const find = (at: string, queue: string): number | undefined => {
      const index = rows.findIndex((row) => row.at === at && row.queue === queue);
      return index < 0 ? undefined : index;
    };
    const lines = settings.map((at) => ({
      at,
      queue: undefined,
      repeats: false,
      rows: queues.map((queue) => find(at, queue)),
    }));
    return { queues, groups: queues.length, published, lines };
  }
  const lines = rows.map(({ at, queue }, index) => ({
    at,
    queue,
    repeats: rows[index - 1]?.at === at,
    rows: [index],
  }));
  return { queues: undefined, groups: 1, published, lines };
}

/** A cell of the table: a row of the report and a measure. */
export interface CellPlace {
  readonly row: number;
  readonly measure: number;
}

/** Returns the cell that a key leads to from another; undefined if the key does not move. */
export function moved(layout: Layout, from: CellPlace, key: string): CellPlace | undefined {
  const measures = layout.published.length;
  const line = layout.lines.findIndex(({ rows }) => rows.includes(from.row));
  if (line < 0) return undefined;
  const column = layout.lines[line].rows.indexOf(from.row) * measures + from.measure;
  const last = layout.groups * measures - 1;
  const at = (l: number, c: number): CellPlace | undefined => {
    const row = layout.lines[l]?.rows[Math.floor(c / measures)];
    return row === undefined ? undefined : { row, measure: c % measures };
  };
  /** The first cell on a way through the table; empty places are passed over. */
  const along = (l: number, c: number, dl: number, dc: number): CellPlace | undefined => {
    for (; l >= 0 && l < layout.lines.length && c >= 0 && c <= last; l += dl, c += dc) {
      const found = at(l, c);
      if (found) return found;
    }
    return undefined;
  };
  switch (key) {
    case 'ArrowUp':
      return along(line - 1, column, -1, 0);
    case 'ArrowDown':
      return along(line + 1, column, 1, 0);
    case 'ArrowLeft':
      return along(line, column - 1, 0, -1);
    case 'ArrowRight':
      return along(line, column + 1, 0, 1);
    case 'Home':
      return along(line, 0, 0, 1);
    case 'End':
      return along(line, last, 0, -1);
    case 'PageUp':
      return along(0, column, 1, 0);
    case 'PageDown':
      return along(layout.lines.length - 1, column, -1, 0);
    default:
      return undefined;
  }
}
