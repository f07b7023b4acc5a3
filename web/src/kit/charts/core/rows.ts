/** Ends of a row of a plot, px from the top. */
export interface PlotRow {
  readonly top: number;
  readonly bottom: number;
}

/** Least height of a row with room for labels of its axis and for a name over the data, px at the standard text size. */
const LABELLED = 24;
/** The same if the name is beside the axis. */
const LABELLED_BESIDE = 12;

/** Returns `count` rows, at least one, of equal height between `top` and `bottom`, on whole pixels, with a gap between them. */
export function rowsBetween(top: number, bottom: number, count: number): readonly PlotRow[] {
  const rows = Math.max(1, count);
  const each = (bottom - top) / rows;
  const gap = Math.min(8, Math.max(2, each / 8));
  return Array.from({ length: rows }, (_, row) => ({
    top: Math.round(top + row * each + (row > 0 ? gap / 2 : 0)),
    bottom: Math.round(top + (row + 1) * each - (row < rows - 1 ? gap / 2 : 0)),
  }));
}

/** Returns whether labels of the axis and the name of a lane fit into a row. `beside`: the name is beside the axis. */
export const isLabelled = (row: PlotRow, textScale: number, beside = false): boolean =>
  row.bottom - row.top >= (beside ? LABELLED_BESIDE : LABELLED) * textScale;
