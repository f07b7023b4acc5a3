/** Places of plots of equal size. */
export interface PlotLayout {
  readonly columns: number;
  /** Height of a plot without its title, px. */
  readonly height: number;
}

/** The room for plots, px. */
export interface PlotRoom {
  readonly count: number;
  readonly width: number;
  /** Height on the screen with what stands below the plots, and without it. */
  readonly heights: readonly number[];
  /** Least width of a plot. */
  readonly least: number;
}

/** Height of a plot's title. */
const TITLE = 26;
const [COLUMN_GAP, ROW_GAP] = [12, 4];
/** Smaller plots cannot be read. */
const LEAST_HEIGHT = 150;
/** Higher plots, relative to their width, look steeper than they are. */
const STEEPEST = 0.8;

/**
 * Returns the layout with the largest plots that fit into the first of the heights, else into the next one. If the plots fit into
 * none, they have their least height, and the page scrolls.
 */
export function plotLayout({ count, width, heights, least }: PlotRoom): PlotLayout {
  const most = Math.max(1, Math.floor((width + COLUMN_GAP) / (least + COLUMN_GAP)));
  const columns = Array.from({ length: Math.min(most, Math.max(1, count)) }, (_, i) => i + 1);
  for (const height of heights) {
    const fitting = columns
      .map((n) => sized(n, count, width, height))
      .filter((one) => one.height >= LEAST_HEIGHT);
    const best = fitting.reduce<(typeof fitting)[number] | undefined>(
      (best, one) => (best === undefined || one.area > best.area ? one : best),
      undefined,
    );
    if (best) return { columns: best.columns, height: Math.floor(best.height) };
  }
  return { columns: columns.length, height: LEAST_HEIGHT };
}

function sized(
  columns: number,
  count: number,
  width: number,
  height: number,
): PlotLayout & { readonly area: number } {
  const rows = Math.ceil(count / columns);
  const own = (width - COLUMN_GAP * (columns - 1)) / columns;
  const high = Math.min((height - ROW_GAP * (rows - 1)) / rows - TITLE, STEEPEST * own);
  return { columns, height: high, area: own * high };
}
