import { INNER, type Palette, type Part } from './document';
import { heading, short, textAt } from './text';

/** A table whose cells are coloured by their values. */
export interface HeatMap {
  readonly title: string;
  readonly subtitle: string;
  /** Names of the axes with their units. */
  readonly rowName: string;
  readonly columnName: string;
  readonly columns: readonly string[];
  /** From the top. */
  readonly rows: readonly {
    readonly label: string;
    readonly cells: readonly HeatCell[];
  }[];
}

export interface HeatCell {
  readonly text: string;
  /** Step of the colour scale, 0 to 6; undefined without a value. */
  readonly step?: number | undefined;
}

const [LEFT, TOP, ROW, MOST_CELL] = [110, 44, 24, 90] as const;
/** From this step on the text of a cell is light. */
const DARK_FROM = 4;

/** Returns a heatmap whose values are real text. */
export function heatMap(map: HeatMap, palette: Palette): Part {
  const { rows, columns } = map;
  const [ink, faint] = [palette('var(--ink)'), palette('var(--ink2)')];
  const cell = Math.min(MOST_CELL, (INNER - LEFT) / Math.max(1, columns.length));
  const out = [
    heading(map.title, map.subtitle, ink, faint),
    textAt(LEFT - 8, TOP - 8, map.rowName, { fill: faint, anchor: 'end' }),
  ];
  rows.forEach(({ label, cells }, row) => {
    const y = TOP + row * ROW;
    out.push(textAt(LEFT - 8, y + 16, label, { fill: ink, anchor: 'end' }));
    cells.forEach(({ text, step }, column) => {
      const x = LEFT + column * cell;
      const fill = step === undefined ? 'none' : palette(`var(--heat-${step})`);
      const isDark = step !== undefined && step >= DARK_FROM;
      out.push(
        `<rect x="${short(x)}" y="${y}" width="${short(cell - 1)}" height="${ROW - 1}" fill="${fill}" stroke="${step === undefined ? palette('var(--line)') : 'none'}"/>`,
        textAt(x + cell / 2, y + 16, text, {
          fill: step === undefined ? ink : palette(isDark ? 'var(--heat-high)' : 'var(--heat-low)'),
          anchor: 'middle',
        }),
      );
    });
  });
  const bottom = TOP + rows.length * ROW;
  columns.forEach((label, column) => {
    out.push(
      textAt(LEFT + (column + 0.5) * cell, bottom + 14, label, { fill: ink, anchor: 'middle' }),
    );
  });
  out.push(textAt(LEFT, bottom + 32, map.columnName, { fill: faint }));
  return { svg: out.join('\n'), height: bottom + 40 };
}
